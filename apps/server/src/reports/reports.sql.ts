import type { EntityRef } from '@steading/contract/entities/entities'
import type { PageQuery } from '@steading/contract/http/paging'
import type { BatchRef } from '@steading/contract/production/batchRef'
import { mayReport, REPORT_TYPES } from '@steading/contract/reports/reportKinds'
import type { ReportError, ReportFormat, ReportStatus, ReportType } from '@steading/contract/reports/reportKinds'
import type { ReportFilter } from '@steading/contract/reports/reports'
import type { Language } from '@steading/locales/languages'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** The types whose content the actor may see. */
export const permittedTypes = (actor: Actor): readonly ReportType[] =>
  REPORT_TYPES.filter(type => mayReport(type, needed => isPermitted(actor, needed)))

/** Reports in reach whose content the actor may see. */
const visible = (work: UnitOfWork) =>
  work.sql
    .selectFrom('reports')
    .select([
      'reports.id',
      'reports.entity_id',
      'reports.display_name',
      sql<ReportType>`reports.type`.as('type'),
      sql<ReportFormat>`reports.format`.as('format'),
      sql<ReportStatus>`reports.status`.as('status'),
      'reports.progress',
      'reports.schedule_id',
      'reports.due_key',
      'reports.created_at',
      entityRef('entity_id', 'reports').as('entity'),
      personReference('reports.requested_by').as('requestedBy'),
    ])
    .where(inScope(work, 'reports.entity_id'))
    .where(sql<SqlBool>`reports.type = any(${permittedTypes(work.actor)})`)

export function searchReports(work: UnitOfWork, query: PageQuery & ReportFilter) {
  let rows = visible(work)
  if (query.search) rows = rows.where(saysPlainly(sql.ref('reports.display_name'), query.search))
  if (query.type) rows = rows.where('reports.type', 'in', query.type)
  if (query.status) rows = rows.where('reports.status', 'in', query.status)
  if (query.entityId) rows = rows.where(atOrBelow(sql.ref('reports.entity_id'), query.entityId))
  const sorts = { creationTimestamp: 'reports.created_at', displayName: 'reports.display_name', id: 'reports.id' } as const
  return fetchPage(work, rows, query, sorts, 'reports.id', row => row)
}
export type ReportRow = Awaited<ReturnType<typeof searchReports>>['content'][number]

/** The users whose ids a column holds, in its order. */
export const peopleIn = (column: string) => sql<{ userId: string; shortName: string }[]>`(select coalesce(json_agg(person), '[]')
  from (select user_reference(id) as person from unnest(${sql.ref(column)}) with ordinality as named (id, place) order by place) known
  where person is not null)`

