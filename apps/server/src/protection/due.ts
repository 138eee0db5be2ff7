import { DUE_SOON_DAYS } from '@steading/contract/protection/alarmPlan'
import type { AlarmPlanContent, DueState, PlanDue } from '@steading/contract/protection/alarmPlan'
import { DateTime } from 'luxon'

/** State of a calendar day by the clock of the place; null: it is further ahead. On the day itself it is not overdue. */
export function dueState(day: string, now: Date, timeZone: string, soonDays = DUE_SOON_DAYS): DueState | null {
  const today = DateTime.fromJSDate(now, { zone: timeZone })
  if (today.toISODate()! > day) return 'OVERDUE'
  return today.plus({ days: soonDays }).toISODate()! >= day ? 'SOON' : null
}

/** The day by which something is to be tested again: whole days by the clock of the place after the last time. */
export const nextTestDay = (last: Date, days: number, timeZone: string): string =>
  DateTime.fromJSDate(last, { zone: timeZone }).plus({ days }).toISODate()!

/** Dates of a plan that are near or over, the earliest first. */
export function planDue({ generator, batteries }: AlarmPlanContent, now: Date, timeZone: string): PlanDue[] {
  const dates = [
    ...(generator?.serviceDue ? [{ kind: 'GENERATOR_SERVICE' as const, name: generator.make, day: generator.serviceDue }] : []),
    ...batteries.flatMap(({ displayName, replaceBy }) =>
      replaceBy ? [{ kind: 'BATTERY' as const, name: displayName, day: replaceBy }] : [],
    ),
  ]
  return dates
    .flatMap(date => {
      const state = dueState(date.day, now, timeZone)
      return state ? [{ ...date, state }] : []
    })
    .toSorted((a, b) => a.day.localeCompare(b.day))
}
