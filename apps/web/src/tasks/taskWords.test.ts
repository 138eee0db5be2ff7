import { expect, test } from 'vitest'
import type { TaskStatus } from '@steading/contract/tasks/transitions'
import { stepsOf } from './taskWords.ts'

const state = (status: TaskStatus, requiresApproval = false) => ({ status, requiresApproval, checklist: [{ done: true }] })
const actions = (status: TaskStatus, requiresApproval: boolean, judge = true) =>
  stepsOf(state(status, requiresApproval), { update: true, judge }).map(({ action }) => action)

test('offers only legal steps, the most likely last', () => {
  expect(actions('TODO', false)).toEqual(['CANCEL', 'START'])
  expect(actions('IN_PROGRESS', false)).toEqual(['CANCEL', 'STOP', 'FINISH'])
  expect(actions('WAITING_APPROVAL', true)).toEqual(['CANCEL', 'REJECT', 'APPROVE'])
  expect(actions('DONE', false)).toEqual(['REOPEN'])
})

test('offers approvals only to approvers', () => {
  expect(actions('WAITING_APPROVAL', true, false)).toEqual(['CANCEL'])
  expect(stepsOf(state('TODO'), { update: false, judge: true })).toEqual([])
})

test('does not offer to approve while a line of the checklist is open', () => {
  const open = { ...state('WAITING_APPROVAL', true), checklist: [{ done: false }] }
  expect(stepsOf(open, { update: true, judge: true }).map(({ action }) => action)).toEqual(['CANCEL', 'REJECT'])
})

test('does not offer to finish while a line of the checklist is open', () => {
  const open = { ...state('IN_PROGRESS'), checklist: [{ done: false }] }
  expect(stepsOf(open, { update: true, judge: true }).map(({ action }) => action)).toEqual(['CANCEL', 'STOP'])
})
