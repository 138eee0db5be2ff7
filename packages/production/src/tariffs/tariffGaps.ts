import { DAY_SECONDS, DAYS_OF_WEEK, moveWeek, secondOf, wallTime } from '@steading/contract/rules/schedule'
import { weekLineOf } from '@steading/contract/tariffs/tariffs'
import type { TariffCycle, TariffGaps, TariffInterval, TariffLine } from '@steading/contract/tariffs/tariffs'
import { dateOfDay, dayNumber } from './civilDate.ts'
import { coversDate, intervalsOn } from './tariffPeriods.ts'
import type { OffsetAt } from './tariffPeriods.ts'

/** The dates of a year. */
function datesOf(year: number): string[] {
  const first = dayNumber(`${year}-01-01`)
  return Array.from({ length: dayNumber(`${year + 1}-01-01`) - first }, (_, day) => dateOfDay(first + day))
}

/** The later of two cycles that cover one date of a year; undefined: none do. */
export function overlappingCycle(cycles: readonly TariffCycle[], year: number, offsetAt: OffsetAt): number | undefined {
  for (const date of datesOf(year)) {
    const covering = cycles.flatMap((cycle, at) => (coversDate(cycle, date, offsetAt) ? [at] : []))
    if (covering.length > 1) return covering[1]
  }
  return undefined
}

/** What a tariff leaves without a period: times of the weeks of its cycles, and months of a year with dates of no cycle. */
export function tariffGaps(cycles: readonly TariffCycle[], year: number, offsetAt: OffsetAt): TariffGaps {
  const uncovered = datesOf(year).filter(date => !cycles.some(cycle => coversDate(cycle, date, offsetAt)))
  return {
    periods: cycles.flatMap((cycle, at) =>
      DAYS_OF_WEEK.flatMap((dayOfWeek, weekday) =>
        openTimes(intervalsOn(cycle, weekday)).map(times => ({ cycle: at, dayOfWeek, ...times })),
      ),
    ),
    months: [...new Set(uncovered.map(date => Number(date.slice(5, 7))))],
  }
}

/** The times of a day that its periods leave open. */
function openTimes(intervals: readonly TariffInterval[]) {
  const times: { startTime: string; endTime: string }[] = []
  let at = 0
  for (const { startTime, endTime } of intervals) {
    if (secondOf(startTime) > at) times.push({ startTime: wallTime(at), endTime: wallTime(secondOf(startTime) - 1) })
    at = secondOf(endTime) + 1
  }
  if (at < DAY_SECONDS) times.push({ startTime: wallTime(at), endTime: wallTime(DAY_SECONDS - 1) })
  return times
}

/** The same lines with periods merged that touch and have one name and price, and weekdays with equal periods in one line. */
export const mergeLines = (lines: readonly TariffLine[]): TariffLine[] =>
  moveWeek(lines.map(weekLineOf), 0, (a, b) => a.displayName === b.displayName && a.value === b.value).map(
    ({ weekdays, intervals }) => ({ daysOfWeek: weekdays.map(day => DAYS_OF_WEEK[day]!), timeIntervals: [...intervals] }),
  )
