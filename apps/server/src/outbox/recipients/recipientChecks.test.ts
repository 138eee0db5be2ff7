import type { ActionConfiguration } from '@steading/contract/events/outbox'
import { expect, test } from 'vitest'
import { assertContactsReachable } from './recipientChecks.ts'

/** A number in the right form that nobody can have. */
const UNREACHABLE = '+351000000'
const action = (change: Partial<ActionConfiguration>): ActionConfiguration => ({
  type: 'SMS',
  status: 'ACTIVE',
  notifyResponsible: false,
  recurrence: 0,
  ...change,
  properties: { usersList: [], contactsList: [UNREACHABLE], subject: '', body: '' },
})
const check = (after: ActionConfiguration, before: readonly ActionConfiguration[]) => () =>
  assertContactsReachable([after], before, 'actions')

test('keeps an unreachable contact that the same channel notified before', () => {
  expect(check(action({}), [action({})])).not.toThrow()
})

test('refuses an unreachable contact when its action becomes active', () => {
  expect(check(action({ status: 'INACTIVE' }), [])).not.toThrow()
  expect(check(action({}), [action({ status: 'INACTIVE' })])).toThrow()
})

test('refuses an unreachable contact that only another channel notified before', () => {
  expect(check(action({}), [action({ type: 'WHATSAPP' })])).toThrow()
})
