import type { EventDetails } from '@steading/contract/events'
import { expect, test } from 'vitest'
import { offersOf, solving } from './offers.ts'
import type { Change } from './progress.ts'

const line = (status: Change['status'], step: Change['step'] = null) =>
  ({ status, step, notes: '', user: null, name: 'Rita', via: 'SCREEN', date: '2026-05-04T03:04:00.000Z' }) as Change // safe: all that there is of a line
const event = (more: Partial<EventDetails>) => ({ status: 'PENDING', category: 'CLIMATE', lasts: false, ...more }) as EventDetails // safe: what offers are made from
const told = (of: EventDetails, changes: readonly Change[]) =>
  offersOf(of, changes).map(({ word, isNext, isOver }) => `${word}${isNext ? ' next' : ''}${isOver ? ' over' : ''}`)

test('an alarm is followed step by step: what somebody is past is over, what comes next leads', () => {
  expect(told(event({ status: 'OPEN' }), [line('OPEN')])).toEqual([
    'alarm.acknowledge next',
    'alarm.going',
    'alarm.checkedOnSite',
    'alarm.resolve',
  ])
  expect(told(event({}), [line('PENDING', 'GOING'), line('OPEN')])).toEqual([
    'alarm.acknowledge over',
    'alarm.going',
    'alarm.checkedOnSite next',
    'alarm.resolve',
  ])
})

test('a closed alarm still takes what was found on site, and notes', () => {
  const closed = event({ status: 'CLOSED' })
  expect(told(closed, [line('CLOSED', 'SOLVED')])).toEqual(['alarm.checkedOnSite', 'event.do.note', 'event.do.reopen'])
  // Its rule closed it while somebody was on the way.
  const wasGoing = [line('CLOSED'), line('PENDING', 'GOING'), line('OPEN')]
  expect(told(closed, wasGoing)[0]).toBe('alarm.checkedOnSite next')
  const wasChecked = [line('CLOSED', 'CHECKED'), ...wasGoing]
  expect(told(closed, wasChecked)).toEqual(['event.do.note', 'event.do.reopen'])
})

test('asks what was found of those alone who have looked', () => {
  const notes = offersOf(event({ status: 'OPEN' }), [line('OPEN')]).map(({ action }) => action.note)
  expect(notes).toEqual([undefined, 'event.note.going', 'event.notePlaceholder', 'event.notePlaceholder'])
})

test('what is only told is answered while it is open, and never opened again', () => {
  const notice = { category: 'NOTIFICATION', severityLevel: 'CRITICAL' } as const
  expect(told(event({ ...notice, status: 'OPEN' }), [line('OPEN')])).toContain('alarm.resolve')
  expect(told(event({ ...notice, status: 'CLOSED' }), [line('CLOSED', 'SOLVED')])).toEqual([])
})

test('a ticket is taken on and closed', () => {
  expect(told(event({ status: 'OPEN', category: 'HELPDESK' }), [])).toEqual(['helpdesk.do.close', 'helpdesk.do.take next'])
  expect(told(event({ category: 'HELPDESK' }), [])).toEqual(['event.do.putBack', 'helpdesk.do.close next'])
})

test('what lasts is solved by whom has been there: until then that is what is asked', () => {
  const lasting = event({ lasts: true })
  expect(solving(lasting, [line('PENDING', 'SEEN'), line('OPEN')])).toMatchObject({
    does: { step: 'CHECKED' },
    first: 'invalid.onSite',
  })
  // Then it is closed, and it is said that it comes back.
  expect(solving(lasting, [line('PENDING', 'CHECKED'), line('OPEN')])).toMatchObject({
    does: { step: 'SOLVED' },
    first: 'event.hint.stillLasts',
  })
  expect(solving(lasting, [line('OPEN'), line('CLOSED'), line('PENDING', 'CHECKED'), line('OPEN')]).does).toEqual({
    step: 'CHECKED',
  })
  expect(solving(event({}), [])).toMatchObject({ does: { step: 'SOLVED' }, hint: 'event.hint.close' })
  expect(solving(event({}), []).first).toBeUndefined()
})

test('the window of a step is called as its button, and says that notifications pause; one that closes pauses nothing', () => {
  const actions = offersOf(event({ status: 'OPEN' }), [line('OPEN')]).map(one => one.action)
  expect(actions.map(({ word, ask, pauses }) => ask === word && pauses)).toEqual([true, true, true, false])
})
