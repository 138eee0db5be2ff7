const day = 86_400_000

const write = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const read = (text: string): number => Date.parse(`${text}T00:00:00Z`)

/** Another day, so many later. Days are written YYYY-MM-DD. */
export const plusDays = (from: string, days: number): string => write(read(from) + days * day)

/** The same day of another month; its last one where that month is shorter. */
export function plusMonths(from: string, months: number): string {
  const [year = 0, month = 1, date = 1] = from.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return write(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** The Monday on or before a day. */
export const weekStart = (of: string): string => plusDays(of, -((new Date(read(of)).getUTCDay() + 6) % 7))

/** The weeks of a day's month, from Mondays on, with the days of its neighbours that fill them. */
export function weeksOf(of: string): readonly (readonly string[])[] {
  const month = of.slice(0, 7)
  const first = weekStart(`${month}-01`)
  const weeks: string[][] = []
  for (let start = first; start.slice(0, 7) <= month; start = plusDays(start, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map(at => plusDays(start, at)))
  return weeks
}

/** Where a key leads from a day of the calendar; undefined for any other key. */
export function dayAfterKey(key: string, from: string): string | undefined {
  const steps: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => plusDays(from, -1),
    ArrowRight: () => plusDays(from, 1),
    ArrowUp: () => plusDays(from, -7),
    ArrowDown: () => plusDays(from, 7),
    Home: () => weekStart(from),
    End: () => plusDays(weekStart(from), 6),
    PageUp: () => plusMonths(from, -1),
    PageDown: () => plusMonths(from, 1),
  }
  return steps[key]?.()
}
