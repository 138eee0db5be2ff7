import type { PageQuery } from '@steading/contract/http/paging'
import type { Severity } from '@steading/contract/events/kinds'
import type { TaskStatus } from '@steading/contract/tasks/transitions'
import { sql } from 'kysely'
import { batchRef } from '../batches/index.ts'
import { entityRef } from '../entities/index.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { AttachmentOwner } from '../platform/files/changeAttachments.ts'

/** A line of a checklist as it is stored; `by`: the user. */
export interface StoredCheck {
  readonly text: string
  readonly done: boolean
  readonly by: string | null
  readonly at: string | null
}

interface Person {
  readonly userId: string
  readonly shortName: string
}

/** The most urgent first. */
const priorityRank = sql<number>`array_position(array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'], tasks.priority)`
const statusRank = sql<number>`array_position(array['TODO', 'IN_PROGRESS', 'WAITING_APPROVAL', 'DONE', 'CANCELLED'], tasks.status)`
/** Due before now, and not finished. */
const isOverdue = (work: UnitOfWork) => sql<boolean>`(tasks.due_at < ${work.now} and tasks.status not in ('DONE', 'CANCELLED'))`

/** Tasks in reach. */
const rows = (work: UnitOfWork) =>
  work.sql
    .selectFrom('tasks')
    .where(inScope(work, 'tasks.entity_id'))
    .selectAll('tasks')
    .select([
      entityRef('entity_id', 'tasks').as('entity'),
      batchRef(work, 'tasks.batch_id').as('batch'),
      sql<{
        id: string
        displayName: string
      } | null>`(select json_build_object('id', template.id::text, 'displayName', template.display_name)
        from task_templates template where template.id = tasks.template_id)`.as('template'),
      sql<Person[]>`(select coalesce(json_agg(user_reference(assignee.user_id) order by assignee.user_id), '[]')
        from task_assignees assignee where assignee.task_id = tasks.id)`.as('assignees'),
      sql<(Person | null)[]>`(select coalesce(json_agg(user_reference((item ->> 'by')::bigint) order by place), '[]')
        from jsonb_array_elements(tasks.checklist) with ordinality as checks (item, place))`.as('checkers'),
      sql<string>`(select time_zone from entities where entities.id = tasks.entity_id)`.as('timeZone'),
      isOverdue(work).as('overdue'),
      personReference('tasks.approved_by').as('approvedBy'),
      personReference('tasks.created_by').as('createdBy'),
      personReference('tasks.updated_by').as('updatedBy'),
    ])
export type TaskRow = NonNullable<Awaited<ReturnType<typeof taskById>>>

export const taskById = (work: UnitOfWork, id: string) => rows(work).where('tasks.id', '=', id).executeTakeFirst()

