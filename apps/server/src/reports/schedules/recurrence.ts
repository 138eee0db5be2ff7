import type { ReportPeriod, ReportRecurrence } from '@steading/contract/reports/reportForms'
import { localDayIn } from '../../platform/time/localDay.ts'
import { utcOffsetMinutes } from '../../platform/time/zoneOffsets.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3
/** No month is longer; a schedule is due at least once within as many days. */
const LONGEST = 31

/** A time at which a recurring report is due. */
export interface DueTime {
  /** ms UTC */
  readonly at: number
  /** The local date: a schedule is due at most once on each. */
  readonly key: string
}

const dateText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

/**
 * The instant (ms UTC) of a wall time. A time that occurs twice is the first one; a time that the clocks skip is as much later as they
 * skip.
 */
export function instantOfWallTime(timeZone: string, day: number, clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number)
  const wall = day * DAY + (hours * 60 + minutes) * MINUTE
  const offset = (at: number) => utcOffsetMinutes(timeZone, at) * MINUTE
  const before = offset(wall - DAY)
  const after = offset(wall + DAY)
  const first = wall - before
  if (offset(first) === before) return first
  const second = wall - after
  return offset(second) === after ? second : first
}

function isDueOn({ frequency, weekday, monthDay }: ReportRecurrence, day: number): boolean {
  if (frequency === 'DAILY') return true
  if (frequency === 'WEEKLY') return (day + FIRST_WEEKDAY) % 7 === weekday
  const date = new Date(day * DAY)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(monthDay ?? 1, last)
}

/** The first due time after an instant (ms UTC). */
export function nextDueTime(recurrence: ReportRecurrence, timeZone: string, after: number): DueTime {
  const today = localDayIn(timeZone)(after)
  // A skipped time may fall on the day after its own.
  for (let day = today - 1; day <= today + LONGEST + 1; day++) {
    if (!isDueOn(recurrence, day)) continue
    const at = instantOfWallTime(timeZone, day, recurrence.time)
    if (at > after) return { at, key: dateText(day) }
  }
  throw new Error(`a recurrence that is never due: ${JSON.stringify(recurrence)}`)
}

/** The local date of a due time. */
export const dueKey = (recurrence: ReportRecurrence, timeZone: string, at: number): string =>
  nextDueTime(recurrence, timeZone, at - 1).key

/** The whole days before a local date that its report is about: the day, the seven days or the calendar month before. */
export function periodBefore({ frequency }: Pick<ReportRecurrence, 'frequency'>, date: string): ReportPeriod {
  const day = Date.parse(date) / DAY
  if (frequency !== 'MONTHLY') return { fromDay: dateText(day - (frequency === 'DAILY' ? 1 : 7)), toDay: dateText(day - 1) }
  const [year = 0, month = 1] = date.split('-').map(Number)
  const first = Date.UTC(year, month - 2, 1) / DAY
  return { fromDay: dateText(first), toDay: dateText(Date.UTC(year, month - 1, 1) / DAY - 1) }
}
