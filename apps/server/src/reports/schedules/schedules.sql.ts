import type { PageQuery } from '@steading/contract/http/paging'
import type { ReportRecurrence } from '@steading/contract/reports/reportForms'
import type { ReportFrequency, ReportType } from '@steading/contract/reports/reportKinds'
import type { Language } from '@steading/locales/languages'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../../entities/index.ts'
import { fetchPage } from '../../platform/database/sql/page.ts'
import { versionColumns } from '../../platform/database/sql/nextVersion.ts'
import { personReference } from '../../platform/database/sql/personReference.ts'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { batchesIn, definitionColumns, entitiesIn, peopleIn, permittedTypes } from '../reports.sql.ts'
import type { ReportDefinition } from '../reports.sql.ts'

const visible = (work: UnitOfWork) =>
  work.sql
    .selectFrom('report_schedules')
    .selectAll('report_schedules')
    .select([
      entityRef('entity_id', 'report_schedules').as('entity'),
      personReference('report_schedules.requested_by').as('requestedBy'),
      peopleIn('report_schedules.recipient_ids').as('recipients'),
    ])
    .where(inScope(work, 'report_schedules.entity_id'))
    .where(sql<SqlBool>`report_schedules.type = any(${permittedTypes(work.actor)})`)

export function searchSchedules(work: UnitOfWork, query: PageQuery) {
  const sorts = {
    next: 'report_schedules.next_due_at',
    displayName: 'report_schedules.display_name',
    id: 'report_schedules.id',
  } as const
  return fetchPage(work, visible(work), query, sorts, 'report_schedules.id', row => row)
}
export type ScheduleRow = Awaited<ReturnType<typeof searchSchedules>>['content'][number]

export const scheduleById = (work: UnitOfWork, id: string) =>
  visible(work)
    .select([
      personReference('report_schedules.created_by').as('createdBy'),
      personReference('report_schedules.updated_by').as('updatedBy'),
      entitiesIn('report_schedules.entity_ids').as('entities'),
      batchesIn('report_schedules.batch_ids').as('batches'),
    ])
    .where('report_schedules.id', '=', id)
    .executeTakeFirst()
export type ScheduleDetailsRow = NonNullable<Awaited<ReturnType<typeof scheduleById>>>

/** Has the schedule made the report of a due time, by its key? */
export const isMade = async (work: UnitOfWork, id: string, dueKey: string): Promise<boolean> =>
  (await work.sql
    .selectFrom('reports')
    .select('id')
    .where('schedule_id', '=', id)
    .where('due_key', '=', dueKey)
    .executeTakeFirst()) !== undefined

/** undefined: the version changed meanwhile. */
export const updateSchedule = (
  work: UnitOfWork,
  {
    id,
    version,
    recurrence,
    nextDueAt,
  }: { readonly id: string; readonly version: number; readonly recurrence: ReportRecurrence; readonly nextDueAt: Date },
  definition: ReportDefinition,
) =>
  work.sql
    .updateTable('report_schedules')
    .set({
      ...definitionColumns(definition),
      ...recurrenceColumns(recurrence),
      next_due_at: nextDueAt,
      ...versionColumns(work),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()

export const deleteSchedule = (work: UnitOfWork, id: string) =>
  work.sql.deleteFrom('report_schedules').where('id', '=', id).execute()

export async function insertSchedule(
  work: UnitOfWork,
  definition: ReportDefinition,
  recurrence: ReportRecurrence,
  nextDueAt: Date,
): Promise<string> {
  const { id } = await work.sql
    .insertInto('report_schedules')
    .values({
      ...definitionColumns(definition),
      ...recurrenceColumns(recurrence),
      next_due_at: nextDueAt,
      created_at: work.now,
      created_by: definition.requestedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const recurrenceColumns = ({ frequency, time, weekday, monthDay }: ReportRecurrence) => ({
  frequency,
  at_time: time,
  weekday,
  month_day: monthDay,
})

/** The recurrence in the columns of a schedule. */
export const recurrenceOf = (row: {
  readonly frequency: string
  readonly at_time: string
  readonly weekday: number | null
  readonly month_day: number | null
}): ReportRecurrence => ({
  frequency: row.frequency as ReportFrequency, // safe: the column takes nothing else
  time: row.at_time,
  weekday: row.weekday,
  monthDay: row.month_day,
})

/** Schedules that are due, locked until the transaction ends; another program skips them. */
export async function dueSchedules(work: UnitOfWork, most: number) {
  const rows = await work.sql
    .selectFrom('report_schedules')
    .selectAll()
    .where('next_due_at', '<=', work.now)
    .orderBy('next_due_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(row => ({
    id: row.id,
    recurrence: recurrenceOf(row),
    dueAt: row.next_due_at.getTime(),
    definition: {
      entityId: row.entity_id,
      displayName: row.display_name,
      type: row.type as ReportType, // safe: the contract wrote it; so is the language
      format: row.format,
      entityIds: row.entity_ids,
      batchIds: row.batch_ids,
      language: row.language as Language,
      timeZone: row.time_zone,
      recipientIds: row.recipient_ids,
      requestedBy: row.requested_by,
    } satisfies ReportDefinition,
  }))
}

export const setNextDue = (work: UnitOfWork, id: string, nextDueAt: Date) =>
  work.sql.updateTable('report_schedules').set({ next_due_at: nextDueAt }).where('id', '=', id).execute()
