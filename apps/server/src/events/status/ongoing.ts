import { comparesReading } from '@steading/contract/events/comparison'
import type { Cause, Event } from '@steading/contract/events/events'
import { canonicalOperator } from '@steading/contract/rules/operators'
import { compare } from '@steading/rules/values/compare'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { openingCausesFromColumn } from '../cause.ts'
import { goodReadingSince } from '../../readings/index.ts'
import type { EventRow } from '../events.sql.ts'
import { notClosedByRule } from './ongoing.sql.ts'
import { quietPeriod } from './eventState.ts'

type OngoingNotice = NonNullable<Event['lasting']>

/**
 * Events that a user closed although the condition still holds, with the time at which the rule may reopen them. A rule reports no
 * end for a closed event, so the sensors decide.
 */
export async function ongoingAfterClosing(
  work: UnitOfWork,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<string, OngoingNotice>> {
  const reopensAt = (row: EventRow) => new Date((row.close_date?.getTime() ?? 0) + quietPeriod('CLOSED', row.severity))
  const recentlyClosed = rows.filter(row => row.status === 'CLOSED' && row.closed_by !== null && reopensAt(row) > work.now)
  const ids = recentlyClosed.map(row => row.id)
  const checked = ids.length > 0 ? await notClosedByRule(work, ids) : new Map<string, boolean>()
  const found = await Promise.all(
    recentlyClosed.map(async (row): Promise<readonly (readonly [string, OngoingNotice])[]> => {
      const isChecked = checked.get(row.id)
      if (isChecked === undefined || (await isOver(work, openingCausesFromColumn(row.causes)))) return []
      return [[row.id, { untilUtc: reopensAt(row).toISOString(), checked: isChecked }]]
    }),
  )
  return new Map(found.flat())
}

/** Do current readings show that every condition has ended? Unknown counts as ongoing. */
async function isOver(work: UnitOfWork, causes: readonly Cause[]): Promise<boolean> {
  const conditions = await Promise.all(causes.map(cause => isConditionOver(work, cause)))
  return conditions.length > 0 && conditions.every(Boolean)
}

async function isConditionOver(work: UnitOfWork, cause: Cause): Promise<boolean> {
  const { threshold, interfaceId } = cause
  const value = (await goodReadingSince(work, { interfaceId, since: new Date(cause.sinceUtc) }))?.value ?? null
  if (value === null) return false
  const operator = canonicalOperator(cause.operator)
  return (
    comparesReading(cause) &&
    operator !== undefined &&
    typeof threshold !== 'string' &&
    !compare(value, operator, Number(threshold))
  )
}
