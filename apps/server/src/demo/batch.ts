import { DateTime } from 'luxon'
import { TIME_ZONE } from './farm.ts'
import type { DemoHouse } from './farm.ts'

const DAY = 86_400_000
/** Days of age at which the animals came. */
const ENTRY_AGE = { broiler: 0, pig: 70 } as const
/** Days that a batch stays, and that a house stands empty between two. */
const STAY = { broiler: 42, pig: 91 } as const
const EMPTY_FOR = 12
const dates = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })

/** The date so many days after the one on the farm at `now` (ms UTC). */
export const dateAfter = (now: number, days: number): string =>
  new Date(Date.parse(dates.format(now)) + days * DAY).toISOString().slice(0, 10)

/** Since when the animals of a house that are `age` days old today are there, and until when those before them were. */
export const daysOf = (kind: DemoHouse['kind'], { age }: NonNullable<DemoHouse['today']>, now: number) => {
  const arrived = DateTime.fromMillis(now, { zone: TIME_ZONE })
    .startOf('day')
    .minus({ days: age - ENTRY_AGE[kind] })
  const left = arrived.minus({ days: EMPTY_FOR })
  return {
    now: arrived.set({ hour: 9 }).toJSDate(),
    before: [left.minus({ days: STAY[kind] }).set({ hour: 9 }).toJSDate(), left.set({ hour: 5 }).toJSDate()] as const,
  }
}

/** The animals of a house that are `age` days old today: since when they are there, and how old they came. */
export const batchOf = (kind: DemoHouse['kind'], { age, count }: NonNullable<DemoHouse['today']>, now: number) => ({
  entryDate: dateAfter(now, ENTRY_AGE[kind] - age),
  entryAge: ENTRY_AGE[kind],
  count,
})
