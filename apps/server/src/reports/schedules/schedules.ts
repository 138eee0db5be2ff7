import { isDeepStrictEqual } from 'node:util'
import type { EditSchedule } from '@steading/contract/reports/reportForms'
import type { ReportSchedule, ReportScheduleDetails } from '@steading/contract/reports/reports'
import type { Language } from '@steading/locales/languages'
import { fieldChanges } from '../../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../../platform/database/save.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { invalid, VersionConflict } from '../../platform/failures.ts'
import { definitionOf } from '../reports.ts'
import { nextDueTime } from './recurrence.ts'
import { isMade, recurrenceOf, scheduleById, updateSchedule } from './schedules.sql.ts'
import type { ScheduleDetailsRow, ScheduleRow } from './schedules.sql.ts'

export const presentSchedule = (row: ScheduleRow): ReportSchedule => ({
  id: row.id,
  displayName: row.display_name,
  type: row.type as ReportSchedule['type'], // safe: the contract wrote it
  format: row.format,
  entity: row.entity,
  recurrence: recurrenceOf(row),
  timeZone: row.time_zone,
  nextUtc: row.next_due_at.toISOString(),
  recipients: row.recipients,
  creationTimestampUtc: row.created_at.toISOString(),
  requestedBy: row.requestedBy,
})

export const presentScheduleDetails = (row: ScheduleDetailsRow): ReportScheduleDetails => ({
  ...presentSchedule(row),
  entities: row.entities,
  batches: row.batches,
  language: row.language as Language, // safe: the contract wrote it
  createdBy: row.createdBy,
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  version: row.version,
})

/**
 * Changes a recurring report. From now on it is made with the permissions of whoever changed it.
 * @throws NotFound; Failed as for a new report, and for another type; VersionConflict
 */
export async function editSchedule(work: UnitOfWork, id: string, asked: EditSchedule): Promise<ScheduleDetailsRow> {
  const read = async () => orNotFound(await scheduleById(work, id))
  const before = await read()
  if (asked.type !== before.type) throw invalid('type', 'notListed')
  const definition = await definitionOf(work, asked)
  return saveIfChanged(work, {
    before,
    read,
    write: async () => {
      const nextDueAt = await nextDueAfterEdit(work, before, asked)
      if (!(await updateSchedule(work, { ...asked, id, nextDueAt }, definition))) throw new VersionConflict()
    },
    audit: after =>
      work.audit({
        action: 'UPDATE',
        objectType: 'report',
        objectId: after.id,
        objectName: after.display_name,
        entityId: after.entity_id,
        changes: fieldChanges(auditFields(before), auditFields(after)),
      }),
  })
}

/** The same as before, unless the time changed. */
async function nextDueAfterEdit(
  work: UnitOfWork,
  before: ScheduleDetailsRow,
  { recurrence, timeZone }: EditSchedule,
): Promise<Date> {
  if (isDeepStrictEqual(recurrenceOf(before), recurrence) && before.time_zone === timeZone) return before.next_due_at
  const next = nextDueTime(recurrence, timeZone, work.now.getTime())
  // That day has its report already: another one would be the same.
  return new Date((await isMade(work, before.id, next.key)) ? nextDueTime(recurrence, timeZone, next.at).at : next.at)
}

const auditFields = (row: ScheduleDetailsRow) => ({
  displayName: row.display_name,
  format: row.format,
  entities: row.entities.map(({ displayName }) => displayName).join(', '),
  batches: row.batches.map(({ code }) => code).join(', '),
  frequency: row.frequency,
  time: row.at_time,
  weekday: row.weekday,
  monthDay: row.month_day,
  language: row.language,
  timeZone: row.time_zone,
  recipients: row.recipients.map(({ shortName }) => shortName).join(', '),
})
