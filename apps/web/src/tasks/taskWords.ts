import type { Task } from '@steading/contract/tasks/tasks'
import { TASK_STATUSES, type TaskAction, type TaskState, type TaskStatus, transition } from '@steading/contract/tasks/transitions'
import type { TextKey, Translate } from '@steading/locales/text'

export const statusWord = {
  TODO: 'task.status.todo',
  IN_PROGRESS: 'task.status.inProgress',
  WAITING_APPROVAL: 'task.status.waitingApproval',
  DONE: 'task.status.done',
  CANCELLED: 'task.status.cancelled',
} as const satisfies Record<TaskStatus, TextKey>

const actionWord = {
  START: 'task.action.start',
  STOP: 'task.action.stop',
  FINISH: 'task.action.finish',
  APPROVE: 'task.approve',
  REJECT: 'task.reject',
  CANCEL: 'task.action.cancel',
  REOPEN: 'task.action.reopen',
} as const satisfies Record<TaskAction, TextKey>

/** A step that a person may take with a task, and the status to which it leads. */
export interface TaskStep {
  readonly action: TaskAction
  readonly status: TaskStatus
  readonly word: TextKey
}

/** What every step to another status needs, `judge` also for approvals. */
export interface TaskRights {
  readonly update: boolean
  readonly judge: boolean
}

/** Actions from the least to the most likely; the last one is the primary button. */
const ORDER: readonly TaskAction[] = ['CANCEL', 'STOP', 'REJECT', 'REOPEN', 'START', 'FINISH', 'APPROVE']

/** Note that satisfies the transition: the dialog asks for the real one. */
const ANY_NOTE = '-'

/** The legal steps of a task for somebody, the most likely last. */
export function stepsOf(task: TaskState, rights: TaskRights): readonly TaskStep[] {
  if (!rights.update) return []
  const steps = TASK_STATUSES.flatMap((status): TaskStep[] => {
    const found = transition(task, status, ANY_NOTE)
    if ('problem' in found) return []
    const { action } = found
    if (!rights.judge && isJudgement(action)) return []
    const word = action === 'FINISH' && task.requiresApproval ? 'task.sendForApproval' : actionWord[action]
    return [{ action, status, word }]
  })
  return steps.toSorted((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action))
}

/** Whether an action approves or rejects, which needs a permission of its own. */
export const isJudgement = (action: TaskAction): boolean => action === 'APPROVE' || action === 'REJECT'

/** Whether an action asks for a note first. */
export const asksForNote = (action: TaskAction): boolean => isJudgement(action) || action === 'CANCEL'

/** How many lines of a checklist are done, in words; undefined without a checklist. */
export const checklistText = ({ checklist }: Pick<Task, 'checklist'>, t: Translate): string | undefined =>
  checklist.length === 0
    ? undefined
    : t('ui.progress', { done: checklist.filter(item => item.done).length, total: checklist.length })

/** The people of a task, by their short names. */
export const assigneesText = ({ assignees }: Pick<Task, 'assignees'>): string =>
  assignees.map(({ shortName }) => shortName).join(', ')
