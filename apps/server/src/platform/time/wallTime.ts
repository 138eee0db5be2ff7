import { localDayIn } from './localDay.ts'
import { utcOffsetMinutes } from './zoneOffsets.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/**
 * The first instant (UTC ms) of a calendar day (whole days since 1970-01-01) in an IANA zone at which the wall clock reads
 * `clockTime` ('HH:mm') or later. A time that occurs twice is the first one; a time that the clocks skip is the first instant after
 * the gap.
 */
export function firstInstantOf(zone: string, day: number, clockTime: string): number {
  const [hours, minutes] = clockTime.split(':').map(Number)
  const wall = day * DAY + (hours! * 60 + minutes!) * MINUTE // safe: the contract checked the time
  const offset = (at: number) => utcOffsetMinutes(zone, at) * MINUTE
  const first = wall - Math.max(offset(wall - DAY), offset(wall + DAY))
  const second = wall - Math.min(offset(wall - DAY), offset(wall + DAY))
  for (const at of [first, second]) if (at + offset(at) === wall) return at
  // The clocks go forward between the two: the first minute with the later offset.
  let low = first
  let high = second
  while (high - low > MINUTE) {
    const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE
    if (offset(middle) === offset(second)) high = middle
    else low = middle
  }
  return high
}

/**
 * The end (UTC ms) of the daily window that contains the instant `at`; null: none does. A window begins on each day that `isOn`
 * accepts and lasts until `to`, of the next day unless it is after `from`. A repeated hour repeats no window.
 */
export function endOfDailyWindow(
  { from, to }: { readonly from: string; readonly to: string },
  zone: string,
  at: number,
  isOn: (day: number) => boolean = () => true,
): number | null {
  const today = localDayIn(zone)(at)
  for (const day of [today - 1, today]) {
    if (!isOn(day) || at < firstInstantOf(zone, day, from)) continue
    const end = firstInstantOf(zone, from < to ? day : day + 1, to)
    if (at < end) return end
  }
  return null
}
