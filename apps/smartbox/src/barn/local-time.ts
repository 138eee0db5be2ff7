// Wall time of an IANA zone, fast enough for a model that asks every minute.

export interface LocalTime {
  /** Local hour of the day, 0 up to 24, with its fraction. */
  readonly hour: (t: number) => number
  /** UTC ms of local midnight of a day such as 2026-04-06. */
  readonly midnight: (date: string) => number
}

const QUARTER = 900_000
const DAY = 86_400_000

/** Throws a RangeError for a zone that is not known. */
export const localTime = (timeZone: string): LocalTime => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsetAt = (t: number): number => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of format.formatToParts(t)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(t / 1000) * 1000
  }
  // Offsets change at quarters of an hour only.
  let quarter = Number.NaN
  let offset = 0
  const offsetOf = (t: number): number => {
    const now = Math.floor(t / QUARTER)
    if (now !== quarter) {
      quarter = now
      offset = offsetAt(now * QUARTER)
    }
    return offset
  }
  return {
    hour: t => {
      const wall = t + offsetOf(t)
      return (wall - Math.floor(wall / DAY) * DAY) / 3_600_000
    },
    midnight: date => {
      const wall = Date.parse(`${date}T00:00:00Z`)
      return wall - offsetAt(wall - offsetAt(wall))
    },
  }
}
