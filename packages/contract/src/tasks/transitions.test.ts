import { expect, test } from 'vitest'
import { actionTo, isEditable, TASK_STATUSES, transition } from './transitions.ts'
import type { TaskStatus } from './transitions.ts'

const task = (status: TaskStatus, requiresApproval = false, done = true) => ({ status, requiresApproval, checklist: [{ done }] })
const next = (status: TaskStatus, requiresApproval: boolean) =>
  TASK_STATUSES.filter(other => actionTo(task(status, requiresApproval), other) !== undefined)

test('a task goes from to do through in progress to done', () => {
  expect(next('TODO', false)).toEqual(['IN_PROGRESS', 'CANCELLED'])
  expect(next('IN_PROGRESS', false)).toEqual(['TODO', 'DONE', 'CANCELLED'])
  expect(next('DONE', false)).toEqual(['TODO'])
  expect(next('CANCELLED', false)).toEqual(['TODO'])
})

test('a task that needs approval is done by approval alone', () => {
  expect(next('IN_PROGRESS', true)).toEqual(['TODO', 'WAITING_APPROVAL', 'CANCELLED'])
  expect(next('WAITING_APPROVAL', true)).toEqual(['IN_PROGRESS', 'DONE', 'CANCELLED'])
  expect(transition(task('WAITING_APPROVAL', true), 'DONE', '')).toEqual({ action: 'APPROVE' })
})

test('a task is not finished before its checklist', () => {
  expect(transition(task('IN_PROGRESS', false, false), 'DONE', '')).toEqual({ problem: 'CHECKLIST_OPEN' })
  expect(transition(task('IN_PROGRESS', true, false), 'WAITING_APPROVAL', '')).toEqual({ problem: 'CHECKLIST_OPEN' })
  expect(transition(task('IN_PROGRESS', false, false), 'CANCELLED', '')).toEqual({ action: 'CANCEL' })
})

test('a task is not approved before its checklist', () => {
  expect(transition(task('WAITING_APPROVAL', true, false), 'DONE', '')).toEqual({ problem: 'CHECKLIST_OPEN' })
  expect(transition(task('WAITING_APPROVAL', true, false), 'IN_PROGRESS', 'Line 2')).toEqual({ action: 'REJECT' })
})

test('a task that waits for approval is changed by its judges alone, a finished one by nobody', () => {
  const editable = (mayJudge: boolean) => TASK_STATUSES.filter(status => isEditable(status, mayJudge))
  expect(editable(false)).toEqual(['TODO', 'IN_PROGRESS'])
  expect(editable(true)).toEqual(['TODO', 'IN_PROGRESS', 'WAITING_APPROVAL'])
})

test('a rejection says why', () => {
  expect(transition(task('WAITING_APPROVAL', true), 'IN_PROGRESS', ' ')).toEqual({ problem: 'NOTE_MISSING' })
  expect(transition(task('WAITING_APPROVAL', true), 'IN_PROGRESS', 'Dose missing')).toEqual({ action: 'REJECT' })
})

test('names why a state cannot follow', () => {
  const problem = (status: TaskStatus, to: TaskStatus, requiresApproval = false) =>
    transition(task(status, requiresApproval), to, '')
  expect(problem('TODO', 'DONE')).toEqual({ problem: 'NOT_STARTED' })
  expect(problem('TODO', 'WAITING_APPROVAL', true)).toEqual({ problem: 'NOT_STARTED' })
  expect(problem('IN_PROGRESS', 'DONE', true)).toEqual({ problem: 'NEEDS_APPROVAL' })
  expect(problem('IN_PROGRESS', 'WAITING_APPROVAL')).toEqual({ problem: 'NOT_POSSIBLE' })
  expect(problem('WAITING_APPROVAL', 'TODO', true)).toEqual({ problem: 'NOT_POSSIBLE' })
  expect(problem('DONE', 'IN_PROGRESS')).toEqual({ problem: 'FINISHED' })
  expect(problem('CANCELLED', 'CANCELLED')).toEqual({ problem: 'NOT_POSSIBLE' })
})
