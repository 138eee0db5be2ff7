import { insertReport, insertSchedule, nextDueTime } from '../reports/index.ts'
import type { ReportDefinition } from '../reports/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import { TIME_ZONE } from './farm.ts'

const DAY = 86_400_000
const WEEKLY = { frequency: 'WEEKLY', time: '07:00', weekday: 0, monthDay: null } as const

/** A report of the last week's events, which is made when the server starts, and one that recurs every Monday. */
export async function seedReports(work: UnitOfWork, { entityId, manager }: { entityId: string; manager: string }): Promise<void> {
  const definition: ReportDefinition = {
    entityId,
    displayName: 'Events of the week',
    type: 'EVENTS',
    format: 'PDF',
    entityIds: [entityId],
    batchIds: [],
    language: 'en-US',
    timeZone: TIME_ZONE,
    recipientIds: [],
    requestedBy: manager,
  }
  const now = work.now.getTime()
  const today = localDayIn(TIME_ZONE)(now)
  const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
  await insertReport(work, definition, { fromDay: dayText(today - 7), toDay: dayText(today - 1), scheduleId: null, dueKey: null })
  await insertSchedule(
    work,
    { ...definition, displayName: 'Silos on Monday', type: 'SILO_STOCK', format: 'XLSX', recipientIds: [manager] },
    WEEKLY,
    new Date(nextDueTime(WEEKLY, TIME_ZONE, now).at),
  )
}
