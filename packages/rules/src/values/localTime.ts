import type { Offsets } from '@steading/contract/rules/body'
import { HOUR, MINUTE, NEVER, SECOND } from './time.ts'

/**
 * Local time by the offset table of a body; the engine itself knows no time zones. The first entry applies to all time before
 * it, the last one to all time after it.
 */
export interface LocalTime {
  /** Whole days since 1970-01-01, in local time. */
  readonly day: number
  /** Second of that day, 0 to 86399, rounded down. */
  readonly second: number
}

export const DAY = 24 * HOUR

/** ms that local time is ahead of UTC. */
const offsetAt = (offsets: Offsets, ts: number): number => {
  let minutes = offsets[0]?.minutes ?? 0
  for (const offset of offsets) {
    if (offset.from > ts) break
    minutes = offset.minutes
  }
  return minutes * MINUTE
}

/** When the offset changes next after `ts`; NEVER: no further change. */
export const nextOffset = (offsets: Offsets, ts: number): number => {
  // The first entry applies to all time before it, so it is no change.
  for (const offset of offsets) if (offset.from > ts && offset !== offsets[0]) return offset.from
  return NEVER
}

export const localOf = (offsets: Offsets, ts: number): LocalTime => {
  const local = ts + offsetAt(offsets, ts)
  const day = Math.floor(local / DAY)
  return { day, second: Math.floor((local - day * DAY) / SECOND) }
}

/** Parses digits without allocating: dates are parsed with every reading of a cycle. */
const digits = (text: string, from: number, to: number): number => {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48
  return number
}

/** The day of a date 'YYYY-MM-DD', as `localOf` counts them. */
export const dayOf = (date: string): number => {
  const y = digits(date, 0, 4)
  const m = digits(date, 5, 7)
  const d = digits(date, 8, 10)
  // Years are counted from March, so that the leap day is the last day of a year.
  const year = m > 2 ? y : y - 1
  const month = (m + 9) % 12
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
  return 365 * year + leapDays + Math.floor((153 * month + 2) / 5) + d - 1 - 719_468
}

/** 0 is Monday, 6 Sunday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/**
 * The next instant after `ts` at which the local clock reads `second` of a day (0 to 86399), or at which its offset changes,
 * whichever is sooner. After a change of offset the caller must ask again.
 */
export const nextSecond = (offsets: Offsets, ts: number, second: number): number => {
  const offset = offsetAt(offsets, ts)
  const midnight = Math.floor((ts + offset) / DAY) * DAY - offset
  const today = midnight + second * SECOND
  return Math.min(today > ts ? today : today + DAY, nextOffset(offsets, ts))
}

/**
 * The next instant after `ts` at which a local hour begins: a whole hour, or a change of offset by a part of an hour that enters
 * another one.
 */
export const nextHour = (offsets: Offsets, ts: number): number => {
  const local = ts + offsetAt(offsets, ts)
  const whole = ts + HOUR - (((local % HOUR) + HOUR) % HOUR)
  const change = nextOffset(offsets, ts)
  if (change > whole) return whole
  const before = change - 1 + offsetAt(offsets, change - 1)
  const after = change + offsetAt(offsets, change)
  const begins = after % HOUR === 0 || Math.floor(after / HOUR) !== Math.floor(before / HOUR)
  return begins ? change : nextHour(offsets, change)
}
