import { DateTime } from 'luxon'
import { utcOffsetMinutes } from './zoneOffsets.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** The calendar day of an instant (UTC ms) in an IANA zone: whole days since 1970-01-01. */
export const localDayIn =
  (zone: string) =>
  (at: number): number =>
    Math.floor((at + utcOffsetMinutes(zone, at) * MINUTE) / DAY)

/** The date of a calendar day as UTC midnight: to be written in UTC, whatever the zone that the day is of. */
export const dateOfDay = (day: number): Date => new Date(day * DAY)

/** The instant (UTC ms) at which a calendar day begins in an IANA zone. */
export const midnightOf = (zone: string, day: number): number =>
  DateTime.fromMillis(day * DAY, { zone: 'utc' })
    .setZone(zone, { keepLocalTime: true })
    .startOf('day')
    .toMillis()

/** The calendar day of an instant (UTC ms) in an IANA zone, with the part of it that is over. */
export function localTimeIn(zone: string): (at: number) => number {
  const localDay = localDayIn(zone)
  return at => {
    const day = localDay(at)
    const from = midnightOf(zone, day)
    return day + (at - from) / (midnightOf(zone, day + 1) - from)
  }
}

/** The calendar days from `first` to `last` of an IANA zone, each with its instants [from, to): 23 to 25 h. */
export function localDays(zone: string, first: number, last: number): { day: number; from: number; to: number }[] {
  const days: { day: number; from: number; to: number }[] = []
  let from = midnightOf(zone, first)
  for (let day = first; day <= last; day++) {
    const to = midnightOf(zone, day + 1)
    days.push({ day, from, to })
    from = to
  }
  return days
}
