import type { PageQuery } from '@steading/contract/http/paging'
import type { Severity } from '@steading/contract/events/kinds'
import type { ApprovalStatus, TaskTrigger } from '@steading/contract/tasks/taskTemplates'
import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { atOrBelow, inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

interface Person {
  readonly userId: string
  readonly shortName: string
}

const rows = (work: UnitOfWork) =>
  work.sql
    .selectFrom('task_templates')
    .where(inScope(work, 'task_templates.entity_id'))
    .selectAll('task_templates')
    .select([
      entityRef('entity_id', 'task_templates').as('entity'),
      sql<Person[]>`(select coalesce(json_agg(user_reference(person) order by place), '[]')
        from unnest(task_templates.assignee_ids) with ordinality as people (person, place))`.as('assignees'),
      sql<{ id: string; name: string } | null>`(select json_build_object('id', roles.id::text, 'name', roles.name)
        from roles where roles.id = task_templates.assignee_role_id)`.as('assigneeRole'),
      personReference('task_templates.created_by').as('createdBy'),
      personReference('task_templates.updated_by').as('updatedBy'),
    ])

export const templateById = (work: UnitOfWork, id: string) => rows(work).where('task_templates.id', '=', id).executeTakeFirst()
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof templateById>>>

/** Approved templates, page by page of ids. */
export const activeTemplates = (work: UnitOfWork, after: string, most: number) =>
  rows(work)
    .where('approval_status', '=', 'APPROVED')
    .where('task_templates.id', '>', after)
    .orderBy('task_templates.id')
    .limit(most)
    .execute()

/** An approved template, kept as it is until the transaction ends; undefined: it is not approved any more. */
export const lockApprovedTemplate = (work: UnitOfWork, id: string) =>
  rows(work)
    .where('task_templates.id', '=', id)
    .where('approval_status', '=', 'APPROVED')
    .forShare('task_templates')
    .executeTakeFirst()

export interface TemplateFilter {
  readonly entityId?: string | undefined
  readonly approvalStatus?: readonly ApprovalStatus[] | undefined
  readonly search?: string | undefined
}

export function searchTemplates(work: UnitOfWork, pageQuery: PageQuery, { entityId, approvalStatus, search }: TemplateFilter) {
  let query = rows(work)
  if (entityId) query = query.where(atOrBelow(sql.ref('task_templates.entity_id'), entityId))
  if (approvalStatus && approvalStatus.length > 0) query = query.where('approval_status', 'in', approvalStatus)
  if (search) query = query.where(saysPlainly(sql.ref('task_templates.display_name'), search))
  const columns = {
    creationTimestamp: 'task_templates.created_at',
    displayName: collateNames('task_templates.display_name'),
    id: 'task_templates.id',
  } as const
  return fetchPage(work, query, pageQuery, columns, 'task_templates.id', row => row)
}

export interface TemplateColumns {
  readonly entity_id: string
  readonly display_name: string
  readonly description: string
  readonly species: string | null
  readonly checklist: string[]
  readonly assignee_ids: string[]
  readonly assignee_role_id: string | null
  readonly priority: Severity
  readonly requires_approval: boolean
  readonly trigger: TaskTrigger
  readonly due_after: number
}

const stored = ({ trigger, ...columns }: TemplateColumns) => ({ ...columns, trigger: JSON.stringify(trigger) })

export async function insertTemplate(work: UnitOfWork, template: TemplateColumns): Promise<string> {
  const { id } = await work.sql
    .insertInto('task_templates')
    .values({
      ...stored(template),
      approval_status: 'PENDING_APPROVAL',
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when it is not at this version any more. */
export async function updateTemplate(
  work: UnitOfWork,
  { id, version }: { readonly id: string; readonly version: number },
  template: TemplateColumns,
  approvalStatus: ApprovalStatus,
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('task_templates')
    .set({ ...stored(template), approval_status: approvalStatus, ...versionColumns(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when it is not at this version any more. */
export async function updateApproval(
  work: UnitOfWork,
  { id, version }: { readonly id: string; readonly version: number },
  {
    status,
    note,
    approvedAt,
  }: { readonly status: ApprovalStatus; readonly note: string | null; readonly approvedAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('task_templates')
    .set({ approval_status: status, rejection_note: note, approved_at: approvedAt, ...versionColumns(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteTemplate = (work: UnitOfWork, id: string) =>
  work.sql.deleteFrom('task_templates').where('id', '=', id).execute()

/** Of these users those who are active. */
export async function activeUsers(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await work.sql
    .selectFrom('users')
    .where('id', 'in', [...ids])
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()
  return new Set(found.map(({ id }) => id))
}

export const roleExists = async (work: UnitOfWork, id: string): Promise<boolean> =>
  (await work.sql.selectFrom('roles').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
