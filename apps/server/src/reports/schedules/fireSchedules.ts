import { reportKind } from '@steading/contract/reports/reportKinds'
import type { ReportRecurrence } from '@steading/contract/reports/reportForms'
import type { Actor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import { insertReport } from '../reports.sql.ts'
import type { ReportDefinition } from '../reports.sql.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { dueKey, nextDueTime, periodBefore } from './recurrence.ts'
import { dueSchedules, setNextDue } from './schedules.sql.ts'

/** Schedules of one transaction. */
const BATCH = 50
const DAY = 86_400_000
/** Due times that a long outage missed are made good this far back, ms. */
const MADE_GOOD = 31 * DAY

/**
 * Requests the reports that are due, each due time once: the report and the next due time are written in one transaction, and the
 * schedule and local date are a unique key.
 */
export async function fireSchedules({ db }: Pick<World, 'db'>, actor: Actor): Promise<void> {
  for (;;) {
    const fired = await db.work(actor, async work => {
      const due = await dueSchedules(work, BATCH)
      for (const { id, recurrence, dueAt, definition } of due) {
        const earliest = work.now.getTime() - MADE_GOOD
        if (dueAt >= earliest) await requestDue(work, id, definition, recurrence, dueAt)
        const next = nextDueTime(recurrence, definition.timeZone, Math.max(dueAt, earliest))
        await setNextDue(work, id, new Date(next.at))
      }
      return due.length
    })
    if (fired === 0) return
  }
}

/** Requests the report of a schedule for a due time. */
export function requestDue(
  work: UnitOfWork,
  scheduleId: string,
  definition: ReportDefinition,
  recurrence: ReportRecurrence,
  dueAt: number,
): Promise<string | undefined> {
  const key = dueKey(recurrence, definition.timeZone, dueAt)
  const period = reportKind(definition.type).subject === 'PERIOD' ? periodBefore(recurrence, key) : null
  return insertReport(work, definition, {
    fromDay: period?.fromDay ?? null,
    toDay: period?.toDay ?? null,
    scheduleId,
    dueKey: key,
  })
}
