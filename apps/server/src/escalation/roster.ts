import type { Shift } from '@steading/contract/events/escalation'
import { DateTime } from 'luxon'

/** Minutes of a day of 'HH:mm'. */
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Who is on duty at a moment, by the clock on the wall of a place: whoever's shift began that day or, over midnight, the day
 * before. Each once, in the order of the roster.
 */
export function onDuty(shifts: readonly Shift[], at: Date, timeZone: string): string[] {
  const there = DateTime.fromJSDate(at, { zone: timeZone })
  const [today, minute] = [there.weekday - 1, there.hour * 60 + there.minute]
  const covers = ({ weekdays, from, to }: Shift) => {
    const begin = minutes(from)
    const end = minutes(to)
    if (begin < end) return weekdays.includes(today) && begin <= minute && minute < end
    return (weekdays.includes(today) && begin <= minute) || (weekdays.includes((today + 6) % 7) && minute < end)
  }
  return [...new Set(shifts.filter(covers).map(shift => shift.userId))]
}
