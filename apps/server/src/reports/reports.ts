import { mayReport, REPORT_DAYS, reportKind } from '@steading/contract/reports/reportKinds'
import type { ReportType } from '@steading/contract/reports/reportKinds'
import type { CreateReport } from '@steading/contract/reports/reportForms'
import type { Report, ReportDetails } from '@steading/contract/reports/reports'
import type { Language } from '@steading/locales/languages'
import type { AuditAction } from '@steading/contract/users/audit'
import { assertOneEnterprise } from '../batchFigures/index.ts'
import { visibleUsers } from '../outbox/index.ts'
import { isPermitted } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid } from '../platform/failures.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import { commonEntity, entitiesOfBatches, insertReport, nameOf, reportById } from './reports.sql.ts'
import type { ReportDefinition, ReportDetailsRow, ReportRow } from './reports.sql.ts'
import { reportRecipients } from './run/reportRuns.sql.ts'
import { nextDueTime, periodBefore } from './schedules/recurrence.ts'
import { insertSchedule, recurrenceOf } from './schedules/schedules.sql.ts'

const DAY = 86_400_000

export const present = (row: ReportRow): Report => ({
  id: row.id,
  displayName: row.display_name,
  type: row.type,
  format: row.format,
  entity: row.entity,
  status: row.status,
  progress: row.progress,
  isScheduled: row.due_key !== null,
  creationTimestampUtc: row.created_at.toISOString(),
  requestedBy: row.requestedBy,
})

export function presentDetails(row: ReportDetailsRow): ReportDetails {
  const { frequency, at_time, weekday, month_day, next_due_at: next, scheduleZone } = row
  return {
    ...present(row),
    entities: row.entities,
    batches: row.batches,
    period: row.fromDay !== null && row.toDay !== null ? { fromDay: row.fromDay, toDay: row.toDay } : null,
    language: row.language as Language, // safe: the contract wrote it
    timeZone: row.time_zone,
    schedule:
      row.schedule_id !== null && frequency !== null && at_time !== null && next !== null && scheduleZone !== null
        ? {
            id: row.schedule_id,
            recurrence: recurrenceOf({ frequency, at_time, weekday, month_day }),
            timeZone: scheduleZone,
            nextUtc: next.toISOString(),
          }
        : null,
    recipients: row.recipients,
    fileName: row.file_name,
    bytes: row.bytes === null ? null : Number(row.bytes),
    error: row.error,
    finishedUtc: row.finished_at?.toISOString() ?? null,
    expiresUtc:
      row.status === 'READY' && row.finished_at ? new Date(row.finished_at.getTime() + REPORT_DAYS * DAY).toISOString() : null,
  }
}

/**
 * What a report or a schedule is made of; whoever asks answers for it.
 * @throws Failed for content that the caller may not see, for an entity, batch or recipient out of reach, for compared batches of
 * several enterprises, or for a recipient who may not open it
 */
export async function definitionOf(
  work: UnitOfWork,
  asked: Omit<CreateReport, 'period' | 'recurrence'>,
): Promise<ReportDefinition> {
  const { displayName, type, format, batchIds, entityIds, recipientIds, language, timeZone } = asked
  if (!mayReport(type, needed => isPermitted(work.actor, needed))) throw new Failed('NOT_ALLOWED')
  const isOfBatches = batchIds.length > 0
  const places = isOfBatches ? await entitiesOfBatches(work, batchIds) : entityIds
  const entityId = places.length > 0 ? await commonEntity(work, places) : undefined
  if (entityId === undefined) throw invalid(isOfBatches ? 'batchIds' : 'entityIds', 'notFound')
  if (type === 'BATCH_COMPARISON') await assertOneEnterprise(work, 'batchIds', { ids: batchIds })
  await assertRecipients(work, { ids: recipientIds, entityId, type })
  return {
    entityId,
    displayName,
    type,
    format,
    entityIds,
    batchIds,
    language,
    timeZone,
    recipientIds,
    requestedBy: work.actor.id,
  }
}

/** @throws Failed that names the first recipient whom the caller does not see, or who may not open the report */
async function assertRecipients(
  work: UnitOfWork,
  asked: { readonly ids: readonly string[]; readonly entityId: string; readonly type: ReportType },
): Promise<void> {
  const seen = new Set(await visibleUsers(work, asked.ids))
  const allowed = new Set((await reportRecipients(work, asked)).map(({ userId }) => userId))
  for (const [at, id] of asked.ids.entries()) {
    if (!seen.has(id)) throw invalid(`recipientIds.${at}`, 'notFound')
    if (!allowed.has(id)) throw invalid(`recipientIds.${at}`, 'mayNotOpen', { name: await nameOf(work, id) })
  }
}

/** @throws Failed as `definitionOf` */
export async function createReport(work: UnitOfWork, asked: CreateReport): Promise<ReportDetailsRow> {
  const { type, recurrence, timeZone, period } = asked
  const definition = await definitionOf(work, asked)
  if (!recurrence) {
    const id = await insertReport(work, definition, {
      fromDay: period?.fromDay ?? null,
      toDay: period?.toDay ?? null,
      scheduleId: null,
      dueKey: null,
    })
    return created(work, id!) // safe: without a schedule nothing conflicts
  }
  const now = work.now.getTime()
  const scheduleId = await insertSchedule(work, definition, recurrence, new Date(nextDueTime(recurrence, timeZone, now).at))
  // The first one is made at once: it shows what will come, and is none of the due times.
  const today = new Date(localDayIn(timeZone)(now) * DAY).toISOString().slice(0, 10)
  const first = reportKind(type).subject === 'PERIOD' ? periodBefore(recurrence, today) : null
  const id = await insertReport(work, definition, {
    fromDay: first?.fromDay ?? null,
    toDay: first?.toDay ?? null,
    scheduleId,
    dueKey: 'first',
  })
  return created(work, id!) // safe: the schedule is new
}

async function created(work: UnitOfWork, id: string): Promise<ReportDetailsRow> {
  const row = orNotFound(await reportById(work, id))
  await auditReport(work, 'CREATE', row, {
    type: row.type,
    format: row.format,
    recipients: row.recipients.map(({ shortName }) => shortName).join(', '),
  })
  return row
}

export const auditReport = (
  work: UnitOfWork,
  action: AuditAction,
  row: Pick<ReportRow, 'id' | 'display_name' | 'entity_id'>,
  values: Readonly<Record<string, unknown>> = {},
) =>
  work.audit({
    action,
    objectType: 'report',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
    changes: Object.entries(values).map(([field, value]) =>
      action === 'DELETE' ? { field, old: value, new: null } : { field, old: null, new: value },
    ),
  })
