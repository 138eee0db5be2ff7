import type { Task, TaskColumn } from '@steading/contract/tasks/tasks'
import { BOARD_STATUSES, transition, TRANSITION_REFUSALS } from '@steading/contract/tasks/transitions'
import type { TaskState, TaskStatus } from '@steading/contract/tasks/transitions'
import type { TextKey } from '@steading/locales/text'
import { asksForNote, isJudgement, stepsOf, type TaskRights, type TaskStep } from '../taskWords.ts'

export type BoardStatus = TaskColumn['status']

/** The columns that arrow keys lead to. */
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The column beside another for an arrow key; the outermost ones stay; undefined for every other key. */
export function columnBeside(status: BoardStatus, key: string): BoardStatus | undefined {
  const step = KEYS[key]
  if (step === undefined) return undefined
  return BOARD_STATUSES[BOARD_STATUSES.indexOf(status) + step] ?? status
}

/** What a drop of a task on a column comes to. */
export type Drop =
  | { readonly kind: 'same' }
  | { readonly kind: 'move'; readonly step: TaskStep }
  /** A dialog asks for a note first. */
  | { readonly kind: 'ask'; readonly step: TaskStep }
  | { readonly kind: 'refused'; readonly reason: TextKey }

/** Note that satisfies the transition: the dialog asks for the real one. */
const ANY_NOTE = '-'

/** Judges a drop by the transitions of the contract and the rights of the session. */
export function dropOn(task: TaskState, next: TaskStatus, rights: TaskRights): Drop {
  if (task.status === next) return { kind: 'same' }
  const found = transition(task, next, ANY_NOTE)
  if ('problem' in found) {
    // A note is given, so it is never the one that is missing.
    const refusal = found.problem === 'NOTE_MISSING' ? 'TASK_STATUS_NOT_POSSIBLE' : TRANSITION_REFUSALS[found.problem]
    return { kind: 'refused', reason: `refusals.${refusal}` }
  }
  if (!rights.update || (isJudgement(found.action) && !rights.judge)) return { kind: 'refused', reason: 'failures.NOT_ALLOWED' }
  const step = stepsOf(task, rights).find(({ status }) => status === next)
  if (!step) return { kind: 'refused', reason: 'refusals.TASK_STATUS_NOT_POSSIBLE' }
  return { kind: asksForNote(step.action) ? 'ask' : 'move', step }
}

/** A task that is on its way to another column. */
export interface Move {
  readonly task: Task
  readonly status: TaskStatus
}

/** The columns as they look while a task is on its way. */
export function withMove(columns: readonly TaskColumn[], move: Move | undefined): readonly TaskColumn[] {
  if (!move) return columns
  const { task, status } = move
  return columns.map(column => {
    const isHere = column.tasks.some(({ id }) => id === task.id)
    if (column.status === status)
      return isHere ? column : { ...column, tasks: [{ ...task, status }, ...column.tasks], total: column.total + 1 }
    if (!isHere) return column
    return { ...column, tasks: column.tasks.filter(({ id }) => id !== task.id), total: column.total - 1 }
  })
}

/** How many tasks of a column the board does not show. */
export const hiddenCount = ({ tasks, total }: TaskColumn): number => Math.max(0, total - tasks.length)
