import type { Shift } from '@steading/contract/events/escalation'
import { weekdayOf } from '@steading/rules/values/localTime'
import { endOfDailyWindow } from '../platform/time/wallTime.ts'

/**
 * Who is on duty at a moment, by the clock on the wall of a place: whoever's shift began that day or, over midnight, the day
 * before. Each once, in the order of the roster.
 */
export function onDuty(shifts: readonly Shift[], at: Date, timeZone: string): string[] {
  const covers = ({ weekdays, from, to }: Shift) =>
    endOfDailyWindow({ from, to }, timeZone, at.getTime(), day => weekdays.includes(weekdayOf(day))) !== null
  return [...new Set(shifts.filter(covers).map(shift => shift.userId))]
}
