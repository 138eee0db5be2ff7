import type { EventDetails } from '@steading/contract/events/events'
import { expect, test } from 'vitest'
import { offersOf, solveAction } from './offers.ts'
import type { Change } from './progress.ts'

const line = (status: Change['status'], step: Change['step'] = null) =>
  ({ status, step, notes: '', user: null, name: 'Rita', via: 'SCREEN', date: '2026-05-04T03:04:00.000Z' }) as Change // safe: all that there is of a line
const event = (more: Partial<EventDetails>) => ({ status: 'PENDING', category: 'CLIMATE', lasts: false, ...more }) as EventDetails // safe: what offers are made from
const withHistory = (event: EventDetails, changes: readonly Change[]) =>
  offersOf(event, changes).map(({ word, isNext, isOver }) => `${word}${isNext ? ' next' : ''}${isOver ? ' over' : ''}`)

test('an alarm is followed step by step: what somebody is past is over, what comes next leads', () => {
  expect(withHistory(event({ status: 'OPEN' }), [line('OPEN')])).toEqual([
    'alarm.acknowledge next',
    'alarm.going',
    'alarm.checkedOnSite',
    'alarm.nothingFound',
    'alarm.resolve',
  ])
  expect(withHistory(event({}), [line('PENDING', 'GOING'), line('OPEN')])).toEqual([
    'alarm.acknowledge over',
    'alarm.going',
    'alarm.checkedOnSite next',
    'alarm.nothingFound',
    'alarm.resolve',
  ])
})

test('a closed alarm still takes what was found on site, and notes', () => {
  const closed = event({ status: 'CLOSED' })
  expect(withHistory(closed, [line('CLOSED', 'SOLVED')])).toEqual(['alarm.checkedOnSite', 'event.do.note', 'event.do.reopen'])
  // Its rule closed it while somebody was on the way.
  const wasGoing = [line('CLOSED'), line('PENDING', 'GOING'), line('OPEN')]
  expect(withHistory(closed, wasGoing)[0]).toBe('alarm.checkedOnSite next')
  const wasChecked = [line('CLOSED', 'CHECKED'), ...wasGoing]
  expect(withHistory(closed, wasChecked)).toEqual(['event.do.note', 'event.do.reopen'])
})

test('asks what was found of those alone who have looked', () => {
  const notes = offersOf(event({ status: 'OPEN' }), [line('OPEN')]).map(({ action }) => action.note)
  expect(notes).toEqual([undefined, 'event.note.going', 'event.notePlaceholder', undefined, 'event.notePlaceholder'])
})

test('what is only told is answered while it is open, and never opened again', () => {
  const notice = { category: 'NOTIFICATION', severityLevel: 'CRITICAL' } as const
  expect(withHistory(event({ ...notice, status: 'OPEN' }), [line('OPEN')])).toContain('alarm.resolve')
  expect(withHistory(event({ ...notice, status: 'CLOSED' }), [line('CLOSED', 'SOLVED')])).toEqual([])
})

test('a ticket is taken on and closed', () => {
  expect(withHistory(event({ status: 'OPEN', category: 'HELPDESK' }), [])).toEqual(['helpdesk.do.close', 'helpdesk.do.take next'])
  expect(withHistory(event({ category: 'HELPDESK' }), [])).toEqual(['event.do.putBack', 'helpdesk.do.close next'])
})

test('what lasts is solved by whom has been there: until then that is what is asked', () => {
  const lasting = event({ lasts: true })
  expect(solveAction(lasting, [line('PENDING', 'SEEN'), line('OPEN')])).toMatchObject({
    does: { step: 'CHECKED' },
    first: 'invalid.onSite',
  })
  // Then it is closed, and it is said that it comes back.
  expect(solveAction(lasting, [line('PENDING', 'CHECKED'), line('OPEN')])).toMatchObject({
    does: { step: 'SOLVED' },
    first: 'event.hint.stillLasts',
  })
  expect(solveAction(lasting, [line('OPEN'), line('CLOSED'), line('PENDING', 'CHECKED'), line('OPEN')]).does).toEqual({
    step: 'CHECKED',
  })
  expect(solveAction(event({}), [])).toMatchObject({ does: { step: 'SOLVED' }, hint: 'event.hint.close' })
  expect(solveAction(event({}), []).first).toBeUndefined()
})

test('the window of a step is called as its button, and says that notifications pause; one that closes pauses nothing', () => {
  const actions = offersOf(event({ status: 'OPEN' }), [line('OPEN')]).map(offer => offer.action)
  expect(actions.map(({ word, ask, pauses }) => ask === word && pauses)).toEqual([true, true, true, true, false])
})

test('whoever is on the way may withdraw instead of acknowledging, until somebody is there', () => {
  const going = { ...line('PENDING', 'GOING'), user: { userId: '2', shortName: 'Rita' } } as Change // safe: as above
  const words = (changes: readonly Change[], userId: string) => offersOf(event({}), changes, userId).map(({ word }) => word)
  expect(words([going, line('OPEN')], '2')[0]).toBe('alarm.cannotCome')
  expect(words([going, line('OPEN')], '3')[0]).toBe('alarm.acknowledge')
  expect(words([line('PENDING', 'NOTHING_FOUND'), going, line('OPEN')], '2')[0]).toBe('alarm.acknowledge')
  const withdrawn = { ...going, step: 'WITHDRAWN' as const }
  expect(words([withdrawn, going, line('OPEN')], '2')[0]).toBe('alarm.acknowledge')
})