/** The short name of a user. */
export async function nameOf(work: UnitOfWork, userId: string): Promise<string> {
  const { short_name: name } = await work.sql
    .selectFrom('users')
    .select('short_name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}

/** The entities whose ids a column holds, by name. */
export const entitiesIn = (column: string) =>
  sql<EntityRef[]>`(select coalesce(json_agg(json_build_object('id', place.id::text, 'name', place.name, 'type', place.type,
      'displayName', place.display_name) order by place.display_name), '[]')
    from entities place where place.id = any(${sql.ref(column)}))`

/** The batches whose ids a column holds, by code. */
export const batchesIn = (column: string) =>
  sql<
    BatchRef[]
  >`(select coalesce(json_agg(json_build_object('id', batches.id::text, 'code', batches.code) order by batches.code), '[]')
    from batches where batches.id = any(${sql.ref(column)}))`

export const reportById = (work: UnitOfWork, id: string) =>
  visible(work)
    .leftJoin('report_schedules', 'report_schedules.id', 'reports.schedule_id')
    .select([
      'reports.language',
      'reports.time_zone',
      sql<string | null>`reports.from_day::text`.as('fromDay'),
      sql<string | null>`reports.to_day::text`.as('toDay'),
      'reports.file_id',
      'reports.file_name',
      'reports.bytes',
      sql<ReportError | null>`reports.error`.as('error'),
      'reports.finished_at',
      'report_schedules.frequency',
      'report_schedules.at_time',
      'report_schedules.weekday',
      'report_schedules.month_day',
      'report_schedules.next_due_at',
      'report_schedules.time_zone as scheduleZone',
      peopleIn('reports.recipient_ids').as('recipients'),
      entitiesIn('reports.entity_ids').as('entities'),
      batchesIn('reports.batch_ids').as('batches'),
    ])
    .where('reports.id', '=', id)
    .executeTakeFirst()
export type ReportDetailsRow = NonNullable<Awaited<ReturnType<typeof reportById>>>

/** The lowest entity in reach that is above all of these or one of them; undefined: there is none, or one is out of reach. */
export async function commonEntity(work: UnitOfWork, ids: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with named as (select path from entities where id = any(${[...ids]}::bigint[]) and ${within(work.actor, sql.ref('entities.id'))})
    select top.id::text as id from entities top
    where (select count(*) from named) = ${ids.length} and ${within(work.actor, sql.ref('top.id'))}
      and not exists (select 1 from named where not (named.path <@ top.path))
    order by nlevel(top.path) desc limit 1`.execute(work.sql)
  return rows[0]?.id
}

/** The houses of batches that the actor sees. */
export async function entitiesOfBatches(work: UnitOfWork, ids: readonly string[]): Promise<string[]> {
  const rows = await work.sql
    .selectFrom('batches')
    .select(['batches.id', 'batches.entity_id'])
    .where('batches.id', 'in', [...ids])
    .where(inScope(work, 'batches.entity_id'))
    .execute()
  return rows.length === ids.length ? [...new Set(rows.map(row => row.entity_id))] : []
}

/** What a report or a schedule is made of. */
export interface ReportDefinition {
  readonly entityId: string
  readonly displayName: string
  readonly type: ReportType
  readonly format: ReportFormat
  readonly entityIds: readonly string[]
  readonly batchIds: readonly string[]
  readonly language: Language
  readonly timeZone: string
  readonly recipientIds: readonly string[]
  readonly requestedBy: string | null
}

export const definitionColumns = (definition: ReportDefinition) => ({
  entity_id: definition.entityId,
  display_name: definition.displayName,
  type: definition.type,
  format: definition.format,
  entity_ids: [...definition.entityIds],
  batch_ids: [...definition.batchIds],
  language: definition.language,
  time_zone: definition.timeZone,
  recipient_ids: [...definition.recipientIds],
  requested_by: definition.requestedBy,
})

/** undefined: the schedule has made that report already. */
export async function insertReport(
  work: UnitOfWork,
  definition: ReportDefinition,
  more: {
    readonly fromDay: string | null
    readonly toDay: string | null
    readonly scheduleId: string | null
    readonly dueKey: string | null
  },
): Promise<string | undefined> {
  const row = await work.sql
    .insertInto('reports')
    .values({
      ...definitionColumns(definition),
      from_day: more.fromDay,
      to_day: more.toDay,
      schedule_id: more.scheduleId,
      due_key: more.dueKey,
      created_at: work.now,
    })
    .onConflict(conflict => conflict.columns(['schedule_id', 'due_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row && definition.batchIds.length > 0)
    await work.sql
      .insertInto('report_batches')
      .values(definition.batchIds.map(batchId => ({ report_id: row.id, batch_id: batchId })))
      .execute()
  return row?.id
}

/** A report that failed or expired is requested again. */
export const requestAgain = (work: UnitOfWork, id: string) =>
  work.sql
    .updateTable('reports')
    .set({ status: 'REQUESTED', progress: 0, attempts: 0, error: null, finished_at: null, file_name: null, bytes: null })
    .where('id', '=', id)
    .where('status', 'in', ['FAILED', 'EXPIRED'])
    .returning('id')
    .executeTakeFirst()

export const deleteReport = (work: UnitOfWork, id: string) => work.sql.deleteFrom('reports').where('id', '=', id).execute()
