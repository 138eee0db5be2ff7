import type { LastReading } from '@steading/contract/readings'
import { MAX_RANGE_DAYS } from '@steading/contract/readings'
import { IANAZone, DateTime } from 'luxon'
import { invalid } from '../platform/failures.ts'
import { HOUR } from './cells.ts'
import { isGood, valueOf } from './reading.ts'
import type { Reading } from './reading.ts'
import type { BucketSource } from './buckets.sql.ts'
import type { AskedRow, Span } from './readings.sql.ts'
import { rounder } from './rounding.ts'
import { specOf } from './specs.ts'
import type { Spec } from './specs.ts'
import { isStale } from './stale.ts'

/** An interface that was asked for and is in reach. */
export interface Asked extends Spec {
  readonly row: AskedRow
}

export const askedOf = (row: AskedRow): Asked => ({ ...specOf(row), row })

/** ms UTC up to which a value that comes when it changes is known to hold: as long as its terminal is heard. */
export const heldUntil = ({ row }: Asked, now: Date): number => (row.connected ? now.getTime() : (row.heardAt?.getTime() ?? 0))

/** What to know of the asked interfaces to read their rollups at an instant (ms UTC). */
export const bucketSources = (asked: readonly Asked[], at: number, now: Date): BucketSource[] =>
  asked.map(one => ({
    id: one.id,
    isDirection: one.kind === 'DIRECTION',
    zone: one.row.timeZone,
    isFine: !hasWholeHours(one.row.timeZone, at),
    heldUntil: one.kind === 'HELD' ? heldUntil(one, now) : undefined,
  }))

const DAY = 24 * HOUR
/** Of terminals that lie above what the caller may see. */
const TIME_OUT = 900

/** The last reading: what is in memory is a moment fresher than what is in the table. */
export function lastOf(asked: Asked, fresh: Reading | undefined, now: Date): LastReading {
  const { row } = asked
  const kept =
    row.readAt && row.flags !== null ? { ts: row.readAt.getTime(), value: row.value, text: row.text, flags: row.flags } : null
  const last = fresh && (!kept || fresh.ts >= kept.ts) ? fresh : kept
  if (!last) return { interfaceId: row.id, convertedValue: null, timestampUtc: null, good: false, stale: true }
  const readAt = new Date(last.ts)
  return {
    interfaceId: row.id,
    convertedValue: shown(asked, last),
    timestampUtc: readAt.toISOString(),
    good: isGood(last),
    stale: isStale({ ...row, readAt, timeOut: row.timeOut ?? TIME_OUT, dataType: row.data_type }, now),
  }
}

/** The span of a day's values with the newest one, which the sums of the day may not have yet. */
export function spanning(
  { min, max }: { readonly min: number | null; readonly max: number | null },
  { kind }: Asked,
  { convertedValue: value, timestampUtc, good }: LastReading,
  from: number,
) {
  const isOfDay = good && timestampUtc !== null && Date.parse(timestampUtc) >= from
  if ((kind !== 'MEAN' && kind !== 'HELD') || typeof value !== 'number' || !isOfDay) return { min, max }
  return { min: Math.min(min ?? value, value), max: Math.max(max ?? value, value) }
}

/** A value as it travels, numbers rounded. */
export function shown(asked: Asked, reading: Pick<Reading, 'value' | 'text'>) {
  const value = valueOf(reading, asked)
  return typeof value === 'number' ? rounder(asked)(value) : value
}

/**
 * The span that was asked for: up to now, over the last day, unless said otherwise. Undefined when it is empty.
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

/** Midnight of the day that it is in a zone. @throws Failed for a zone that is none */
export function midnightIn(zone: string, now: Date): number {
  if (!IANAZone.isValidZone(zone)) throw invalid('timezone', 'timeZone')
  return DateTime.fromJSDate(now, { zone }).startOf('day').toMillis()
}

/** Do the hours of a zone begin with those of UTC? */
const hasWholeHours = (zone: string, at: number) => DateTime.fromMillis(at, { zone }).offset % 60 === 0
