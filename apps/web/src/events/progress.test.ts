import type { EventStatus } from '@steading/contract/events'
import { expect, test } from 'vitest'
import { type Change, changeWord, stepsOf, takenOn } from './progress.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 3, minute)).toISOString()
const rita = { userId: '2', shortName: 'Rita' }
const change = (status: EventStatus, minute: number, user: Change['user'] = null) =>
  ({ status, notes: '', user, name: null, step: null, via: null, date: at(minute) }) as Change // safe: all that there is of a line
const event = {
  status: 'OPEN' as EventStatus,
  openDate: at(4),
  closeDate: null as string | null,
  closedBy: null as Change['user'],
  createdBy: null,
}
const told = (of: typeof event, changes: readonly Change[]) =>
  stepsOf(of, changes).map(({ word, is, current, at: when, by }) => [word, is, current, when, by])

test('who has taken it on: the last person who did, with what was noted, while it is in progress', () => {
  const taken = { ...change('PENDING', 8, rita), notes: 'On my way' }
  expect(takenOn([taken, change('OPEN', 4)])).toEqual({ who: 'Rita', at: at(8), notes: 'On my way' })
  for (const changes of [[], [change('OPEN', 4)], [change('OPEN', 12, rita), taken], [change('PENDING', 8)]])
    expect(takenOn(changes)).toBeUndefined()
})
test('open: what comes next is that somebody takes it up', () => {
  expect(told(event, [change('OPEN', 4)])).toEqual([
    ['event.step.opened', 'done', true, at(4), null],
    ['event.status.pending', 'next', false, undefined, undefined],
    ['event.status.closed', 'later', false, undefined, undefined],
  ])
})
test('in progress: who, and since when', () => {
  expect(told({ ...event, status: 'PENDING' }, [change('PENDING', 8, rita), change('OPEN', 4)])).toEqual([
    ['event.step.opened', 'done', false, at(4), null],
    ['event.status.pending', 'done', true, at(8), 'Rita'],
    ['event.status.closed', 'next', false, undefined, undefined],
  ])
})
test('closed by the rule, taken up by nobody', () => {
  expect(told({ ...event, status: 'CLOSED', closeDate: at(20) }, [change('CLOSED', 20), change('OPEN', 4)])).toEqual([
    ['event.step.opened', 'done', false, at(4), null],
    ['event.status.pending', 'skipped', false, undefined, undefined],
    ['event.status.closed', 'done', true, at(20), null],
  ])
})
test('opened again: what was before does not count any more', () => {
  const before = [change('CLOSED', 20, rita), change('PENDING', 8, rita), change('OPEN', 4)]
  expect(told(event, [change('OPEN', 50), ...before])).toEqual([
    ['event.step.reopened', 'done', true, at(50), null],
    ['event.status.pending', 'next', false, undefined, undefined],
    ['event.status.closed', 'later', false, undefined, undefined],
  ])
})
test('put back from progress it is as it was opened', () => {
  const steps = told(event, [change('OPEN', 12, rita), change('PENDING', 8, rita), change('OPEN', 4)])
  expect(steps[0]).toEqual(['event.step.opened', 'done', true, at(4), null])
  expect(steps[1]?.[1]).toBe('next')
})
test('logged only, and a history that has not arrived yet', () => {
  expect(told({ ...event, status: 'CLOSED', closeDate: at(4) }, [change('CLOSED', 4)]).map(step => step[1])).toEqual([
    'done',
    'skipped',
    'done',
  ])
  expect(told({ ...event, status: 'PENDING' }, []).map(step => step[1])).toEqual(['done', 'done', 'next'])
})

test('the timeline says what was done', () => {
  const changes = [change('OPEN', 50), change('CLOSED', 20), change('PENDING', 8), change('OPEN', 4)]
  expect(changes.map((_, place) => changeWord(changes, place))).toEqual([
    'event.timeline.reopened',
    'event.timeline.closed',
    'event.timeline.pending',
    'event.timeline.opened',
  ])
})
