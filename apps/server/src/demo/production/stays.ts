import { DateTime } from 'luxon'
import { TIME_ZONE } from '../farm.ts'
import type { DemoHouse } from '../farm.ts'
import { REFERENCE } from './reference.ts'

/** Days that a house stands empty between two batches. */
const EMPTY_FOR = 14
/** Days between the end of a reference batch and today. */
const REFERENCE_ENDED = 12
/** Hour at which animals come. */
const ENTRY_HOUR = 9

const midnight = (now: number) => DateTime.fromMillis(now, { zone: TIME_ZONE }).startOf('day')

/** The date so many days after the one on the farm at `now` (ms UTC). */
export const dateAfter = (now: number, days: number): string => midnight(now).plus({ days }).toFormat('yyyy-MM-dd')

/** A stay of animals in a house; a batch in the books. */
export interface Stay {
  readonly open: DateTime
  /** Null: the animals are there today. */
  readonly close: DateTime | null
  /** Animals that came. */
  readonly count: number
  /** Feed and water are metered, and those of the reference batch. */
  readonly isReference: boolean
}

/** The stays of a house, the oldest first: of a house with animals also the one before. */
export function staysOf({ kind, today, hasReference }: Pick<DemoHouse, 'kind' | 'today' | 'hasReference'>, now: number): Stay[] {
  const { entryAge, days, count } = REFERENCE[kind]
  if (hasReference) {
    const close = midnight(now).minus({ days: REFERENCE_ENDED })
    return [{ open: close.minus({ days }), close, count, isReference: true }]
  }
  if (!today) return []
  const arrived = midnight(now).minus({ days: today.age - entryAge })
  const close = arrived.minus({ days: EMPTY_FOR })
  const open = close.minus({ days }).set({ hour: ENTRY_HOUR })
  return [
    { open, close, count: today.count, isReference: false },
    { open: arrived.set({ hour: ENTRY_HOUR }), close: null, count: today.count, isReference: false },
  ]
}

/** The last stay of a house as the simulated barn reads it, which makes up those before; undefined: nobody was there. */
export function barnBatchOf(house: Pick<DemoHouse, 'kind' | 'today' | 'hasReference'>, now: number) {
  const stay = staysOf(house, now).at(-1)
  if (!stay) return undefined
  const { entryAge, exits } = REFERENCE[house.kind]
  const entryDate = stay.open.toFormat('yyyy-MM-dd')
  const batch = { entryDate, entryAge, count: stay.count }
  if (!stay.close) return batch
  const sales = exits.map(({ day, number }) => ({ age: entryAge + day + 1, count: number }))
  return { ...batch, exitDate: stay.close.toFormat('yyyy-MM-dd'), sales }
}
