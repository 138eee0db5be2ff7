import type { ApprovalStatus, TaskTemplate, TaskTrigger } from '@steading/contract/tasks/taskTemplates'
import type { TextKey, Translate } from '@steading/locales/text'
import { weekdaysWords } from '@steading/locales/weekdays'
import type { StatusTone } from '../ui/marks/StatusPill.tsx'

export const approvalWord = {
  DRAFT: 'taskTemplate.status.draft',
  PENDING_APPROVAL: 'taskTemplate.status.pendingApproval',
  APPROVED: 'taskTemplate.status.approved',
  REJECTED: 'taskTemplate.status.rejected',
} as const satisfies Record<ApprovalStatus, TextKey>

export const approvalTone = {
  DRAFT: 'idle',
  PENDING_APPROVAL: 'pending',
  APPROVED: 'ok',
  REJECTED: 'error',
} as const satisfies Record<ApprovalStatus, StatusTone>

export const triggerWord = {
  MANUAL: 'taskTemplate.trigger.manual',
  BATCH_DAY: 'taskTemplate.trigger.batchDay',
  WEEKLY: 'taskTemplate.trigger.weekly',
  BATCH_CLOSE: 'taskTemplate.trigger.batchClose',
} as const satisfies Record<TaskTrigger['type'], TextKey>

/** When a template makes a task, with its day or days. */
export function triggerText(trigger: TaskTrigger, t: Translate): string {
  if (trigger.type === 'BATCH_DAY') return t('taskTemplate.onDay', { day: trigger.day })
  if (trigger.type !== 'WEEKLY') return t(triggerWord[trigger.type])
  // The contract counts weekdays from 1, Monday.
  const days = weekdaysWords(
    trigger.weekdays.map(day => day - 1),
    t,
  )
  return t('taskTemplate.onWeekdays', { days, time: trigger.time })
}

/** Whom a template assigns: its people, or the role. */
export const assignedText = ({ assignees, assigneeRole }: TaskTemplate): string =>
  [...assignees.map(({ shortName }) => shortName), ...(assigneeRole ? [assigneeRole.name] : [])].join(', ')
