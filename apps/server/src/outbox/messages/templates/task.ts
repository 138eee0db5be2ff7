import { camel } from '@steading/locales/camel'
import { dateTime } from '@steading/locales/format'
import { timesIn } from '../email.ts'
import { taskUrl } from '../linkTokens.ts'
import { defineTemplate, emailContent } from '../template.ts'

export type TaskNotificationKind = 'ASSIGNED' | 'DUE_SOON' | 'OVERDUE'

export interface TaskValues {
  readonly kind: TaskNotificationKind
  readonly taskId: string
  readonly title: string
  /** Display name of the entity. */
  readonly place: string
  /** UTC ms. */
  readonly dueAt: number
  /** Who assigned it; null: a template, or this is a reminder. */
  readonly by: string | null
  /** When it was written, UTC ms. */
  readonly at: number
}

/** A task was assigned, is due soon, or is overdue. */
export const taskTemplate = defineTemplate<TaskValues>({
  name: 'task',
  render({ kind, taskId, title, place, dueAt, by, at }, { t, timeZone, baseUrl }) {
    const subject = t(`mail.task.${camel(kind)}`, { title, place })
    return emailContent(
      {
        subject,
        title: subject,
        lines: [
          t('mail.task.due', { time: dateTime(new Date(dueAt).toISOString(), timeZone, t) }),
          ...(by === null ? [] : [t('mail.task.by', { name: by })]),
        ],
        link: { words: t('mail.task.link'), href: taskUrl(baseUrl, taskId) },
        times: timesIn(timeZone, new Date(at), t),
        footer: t('mail.task.footer'),
      },
      t,
    )
  },
})
