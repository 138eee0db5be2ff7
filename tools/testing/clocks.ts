/** An instant at which a test that trusts the wall clock fails. */
export interface ShiftedClock {
  readonly name: string
  /** How far it lies ahead, s. */
  readonly seconds: number
}

const DAY_MS = 86_400_000

/** The last Sunday of a month, 00:00 UTC, ms; European clocks change an hour after it. */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0)
  return last - new Date(last).getUTCDay() * DAY_MS
}

/** The first instant of a yearly kind that lies ahead of `now`, ms UTC. */
function next(now: number, inYear: (year: number) => number | undefined): number {
  for (let year = new Date(now).getUTCFullYear(); ; year++) {
    const instant = inYear(year)
    if (instant !== undefined && instant > now) return instant
  }
}

/** Before midnight, New Year, both clock changes and a leap day, each some minutes before it: a run begins before and ends after. */
export function shiftedClocks(now: number): readonly ShiftedClock[] {
  const minutesBefore = (minutes: number, instant: number) => instant - minutes * 60_000
  const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  const instants: readonly (readonly [string, number])[] = [
    ['23:57', next(now, () => minutesBefore(3, Math.ceil(now / DAY_MS) * DAY_MS + DAY_MS))],
    ['New Year', next(now, year => minutesBefore(3, Date.UTC(year + 1, 0, 1)))],
    ['clocks go forward', next(now, year => minutesBefore(3, lastSunday(year, 2) + 3_600_000))],
    ['clocks go back', next(now, year => minutesBefore(3, lastSunday(year, 9) + 3_600_000))],
    ['29 February', next(now, year => (isLeap(year) ? Date.UTC(year, 1, 29, 12) : undefined))],
  ]
  return instants.map(([name, instant]) => ({ name, seconds: Math.round((instant - now) / 1000) }))
}
