import { expect, test } from 'vitest'
import type { Task, TaskColumn } from '@steading/contract/tasks/tasks'
import type { TaskStatus } from '@steading/contract/tasks/transitions'
import { columnBeside, dropOn, hiddenCount, withMove } from './boardMoves.ts'

const all = { update: true, judge: true }
const state = (status: TaskStatus, requiresApproval = false, done = true) => ({ status, requiresApproval, checklist: [{ done }] })

test('arrow keys move to the next column and stop at the outermost', () => {
  expect(columnBeside('TODO', 'ArrowRight')).toBe('IN_PROGRESS')
  expect(columnBeside('DONE', 'ArrowLeft')).toBe('WAITING_APPROVAL')
  expect(columnBeside('TODO', 'ArrowLeft')).toBe('TODO')
  expect(columnBeside('DONE', 'ArrowRight')).toBe('DONE')
  expect(columnBeside('TODO', 'ArrowDown')).toBeUndefined()
})

test('a legal drop moves the task', () => {
  expect(dropOn(state('TODO'), 'IN_PROGRESS', all)).toMatchObject({ kind: 'move', step: { action: 'START' } })
  expect(dropOn(state('IN_PROGRESS'), 'DONE', all)).toMatchObject({ kind: 'move', step: { action: 'FINISH' } })
  expect(dropOn(state('TODO'), 'TODO', all)).toEqual({ kind: 'same' })
})

test('an illegal drop is refused with the reason of the server', () => {
  const reason = (drop: ReturnType<typeof dropOn>) => (drop.kind === 'refused' ? drop.reason : drop.kind)
  expect(reason(dropOn(state('TODO'), 'DONE', all))).toBe('refusals.TASK_NOT_STARTED')
  expect(reason(dropOn(state('IN_PROGRESS', false, false), 'DONE', all))).toBe('refusals.TASK_CHECKLIST_OPEN')
  expect(reason(dropOn(state('IN_PROGRESS', true), 'DONE', all))).toBe('refusals.TASK_NEEDS_APPROVAL')
  expect(reason(dropOn(state('DONE'), 'IN_PROGRESS', all))).toBe('refusals.TASK_FINISHED')
  expect(reason(dropOn(state('IN_PROGRESS'), 'WAITING_APPROVAL', all))).toBe('refusals.TASK_STATUS_NOT_POSSIBLE')
})

test('an approval asks for a note and needs its permission', () => {
  const waiting = state('WAITING_APPROVAL', true)
  expect(dropOn(waiting, 'DONE', all)).toMatchObject({ kind: 'ask', step: { action: 'APPROVE' } })
  expect(dropOn(waiting, 'IN_PROGRESS', all)).toMatchObject({ kind: 'ask', step: { action: 'REJECT' } })
  expect(dropOn(waiting, 'DONE', { update: true, judge: false })).toEqual({ kind: 'refused', reason: 'failures.NOT_ALLOWED' })
  expect(dropOn(state('TODO'), 'IN_PROGRESS', { update: false, judge: true })).toEqual({
    kind: 'refused',
    reason: 'failures.NOT_ALLOWED',
  })
})

const task = (id: string, status: TaskStatus) => ({ id, status }) as Task // safe: moves read no more of a task
const columns: readonly TaskColumn[] = [
  { status: 'TODO', tasks: [task('1', 'TODO'), task('2', 'TODO')], total: 60 },
  { status: 'IN_PROGRESS', tasks: [task('3', 'IN_PROGRESS')], total: 1 },
]

test('a task on its way stands in its new column first', () => {
  const moved = withMove(columns, { task: task('2', 'TODO'), status: 'IN_PROGRESS' })
  expect(moved.map(column => [column.tasks.map(({ id }) => id), column.total])).toEqual([
    [['1'], 59],
    [['2', '3'], 2],
  ])
  expect(moved[1]?.tasks[0]?.status).toBe('IN_PROGRESS')
  expect(withMove(columns, undefined)).toBe(columns)
})

test('a task that has arrived is not moved twice', () => {
  expect(withMove(columns, { task: task('3', 'TODO'), status: 'IN_PROGRESS' })).toEqual(columns)
})

test('a column says how many tasks it does not show', () => {
  expect(columns.map(hiddenCount)).toEqual([58, 0])
})
