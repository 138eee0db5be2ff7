import { comparesReading } from '@steading/contract/compared'
import type { Cause, Event, Severity } from '@steading/contract/events'
import { canonicalOperator } from '@steading/contract/operators'
import { compare } from '@steading/rules/compare'
import type { Work } from '../platform/database/work.ts'
import { causesAt } from './cause.ts'
import { readSince } from './climb.sql.ts'
import type { EventRow } from './events.sql.ts'
import { notOver } from './steps.sql.ts'
import { quietFor } from './transition.ts'

type Lasting = NonNullable<Event['lasting']>

/**
 * Of these the ones that somebody closed while what they tell of lasts, as far as anybody knows: the rule opens them again, and
 * until then they are no calm. A rule whose event is closed says nothing of its end: the sensors do.
 */
export async function lastingOf(work: Work, rows: readonly EventRow[]): Promise<ReadonlyMap<string, Lasting>> {
  const again = (row: EventRow) => new Date((row.close_date?.getTime() ?? 0) + quietFor('CLOSED', row.severity as Severity)) // safe: the column's check
  const late = rows.filter(row => row.status === 'CLOSED' && row.closed_by !== null && again(row) > work.now)
  const ids = late.map(row => row.id)
  const checked = ids.length > 0 ? await notOver(work, ids) : new Map<string, boolean>()
  const found = await Promise.all(
    late.map(async (row): Promise<readonly (readonly [string, Lasting])[]> => {
      const isChecked = checked.get(row.id)
      if (isChecked === undefined || (await isOver(work, causesAt(row.causes)))) return []
      return [[row.id, { untilUtc: again(row).toISOString(), checked: isChecked }]]
    }),
  )
  return new Map(found.flat())
}

/** Do its sensors say so of each condition? What they cannot say lasts. */
async function isOver(work: Work, causes: readonly Cause[]): Promise<boolean> {
  const past = await Promise.all(causes.map(cause => isPast(work, cause)))
  return past.length > 0 && past.every(Boolean)
}

async function isPast(work: Work, cause: Cause): Promise<boolean> {
  const { threshold, interfaceId } = cause
  const value = (await readSince(work, { interfaceId, since: new Date(cause.sinceUtc) }))?.value ?? null
  if (value === null) return false
  const operator = canonicalOperator(cause.operator)
  return (
    comparesReading(cause) &&
    operator !== undefined &&
    typeof threshold !== 'string' &&
    !compare(value, operator, Number(threshold))
  )
}
