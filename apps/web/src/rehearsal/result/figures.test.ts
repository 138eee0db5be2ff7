import type { Rehearsed, RehearsedOutcome } from '@steading/contract/rules/rehearsal'
import { translator } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { figuresOf, verdictOf } from './figures.ts'
import { eventPane, outputPanes } from '../chart/panes.ts'
import { sampleInterface } from '../../../test/interface.sample.ts'

const fromUtc = '2026-05-04T00:00:00.000Z'
const outcome = (more: Partial<RehearsedOutcome> = {}): RehearsedOutcome => ({
  beginUtc: fromUtc,
  eventCount: 0,
  openFor: 0,
  notificationCount: 0,
  events: [],
  messages: [],
  outputs: [],
  faultCount: 0,
  ...more,
})
const t = await translator('en-US')
const nameOf = (id: string) => ({ name: `Fan ${id}`, unit: '%', decimals: 0 })
const dateOf = (stamp: string) => stamp.slice(0, 10)
const mail = (count: number) => [{ channel: 'MAIL' as const, recipient: null, count }]
const fan = (writes: number, on: number, value: boolean | number) => [
  { interfaceId: '7', writes, on, values: [{ atUtc: '2026-05-04T00:00:00.000Z', value }] },
]

describe('the result', () => {
  test('of an alarm tells events, their time, and messages, with the change; only lost sensors are judged', () => {
    const draft = outcome({ eventCount: 2, openFor: 5400, notificationCount: 3, messages: mail(6), faultCount: 1 })
    const deployed = outcome({ eventCount: 5, openFor: 9000, notificationCount: 9, messages: mail(9), faultCount: 3 })
    const rows = figuresOf({ draft, deployed }, nameOf, t)
    expect(rows.map(({ name, draft: now, deployed: before, change, tone }) => [name, now, before, change, tone])).toEqual([
      ['Events', '2', '5', '−3', undefined],
      ['Time in alarm', '1 h 30 min', '2 h 30 min', '−1 h', undefined],
      ['Notifications', '3', '9', '−6', undefined],
      ['Messages: Email', '6', '9', '−3', undefined],
      ['Sensor outages', '1', '3', '−2', 'good'],
    ])
    expect(verdictOf({ fromUtc, draft, deployed }, 7, nameOf, dateOf, t)).toEqual([
      '2 events would have opened in 7 days, and 6 notifications would have been sent.',
      'Version in service: 5 events, 9 notifications.',
    ])
  })

  test('of a rule that switches tells its outputs, hours of switches and means of levels', () => {
    const draft = outcome({ outputs: fan(4, 7200, true) })
    expect(figuresOf({ draft, deployed: null }, nameOf, t).map(figure => [figure.name, figure.draft, figure.change])).toEqual([
      ['Fan 7: commands', '4', '–'],
      ['Fan 7: on', '2 h', '–'],
      ['Sensor outages', '0', '–'],
    ])
    const level = outcome({ outputs: fan(4, 40.4, 30) })
    expect(verdictOf({ fromUtc, draft: level, deployed: outcome({ outputs: fan(1, 20, 20) }) }, 30, nameOf, dateOf, t)).toEqual([
      'In 30 days Fan 7 would have received 4 commands, averaging 40\u00a0%.',
      'Version in service: one command, averaging 20\u00a0%.',
    ])
  })
})

test('what a rule by age did is told with the day from which on it was in force', () => {
  const draft = outcome({ outputs: fan(4, 40.4, 30), beginUtc: '2026-05-06T22:00:00.000Z' })
  expect(verdictOf({ fromUtc, draft, deployed: null }, 7, nameOf, dateOf, t)).toEqual([
    'In 7 days Fan 7 would have received 4 commands, averaging 40\u00a0%.',
    'In effect from 2026-05-06: only the time since then counts.',
  ])
  const later = outcome({ outputs: [{ interfaceId: '7', writes: 0, on: null, values: [] }], beginUtc: null })
  expect(verdictOf({ fromUtc, draft: later, deployed: draft }, 7, nameOf, dateOf, t)).toEqual([
    'The rule would not have been in effect on any of these 7 days, so nothing would have happened.',
  ])
})

test('nothing is said of an output, and no id shown, until its name is known', () => {
  const draft = outcome({ outputs: fan(4, 7200, true) })
  const unnamed = () => undefined
  for (const deployed of [null, outcome(), draft]) {
    expect(verdictOf({ fromUtc, draft, deployed }, 7, unnamed, dateOf, t)).toEqual([])
    expect(figuresOf({ draft, deployed }, unnamed, t).map(figure => figure.name)).toEqual(['Sensor outages'])
  }
  // A sentence that names nothing waits for nobody.
  const [sentence] = verdictOf({ fromUtc, draft: outcome(), deployed: null }, 7, unnamed, dateOf, t)
  expect(sentence).toMatch(/^No event would have opened in 7 days/)
})

describe('the drawing', () => {
  const words = {
    draft: 'D',
    deployed: 'S',
    real: 'R',
    off: 'Off',
    on: 'On',
    measured: 'M',
    events: 'E',
    notificationWords: (count: number) => `${count}`,
    output: (name: string, which: string) => `${name} ${which}`,
  }
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 0, minute)).toISOString()
  const result = (more: Partial<Rehearsed>): Rehearsed => ({
    fromUtc: at(0),
    untilUtc: at(60),
    readings: 1,
    approximate: false,
    draft: outcome(),
    deployed: null,
    real: { events: [], outputs: [] },
    ...more,
  })

  test('has a row of bars each for what there was and what would have been; an open event reaches to the end', () => {
    const event = { openUtc: at(10), closeUtc: null, notifications: 2, interfaceIds: ['1'] }
    const [pane] = eventPane(result({ draft: outcome({ events: [event] }) }), words)
    expect(pane?.states).toEqual(['R', 'D'])
    expect(pane?.marks?.map(mark => [mark.at, mark.words])).toEqual([[Date.parse(at(0)), 'E']])
    const bar = pane?.lines[1]
    expect(bar?.times.slice(0, 2)).toEqual([Date.parse(at(10)), Date.parse(at(60))])
    expect([bar?.values, bar?.notes?.[0]]).toEqual([[1, 1, null], '2'])
    expect(eventPane(result({}), words)).toEqual([])
  })

  test('draws outputs that would have done the same once', () => {
    const values = [{ atUtc: at(5), value: true }]
    const outputs = ['7', '8'].map(interfaceId => ({ interfaceId, writes: 1, on: 1, values }))
    const fans = ['7', '8'].map(id =>
      sampleInterface({ id, displayName: `Fan ${id}`, category: 'FAN_RELAY', terminalInterfaceDataType: 'BOOLEAN' }),
    )
    const panes = outputPanes(result({ draft: outcome({ outputs }) }), fans, words)
    expect(panes.map(pane => pane.lines.map(line => line.name))).toEqual([['Fan 7, Fan 8 D']])
    expect(panes[0]?.marks?.[0]?.words).toBe('Fan 7 +1')
    expect(panes[0]?.lines[0]?.values).toEqual([1, 1])
  })
})
