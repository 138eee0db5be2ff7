import type { LastReading } from '@steading/contract/devices/readings'
import { MAX_RANGE_DAYS } from '@steading/contract/devices/readings'
import { TimeZone } from '@steading/contract/http/fields'
import { DateTime } from 'luxon'
import { invalid } from '../../platform/failures.ts'
import { HOUR, isHeld } from '../rollups/bucketSums.ts'
import { isGood, valueOf } from '../reading.ts'
import type { Reading } from '../reading.ts'
import type { BucketSource } from './buckets.sql.ts'
import type { RequestedInterfaceRow, Span } from './readings.sql.ts'
import { rounder } from './rounding.ts'
import { specOf } from '../specs.ts'
import type { Spec } from '../spec.ts'
import { isStale } from './staleness.ts'

/** A requested interface within the scope of the actor. */
export interface RequestedInterface extends Spec {
  readonly row: RequestedInterfaceRow
}

export const requestedInterface = (row: RequestedInterfaceRow): RequestedInterface => ({ ...specOf(row), row })

/** ms UTC until which a value that is sent on change is known to hold: the last contact of its terminal. */
export const heldUntil = ({ row }: RequestedInterface, now: Date): number =>
  row.connected ? now.getTime() : (row.heardAt?.getTime() ?? 0)

/** Sources of rollups for the requested interfaces at an instant (ms UTC). */
export const bucketSources = (asked: readonly RequestedInterface[], at: number, now: Date): BucketSource[] =>
  asked.map(one => ({
    id: one.id,
    isDirection: one.kind === 'DIRECTION',
    zone: one.row.timeZone,
    isFine: !hasWholeHours(one.row.timeZone, at),
    heldUntil: isHeld(one) ? heldUntil(one, now) : undefined,
    newestSince: newestSince(one, now),
  }))

/** Lookback, ms; well within the journal's retention, so that the last reading is still stored. */
const SURELY_STORED = 6 * 24 * HOUR

/** The time of the last reading, if it is good and still stored: it bounds the search for the newest good one. */
function newestSince({ row }: RequestedInterface, now: Date): number | undefined {
  const { readAt, value, flags } = row
  if (readAt === null || value === null || flags === null || !isGood({ flags })) return undefined
  return now.getTime() - readAt.getTime() < SURELY_STORED ? readAt.getTime() : undefined
}

const DAY = 24 * HOUR
/** Of terminals that lie above what the caller may see. */
const TIME_OUT = 900

/** The last reading; memory is a moment fresher than the table. */
export function lastReading(asked: RequestedInterface, fresh: Reading | undefined, now: Date): LastReading {
  const { row } = asked
  const stored =
    row.readAt && row.flags !== null ? { ts: row.readAt.getTime(), value: row.value, text: row.text, flags: row.flags } : null
  const last = fresh && (!stored || fresh.ts >= stored.ts) ? fresh : stored
  if (!last) return { interfaceId: row.id, convertedValue: null, timestampUtc: null, good: false, stale: true }
  const readAt = new Date(last.ts)
  return {
    interfaceId: row.id,
    convertedValue: toWireValue(asked, last),
    timestampUtc: readAt.toISOString(),
    good: isGood(last),
    stale: isStale(
      { ...row, readAt, timeOut: row.timeOut ?? TIME_OUT, dataType: row.data_type, samplingInterval: row.every },
      now,
    ),
  }
}

/** Extends the range of a day's values by the newest one, which the sums may not contain yet. */
export function daySpan(
  { min, max }: { readonly min: number | null; readonly max: number | null },
  { kind }: RequestedInterface,
  { convertedValue: value, timestampUtc, good }: LastReading,
  from: number,
) {
  const isOfDay = good && timestampUtc !== null && Date.parse(timestampUtc) >= from
  if ((kind !== 'MEAN' && kind !== 'HELD' && kind !== 'SINGLE') || typeof value !== 'number' || !isOfDay) return { min, max }
  return { min: Math.min(min ?? value, value), max: Math.max(max ?? value, value) }
}

/** A value as it is sent, numbers rounded. */
export function toWireValue(asked: RequestedInterface, reading: Pick<Reading, 'value' | 'text'>) {
  const value = valueOf(reading, asked)
  return typeof value === 'number' ? rounder(asked)(value) : value
}

/**
 * The requested span; by default the last day up to now. Undefined if it is empty.
 * @throws Failed when it is longer than allowed
 */
export function spanOf(
  { fromDate, toDate }: { fromDate?: string | undefined; toDate?: string | undefined },
  now: Date,
): Span | undefined {
  const to = toDate === undefined ? now.getTime() : Date.parse(toDate)
  const from = fromDate === undefined ? to - DAY : Date.parse(fromDate)
  if (from > to) return undefined
  if (to - from > MAX_RANGE_DAYS * DAY + HOUR) throw invalid('fromDate', 'rangeTooLong', { days: MAX_RANGE_DAYS })
  return { from, to }
}

/** Midnight of the current day in a zone. @throws Failed for an unknown zone */
export function midnightIn(zone: string, now: Date): number {
  if (!TimeZone.safeParse(zone).success) throw invalid('timezone', 'timeZone')
  return DateTime.fromJSDate(now, { zone }).startOf('day').toMillis()
}

/** Do the hours of a zone begin with those of UTC? */
const hasWholeHours = (zone: string, at: number) => DateTime.fromMillis(at, { zone }).offset % 60 === 0
