import { TIME_ZONE } from './farm.ts'
import type { DemoHouse } from './farm.ts'

const DAY = 86_400_000
/** Days of age at which the animals came. */
const ENTRY_AGE = { broiler: 0, pig: 70 } as const
const dates = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })

/** The date so many days after the one on the farm at `now` (ms UTC). */
export const dateAfter = (now: number, days: number): string =>
  new Date(Date.parse(dates.format(now)) + days * DAY).toISOString().slice(0, 10)

/** The animals of a house that are `age` days old today: since when they are there, and how old they came. */
export const batchOf = (kind: DemoHouse['kind'], { age, count }: NonNullable<DemoHouse['today']>, now: number) => ({
  entryDate: dateAfter(now, ENTRY_AGE[kind] - age),
  entryAge: ENTRY_AGE[kind],
  count,
})
