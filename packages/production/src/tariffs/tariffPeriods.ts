import type { TariffCycle, TariffInterval, TariffRules } from '@steading/contract/tariffs/tariffs'
import { DAY_SECONDS, DAYS_OF_WEEK, secondOf } from '@steading/contract/rules/schedule'
import { dateOfDay, dayNumber, weekdayOfDay } from './civilDate.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = DAY_SECONDS * 1000

/** How many minutes the zone of a tariff is ahead of UTC at an instant (ms). */
export type OffsetAt = (at: number) => number

/** What applies from an instant (ms) to another, exclusive; null: no period. */
export interface PeriodSpan {
  readonly from: number
  readonly to: number
  readonly period: TariffInterval | null
}

/** A date of a tariff: the place of the cycle that covers it, and its spans from midnight to midnight. */
export interface TariffDay {
  readonly isHoliday: boolean
  readonly cycle: number | null
  readonly spans: readonly PeriodSpan[]
}

/** UTC midnight of a date: wall times of its day are counted from there, as if they were UTC. */
const midnight = (date: string): number => dayNumber(date) * DAY
const dateOf = (wall: number): string => dateOfDay(Math.floor(wall / DAY))

/** The local date of an instant. */
export const localDate = (at: number, offsetAt: OffsetAt): string => dateOf(at + offsetAt(at) * MINUTE)

/** Summer time at noon: the date of a change belongs to the season that begins. */
function isSummerTime(date: string, offsetAt: OffsetAt): boolean {
  const year = date.slice(0, 4)
  const standard = Math.min(offsetAt(midnight(`${year}-01-01`)), offsetAt(midnight(`${year}-07-01`)))
  return offsetAt(midnight(date) + 12 * HOUR) > standard
}

/** Does a cycle cover a date? */
export function coversDate({ season, months }: TariffCycle, date: string, offsetAt: OffsetAt): boolean {
  if (season === 'ALL') return true
  if (season === 'MONTHS') return months?.includes(Number(date.slice(5, 7))) ?? false
  return isSummerTime(date, offsetAt) === (season === 'DST_SUMMER')
}

/** The periods of a weekday (0 is Monday) in a cycle, in order. */
export const intervalsOn = ({ lines }: TariffCycle, weekday: number): readonly TariffInterval[] =>
  lines
    .filter(({ daysOfWeek }) => daysOfWeek.includes(DAYS_OF_WEEK[weekday]!))
    .flatMap(({ timeIntervals }) => timeIntervals)
    .toSorted((a, b) => secondOf(a.startTime) - secondOf(b.startTime))

/** The weekday whose periods apply on a date. */
const weekdayOf = (date: string, { holidays, holidayAs }: TariffRules): number =>
  holidays.includes(date) ? DAYS_OF_WEEK.indexOf(holidayAs) : weekdayOfDay(dayNumber(date))

/** Instants [from, to) with one offset. */
interface Segment {
  readonly from: number
  readonly to: number
  /** ms */
  readonly offset: number
}

/** The parts of a local day with a constant offset: one, or two when the clock changes on it. */
function segmentsOf(date: string, offsetAt: OffsetAt): Segment[] {
  const wall = midnight(date)
  const [first, last] = [wall - 16 * HOUR, wall + DAY + 16 * HOUR]
  const before = offsetAt(first) * MINUTE
  const after = offsetAt(last) * MINUTE
  const change = before === after ? last : changeBetween(first, last, offsetAt)
  const segments = [
    { from: first, to: change, offset: before },
    { from: change, to: last, offset: after },
  ]
  return segments.flatMap(({ from, to, offset }) => {
    const clipped = { from: Math.max(from, wall - offset), to: Math.min(to, wall + DAY - offset), offset }
    return clipped.from < clipped.to ? [clipped] : []
  })
}

/** The first minute with the later offset. */
function changeBetween(from: number, to: number, offsetAt: OffsetAt): number {
  const later = offsetAt(to)
  let low = from
  let high = to
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE
    if (offsetAt(middle) === later) high = middle
    else low = middle
  }
  return high
}

/** A segment cut at the edges of the periods of its date, gaps between them included. */
function cut({ from, to, offset }: Segment, date: string, intervals: readonly TariffInterval[]): PeriodSpan[] {
  const start = midnight(date) - offset
  const spans: PeriodSpan[] = []
  let at = from
  for (const period of intervals) {
    const begin = Math.max(at, start + secondOf(period.startTime) * 1000)
    const end = Math.min(to, start + (secondOf(period.endTime) + 1) * 1000)
    if (begin >= end) continue
    if (begin > at) spans.push({ from: at, to: begin, period: null })
    spans.push({ from: begin, to: end, period })
    at = end
  }
  if (at < to) spans.push({ from: at, to, period: null })
  return spans
}

/**
 * The periods of a date by the clock on the wall. An hour that the clock skips vanishes with its period; one that comes twice
 * repeats it. A holiday has the periods of the weekday that the tariff names.
 */
export function tariffDay(rules: TariffRules, date: string, offsetAt: OffsetAt): TariffDay {
  const isValid = rules.validFrom <= date && (rules.validTo === null || date <= rules.validTo)
  const found = isValid ? rules.cycles.findIndex(cycle => coversDate(cycle, date, offsetAt)) : -1
  const cycle = rules.cycles[found]
  const intervals = cycle ? intervalsOn(cycle, weekdayOf(date, rules)) : []
  const spans: PeriodSpan[] = []
  for (const span of segmentsOf(date, offsetAt).flatMap(segment => cut(segment, date, intervals))) {
    const before = spans.at(-1)
    if (before && before.to === span.from && before.period === span.period) spans[spans.length - 1] = { ...before, to: span.to }
    else spans.push(span)
  }
  return { isHoliday: rules.holidays.includes(date), cycle: cycle ? found : null, spans }
}

/** The period that applies at an instant (ms); null: none does. */
export function periodAt(rules: TariffRules, at: number, offsetAt: OffsetAt): TariffInterval | null {
  const { spans } = tariffDay(rules, localDate(at, offsetAt), offsetAt)
  return spans.find(({ from, to }) => from <= at && at < to)?.period ?? null
}

/** The spans between two instants (ms), exclusive of the last. */
export function tariffSpans(rules: TariffRules, from: number, to: number, offsetAt: OffsetAt): PeriodSpan[] {
  const spans: PeriodSpan[] = []
  if (from >= to) return spans
  const last = localDate(to - 1, offsetAt)
  for (let date = localDate(from, offsetAt); date <= last; date = dateOf(midnight(date) + DAY))
    for (const span of tariffDay(rules, date, offsetAt).spans) {
      const clipped = { ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }
      if (clipped.from < clipped.to) spans.push(clipped)
    }
  return spans
}
