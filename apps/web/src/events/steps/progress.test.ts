import type { Event, EventCategory, EventStatus } from '@steading/contract/events/events'
import { expect, test } from 'vitest'
import { type Change, changeWord, progressSteps } from './progress.ts'
import { takenSteps } from './steps.ts'
import { stateOf } from '../words.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 3, minute)).toISOString()
const rita = { userId: '2', shortName: 'Rita' }
const change = (status: EventStatus, minute: number, user: Change['user'] = null) =>
  ({ status, notes: '', user, name: null, step: null, via: null, note: false, date: at(minute) }) as Change // safe: all that there is of a line
const event = {
  status: 'OPEN' as EventStatus,
  category: 'CLIMATE' as EventCategory,
  openDate: at(4),
  closeDate: null as string | null,
  closedBy: null as Change['user'],
  createdBy: null,
}
const withHistory = (alarm: typeof event, changes: readonly Change[]) =>
  progressSteps(alarm, changes).map(({ word, state, current, at: when, by }) => [word, state, current, when, by])

test('a mark says how far whoever is on it has come; of a ticket that it is in progress, and with whom', () => {
  const by = (step: NonNullable<Event['takenUp']>['step']) => ({ name: 'Rita', step, date: at(8), notes: '', arrivesAt: null })
  const marks = (category: EventCategory, ...steps: Parameters<typeof by>[0][]) =>
    steps.map(step => stateOf({ status: 'PENDING', category, takenUp: by(step) }))
  const of = (...names: string[]) => names.map(step => ({ step, who: 'Rita' }))
  expect(marks('CLIMATE', null, 'SEEN', 'GOING', 'CHECKED')).toEqual(of('pending', 'seen', 'going', 'onSite'))
  expect(marks('HELPDESK_SYSTEM', null, 'SEEN')).toEqual(of('pending', 'pending'))
  expect(stateOf({ status: 'OPEN', category: 'CLIMATE', takenUp: null })).toEqual({ step: 'open', who: undefined })
})
const isWord = (word: string, is: string, current = false, when?: string, by?: string | null) => [word, is, current, when, by]
const [SEEN, GOING, ON_SITE, CLOSED] = [
  'event.state.seen',
  'event.state.going',
  'event.state.onSite',
  'event.status.closed',
] as const
const step = (item: Change['step'], minute: number, user: Change['user'] = rita) => ({
  ...change('PENDING', minute, user),
  step: item,
})

test('open: what comes next is that somebody sees it', () => {
  expect(withHistory(event, [change('OPEN', 4)])).toEqual([
    isWord('event.step.opened', 'done', true, at(4), null),
    isWord(SEEN, 'next'),
    isWord(GOING, 'later'),
    isWord(ON_SITE, 'later'),
    isWord(CLOSED, 'later'),
  ])
})
test('on the way: who, and since when; what nobody said is left out', () => {
  const going = { ...step('GOING', 11, null), name: 'vet@farm.example' }
  expect(withHistory({ ...event, status: 'PENDING' }, [going, change('OPEN', 4)])).toEqual([
    isWord('event.step.opened', 'done', false, at(4), null),
    isWord(SEEN, 'skipped'),
    isWord(GOING, 'done', true, at(11), 'vet@farm.example'),
    isWord(ON_SITE, 'next'),
    isWord(CLOSED, 'later'),
  ])
})
test('checked on site: what is left is the end', () => {
  const lines = [step('CHECKED', 20), step('SEEN', 8), change('OPEN', 4)]
  expect(withHistory({ ...event, status: 'PENDING' }, lines).map(item => item[1])).toEqual([
    'done',
    'done',
    'skipped',
    'done',
    'next',
  ])
})
test('in progress without a step: somebody has seen it', () => {
  expect(withHistory({ ...event, status: 'PENDING' }, [change('PENDING', 8, rita), change('OPEN', 4)])[1]).toEqual(
    isWord(SEEN, 'done', true, at(8), 'Rita'),
  )
  expect(withHistory({ ...event, status: 'PENDING' }, []).map(item => item[1])).toEqual([
    'done',
    'done',
    'next',
    'later',
    'later',
  ])
})
test('closed by the rule, taken up by nobody', () => {
  expect(withHistory({ ...event, status: 'CLOSED', closeDate: at(20) }, [change('CLOSED', 20), change('OPEN', 4)])).toEqual([
    isWord('event.step.opened', 'done', false, at(4), null),
    isWord(SEEN, 'skipped'),
    isWord(GOING, 'skipped'),
    isWord(ON_SITE, 'skipped'),
    isWord(CLOSED, 'done', true, at(20), null),
  ])
})
test('opened again: what was before does not count any more', () => {
  const before = [change('CLOSED', 20, rita), step('CHECKED', 8), change('OPEN', 4)]
  const steps = withHistory(event, [change('OPEN', 50), ...before])
  expect(steps[0]).toEqual(isWord('event.step.reopened', 'done', true, at(50), null))
  expect(steps.slice(1).map(step => step[1])).toEqual(['next', 'later', 'later', 'later'])
})
test('put back from progress it is as it was opened', () => {
  const steps = withHistory(event, [change('OPEN', 12, rita), step('SEEN', 8), change('OPEN', 4)])
  expect(steps[0]).toEqual(isWord('event.step.opened', 'done', true, at(4), null))
  expect(steps[1]?.[1]).toBe('next')
})
test('a ticket is taken on and closed', () => {
  const ticket = { ...event, category: 'HELPDESK' as const, status: 'PENDING' as const }
  expect(withHistory(ticket, [step('SEEN', 8), change('OPEN', 4)])).toEqual([
    isWord('event.step.opened', 'done', false, at(4), null),
    isWord('event.status.pending', 'done', true, at(8), 'Rita'),
    isWord(CLOSED, 'next'),
  ])
})

test('the timeline says what was done', () => {
  const changes = [change('OPEN', 50), change('CLOSED', 20), change('PENDING', 8), change('OPEN', 4)]
  expect(changes.map((_, place) => changeWord(event, changes, place))).toEqual([
    'event.timeline.reopened',
    'event.timeline.closed',
    'event.timeline.pending',
    'event.timeline.opened',
  ])
})

test('a note takes nothing up: who is going goes on, nobody has seen it by it, and it opens nothing again', () => {
  const note = (status: EventStatus, minute: number) => ({
    ...change(status, minute, { userId: '3', shortName: 'Ana' }),
    note: true,
  })
  const going = { ...step('GOING', 11, null), name: 'vet@farm.example' }
  const changes = [note('PENDING', 14), going, note('OPEN', 6), change('OPEN', 4)]
  expect(withHistory({ ...event, status: 'PENDING' }, changes).map(item => item[1])).toEqual([
    'done',
    'skipped',
    'done',
    'next',
    'later',
  ])
  expect(withHistory({ ...event, status: 'PENDING' }, changes)[0]).toEqual(
    isWord('event.step.opened', 'done', false, at(4), null),
  )
  expect(changeWord(event, changes, 0)).toBe('event.timeline.noted')
  expect(takenSteps(changes)).toEqual({ GOING: going })
})
test('a ticket is taken on, not seen', () => {
  const changes = [step('SEEN', 8), change('OPEN', 4)]
  expect(changeWord({ category: 'HELPDESK' }, changes, 0)).toBe('event.status.pending')
})
