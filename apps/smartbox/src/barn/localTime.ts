// Wall time of an IANA zone, fast enough for a model that asks every minute.

export interface LocalTime {
  /** Local hour of the day, 0 up to 24, with its fraction. */
  readonly hour: (t: number) => number
  /** UTC ms of local midnight of a day such as 2026-04-06. */
  readonly midnight: (date: string) => number
}

const QUARTER = 900_000
const DAY = 86_400_000
const REMEMBERED = 128

const zones = new Map<string, LocalTime>()

/** Throws a RangeError for a zone that is not known. */
export const localTime = (timeZone: string): LocalTime => {
  const local = zones.get(timeZone) ?? wallTime(timeZone)
  zones.set(timeZone, local)
  return local
}

const wallTime = (timeZone: string): LocalTime => {
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
  // Offsets change at quarters of an hour only; a day and more of them is remembered.
  const quarters = new Float64Array(REMEMBERED).fill(Number.NaN)
  const offsets = new Float64Array(REMEMBERED)
  const offsetOf = (t: number): number => {
    const quarter = Math.floor(t / QUARTER)
    const slot = ((quarter % REMEMBERED) + REMEMBERED) % REMEMBERED
    if (quarters[slot] !== quarter) {
      quarters[slot] = quarter
      offsets[slot] = offsetAt(quarter * QUARTER)
    }
    return offsets[slot]!
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
