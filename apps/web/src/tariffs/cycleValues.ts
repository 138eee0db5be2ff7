import { DAYS_OF_WEEK } from '@steading/contract/rules/schedule'
import type { DayOfWeek, Season } from '@steading/contract/tariffs/tariffs'
import type { SlotValues, WeekValues } from '../ui/week/weekValues.ts'

/** A line and a cycle while they are filled in: anything may be missing. */
export interface LineValues {
  readonly daysOfWeek: readonly DayOfWeek[]
  readonly timeIntervals: readonly SlotValues[]
}
export interface CycleValues {
  readonly season: Season
  readonly months?: readonly number[]
  readonly lines: readonly LineValues[]
}

/** The lines of a cycle as the week calendar has them. */
export const toWeekValues = (lines: readonly LineValues[]): WeekValues =>
  lines.map(({ daysOfWeek, timeIntervals }) => ({
    weekdays: daysOfWeek.map(day => DAYS_OF_WEEK.indexOf(day)),
    intervals: timeIntervals,
  }))

/** The week of the calendar as lines of a cycle. */
export const toLines = (week: WeekValues): LineValues[] =>
  week.map(({ weekdays, intervals }) => ({
    daysOfWeek: weekdays.map(day => DAYS_OF_WEEK[day]!),
    timeIntervals: intervals.map(({ startTime, endTime, displayName, value }) => ({ startTime, endTime, displayName, value })),
  }))

/** Messages by the paths of the calendar instead of those of the contract. */
export const weekErrors = (errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, words]) => [
      path.replace('daysOfWeek', 'weekdays').replace('timeIntervals', 'intervals'),
      words,
    ]),
  )

/** A cycle for the dates that the others leave: summer time beside winter time, else months. */
export function nextCycle(cycles: readonly CycleValues[]): CycleValues {
  const seasons = new Set(cycles.map(({ season }) => season))
  const season = seasons.size === 0 ? 'ALL' : seasons.has('DST_WINTER') && !seasons.has('DST_SUMMER') ? 'DST_SUMMER' : 'MONTHS'
  const lines = cycles.at(-1)?.lines ?? []
  return season === 'MONTHS' ? { season, months: [], lines } : { season, lines }
}