/** Locks a task until the transaction ends. */
export const lockTask = (work: UnitOfWork, id: string) =>
  work.sql.selectFrom('tasks').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export interface TaskFilter {
  readonly entityId?: string | undefined
  /** Entities with all below them; one may stand below another one. */
  readonly entities?: readonly string[] | undefined
  readonly batchId?: string | undefined
  readonly assigneeId?: string | undefined
  readonly templateId?: string | undefined
  readonly status?: readonly TaskStatus[] | undefined
  readonly priority?: readonly Severity[] | undefined
  readonly overdue?: boolean | undefined
  readonly search?: string | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

function filtered(work: UnitOfWork, filter: TaskFilter) {
  const { entityId, entities, batchId, assigneeId, templateId, status, priority, overdue, search, fromDate, toDate } = filter
  let query = rows(work)
  if (entityId) query = query.where(atOrBelow(sql.ref('tasks.entity_id'), entityId))
  if (entities) query = query.where(atOrBelow(sql.ref('tasks.entity_id'), entities))
  if (batchId) query = query.where('tasks.batch_id', '=', batchId)
  if (templateId) query = query.where('tasks.template_id', '=', templateId)
  if (assigneeId)
    query = query.where(
      sql<boolean>`exists (select 1 from task_assignees mine where mine.task_id = tasks.id and mine.user_id = ${assigneeId})`,
    )
  if (status && status.length > 0) query = query.where('tasks.status', 'in', status)
  if (priority && priority.length > 0) query = query.where('tasks.priority', 'in', priority)
  if (overdue !== undefined) query = query.where(isOverdue(work), '=', overdue)
  if (search) query = query.where(saysPlainly(sql.ref('tasks.title'), search))
  if (fromDate) query = query.where('tasks.due_at', '>=', new Date(fromDate))
  if (toDate) query = query.where('tasks.due_at', '<', new Date(toDate))
  return query
}

const columns = {
  dueDate: 'tasks.due_at',
  title: 'tasks.title',
  priority: priorityRank,
  status: statusRank,
  creationTimestamp: 'tasks.created_at',
  id: 'tasks.id',
} as const

export const searchTasks = (work: UnitOfWork, pageQuery: PageQuery, filter: TaskFilter) =>
  fetchPage(work, filtered(work, filter), pageQuery, columns, 'tasks.id', row => row)

/** Tasks of a column of the board: the most urgent first, then by their due date; finished ones since a time. */
export async function boardColumn(
  work: UnitOfWork,
  filter: TaskFilter,
  { status, since, most }: { readonly status: TaskStatus; readonly since: Date | null; readonly most: number },
) {
  const query = filtered(work, { ...filter, status: [status] }).$if(since !== null, column =>
    column.where('tasks.finished_at', '>=', since),
  )
  const tasks = await query.orderBy(priorityRank, 'desc').orderBy('tasks.due_at').orderBy('tasks.id').limit(most).execute()
  const [{ total } = { total: 0 }] = await query
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .execute()
  return { tasks, total }
}

export interface TaskColumns {
  readonly entity_id: string
  readonly batch_id: string | null
  readonly title: string
  readonly description: string
  readonly priority: Severity
  readonly start_at: Date | null
  readonly due_at: Date
  readonly requires_approval: boolean
}

const checklistColumn = (checklist: readonly StoredCheck[]) => JSON.stringify(checklist)

export async function insertTask(
  work: UnitOfWork,
  task: TaskColumns,
  { checklist, templateId }: { readonly checklist: readonly StoredCheck[]; readonly templateId: string | null },
): Promise<string> {
  const { id } = await work.sql
    .insertInto('tasks')
    .values({
      ...task,
      template_id: templateId,
      checklist: checklistColumn(checklist),
      status: 'TODO',
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when it is not at this version any more. */
export async function updateTask(
  work: UnitOfWork,
  { id, version }: { readonly id: string; readonly version: number },
  task: TaskColumns,
  checklist: readonly StoredCheck[],
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('tasks')
    .set({ ...task, checklist: checklistColumn(checklist), ...versionColumns(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when it is not at this version any more. */
export async function updateStatus(
  work: UnitOfWork,
  { id, version }: { readonly id: string; readonly version: number },
  change: { readonly status: TaskStatus; readonly approvedBy: string | null; readonly finishedAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('tasks')
    .set({
      status: change.status,
      approved_by: change.approvedBy,
      finished_at: change.finishedAt,
      ...versionColumns(work),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteTask = (work: UnitOfWork, id: string) => work.sql.deleteFrom('tasks').where('id', '=', id).execute()

/** Replaces the people of a task. */
export async function setAssignees(work: UnitOfWork, taskId: string, userIds: readonly string[]) {
  await work.sql.deleteFrom('task_assignees').where('task_id', '=', taskId).execute()
  const unique = [...new Set(userIds)]
  if (unique.length > 0)
    await work.sql
      .insertInto('task_assignees')
      .values(unique.map(userId => ({ task_id: taskId, user_id: userId })))
      .execute()
}

/** Of these users those who are active, in reach of the caller, and see an entity. */
export async function peopleAt(work: UnitOfWork, entityId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const found = await work.sql
    .selectFrom('users')
    .innerJoin('entities as place', join => join.onTrue())
    .where('place.id', '=', entityId)
    .where('users.id', 'in', [...userIds])
    .where('users.status', '=', 'ACTIVE')
    .where('users.deleted_at', 'is', null)
    .where(sql<boolean>`user_can_see(users.id, place.path)`)
    .where(within(work.actor, sql.ref('place.id')))
    .select('users.id')
    .execute()
  return new Set(found.map(({ id }) => id))
}

export const insertChange = (work: UnitOfWork, taskId: string, { status, notes }: { status: TaskStatus; notes: string }) =>
  work.sql.insertInto('task_changes').values({ task_id: taskId, status, notes, at: work.now, user_id: work.actor.id }).execute()

export const changesOf = (work: UnitOfWork, taskId: string) =>
  work.sql
    .selectFrom('task_changes')
    .select(['status', 'notes', 'at', personReference('task_changes.user_id').as('user')])
    .where('task_id', '=', taskId)
    .orderBy('id')
    .limit(500)
    .execute()

const attachmentsOf = (work: UnitOfWork, taskId: string) =>
  work.sql
    .selectFrom('task_attachments')
    .select([
      'name',
      'type',
      sql<number>`bytes::float8`.as('size'),
      'file_id as fileId',
      'created_at as addedAt',
      personReference('task_attachments.created_by').as('addedBy'),
    ])
    .where('task_id', '=', taskId)
    .orderBy('id')
    .execute()

/** A task as the owner of its files. */
export const attachmentOwner = (
  work: UnitOfWork,
  { id, entityId }: { readonly id: string; readonly entityId: string },
): AttachmentOwner => ({
  entityId,
  list: () => attachmentsOf(work, id),
  insert: ({ name, type, bytes, fileId }) =>
    work.sql
      .insertInto('task_attachments')
      .values({ task_id: id, name, type, bytes, file_id: fileId, created_at: work.now, created_by: work.actor.id })
      .execute(),
  delete: fileIds =>
    work.sql
      .deleteFrom('task_attachments')
      .where('file_id', 'in', [...fileIds])
      .execute(),
})

/** Whether tasks of a template are not finished, wherever they are. */
export const hasUnfinishedTasks = (work: UnitOfWork, templateId: string): Promise<boolean> =>
  work.withSystemScope(async systemWork => {
    const found = await systemWork.sql
      .selectFrom('tasks')
      .select('id')
      .where('template_id', '=', templateId)
      .where('status', 'not in', ['DONE', 'CANCELLED'])
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  })
