import type { NotationChoice } from '@steading/locales/notation'
import { sql } from 'kysely'
import { notationColumns } from '../../platform/database/sql/notation.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

export interface TaskRecipient extends NotationChoice {
  readonly userId: string
  readonly email: string
  readonly language: string
  readonly timeZone: string
}

const recipientColumns = sql`users.id::text as "userId", users.email::text as email, users.language,
  ${notationColumns('users')}, users.time_zone as "timeZone"`
/** Somebody who still sees the entity `place`. */
const isRecipient = sql`users.status = 'ACTIVE' and users.deleted_at is null and user_can_see(users.id, place.path)`

/** Of these users those who are active and see an entity. */
export async function taskRecipients(work: UnitOfWork, entityId: string, userIds: readonly string[]): Promise<TaskRecipient[]> {
  const { rows } = await sql<TaskRecipient>`
    select ${recipientColumns} from users join entities place on place.id = ${entityId}
    where users.id = any(${[...userIds]}::bigint[]) and ${isRecipient} order by users.id`.execute(work.sql)
  return rows
}

/** A reminder that is due: of a task, for one of its people. */
export interface DueReminder extends TaskRecipient {
  readonly kind: 'DUE_SOON' | 'OVERDUE'
  readonly key: string
  readonly taskId: string
  readonly entityId: string
  readonly title: string
  readonly place: string
  readonly dueAt: Date
}

/**
 * Reminders that nobody has received yet: one before the due date, unless the task was created within that time, and one after it.
 * Another due date is reminded of again. A server that was down sends no reminder of a day ago.
 */
export async function dueReminders(work: UnitOfWork, hours: number, most: number): Promise<DueReminder[]> {
  const span = sql`${hours} * interval '1 hour'`
  const { rows } = await sql<DueReminder>`
    select ${recipientColumns}, reminder.kind, reminder.key, tasks.id::text as "taskId", tasks.entity_id::text as "entityId",
      tasks.title, place.display_name as place, tasks.due_at as "dueAt"
    from tasks join entities place on place.id = tasks.entity_id
      join task_assignees on task_assignees.task_id = tasks.id join users on users.id = task_assignees.user_id
      cross join lateral (select case when tasks.due_at <= ${work.now} then 'OVERDUE' else 'DUE_SOON' end as kind) due
      cross join lateral (select due.kind, 'task|' || due.kind || '|' || tasks.id || '|'
        || extract(epoch from tasks.due_at)::bigint || '|' || users.id as key) reminder
    where tasks.status not in ('DONE', 'CANCELLED') and ${isRecipient}
      and tasks.due_at > ${work.now}::timestamptz - ${span} and tasks.due_at <= ${work.now}::timestamptz + ${span}
      and (due.kind = 'OVERDUE' or tasks.created_at < tasks.due_at - ${span})
      and not exists (select 1 from notifications where notifications.user_id = users.id
        and starts_with(notifications.key, reminder.key || '|'))
    order by tasks.due_at, tasks.id, users.id limit ${most}`.execute(work.sql)
  return rows
}

export interface SummaryTaskRow {
  readonly title: string
  readonly place: string
  readonly dueAt: Date
  readonly all: number
}

/** Unfinished tasks of a user that are due before an instant, the oldest first; `all`: how many there are. */
export async function tasksOfSummary(
  work: UnitOfWork,
  { userId, before }: { readonly userId: string; readonly before: Date },
  most: number,
): Promise<SummaryTaskRow[]> {
  const { rows } = await sql<SummaryTaskRow>`
    select tasks.title, place.display_name as place, tasks.due_at as "dueAt", count(*) over ()::int as all
    from task_assignees join tasks on tasks.id = task_assignees.task_id join entities place on place.id = tasks.entity_id
    where task_assignees.user_id = ${userId} and user_can_see(${userId}::bigint, place.path)
      and tasks.status not in ('DONE', 'CANCELLED') and tasks.due_at < ${before}
    order by tasks.due_at, tasks.id limit ${most}`.execute(work.sql)
  return rows
}
