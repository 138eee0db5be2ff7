/** States of a task. */
export const TASK_STATUSES = ['TODO', 'IN_PROGRESS', 'WAITING_APPROVAL', 'DONE', 'CANCELLED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]
export const FINISHED: ReadonlySet<TaskStatus> = new Set(['DONE', 'CANCELLED'])
/** Columns of the board. */
export const BOARD_STATUSES = ['TODO', 'IN_PROGRESS', 'WAITING_APPROVAL', 'DONE'] as const satisfies readonly TaskStatus[]

/** What is done with a task. */
export const TASK_ACTIONS = ['START', 'STOP', 'FINISH', 'APPROVE', 'REJECT', 'CANCEL', 'REOPEN'] as const
export type TaskAction = (typeof TASK_ACTIONS)[number]

/** What of a task decides about its next state. */
export interface TaskState {
  readonly status: TaskStatus
  readonly requiresApproval: boolean
  readonly checklist: readonly { readonly done: boolean }[]
}

/** Why a state cannot follow; each but NOTE_MISSING is a refusal of the server. */
export type TransitionProblem = 'NOTE_MISSING' | keyof typeof TRANSITION_REFUSALS
export const TRANSITION_REFUSALS = {
  NOT_STARTED: 'TASK_NOT_STARTED',
  CHECKLIST_OPEN: 'TASK_CHECKLIST_OPEN',
  NEEDS_APPROVAL: 'TASK_NEEDS_APPROVAL',
  FINISHED: 'TASK_FINISHED',
  NOT_POSSIBLE: 'TASK_STATUS_NOT_POSSIBLE',
} as const

/** Whether fields and checklist of a task may change. While it waits for approval, those who judge it may change it. */
export const isEditable = (status: TaskStatus, mayJudge: boolean): boolean =>
  !FINISHED.has(status) && (status !== 'WAITING_APPROVAL' || mayJudge)

/** The action that leads from one state to another; undefined: none does. */
export function actionTo({ status, requiresApproval }: TaskState, next: TaskStatus): TaskAction | undefined {
  if (status === 'TODO') {
    if (next === 'IN_PROGRESS') return 'START'
    return next === 'CANCELLED' ? 'CANCEL' : undefined
  }
  if (status === 'IN_PROGRESS') {
    if (next === 'TODO') return 'STOP'
    if (next === (requiresApproval ? 'WAITING_APPROVAL' : 'DONE')) return 'FINISH'
    return next === 'CANCELLED' ? 'CANCEL' : undefined
  }
  if (status === 'WAITING_APPROVAL') {
    if (next === 'DONE') return 'APPROVE'
    if (next === 'IN_PROGRESS') return 'REJECT'
    return next === 'CANCELLED' ? 'CANCEL' : undefined
  }
  return next === 'TODO' ? 'REOPEN' : undefined
}

/** Why no action leads from one state to another. */
function problemTo({ status, requiresApproval }: TaskState, next: TaskStatus): keyof typeof TRANSITION_REFUSALS {
  if (status === next) return 'NOT_POSSIBLE'
  if (FINISHED.has(status)) return 'FINISHED'
  if (status === 'TODO') return 'NOT_STARTED'
  return status === 'IN_PROGRESS' && requiresApproval ? 'NEEDS_APPROVAL' : 'NOT_POSSIBLE'
}

/** Whether a task may go to a state: the action, or why it may not. */
export function transition(
  task: TaskState,
  next: TaskStatus,
  note: string,
): { readonly action: TaskAction } | { readonly problem: TransitionProblem } {
  const action = actionTo(task, next)
  if (action === undefined) return { problem: problemTo(task, next) }
  if ((action === 'FINISH' || action === 'APPROVE') && task.checklist.some(item => !item.done))
    return { problem: 'CHECKLIST_OPEN' }
  if (action === 'REJECT' && note.trim() === '') return { problem: 'NOTE_MISSING' }
  return { action }
}
