// Animals of one house over time: who came when, how many are left, how old they are.
import type { Species } from './animals.ts'

/** One stay of animals in a house. Times are UTC ms. */
export interface Batch {
  readonly entry: number
  /** Age on the day of entry, days. */
  readonly entryAge: number
  readonly count: number
  /** When the last ones leave; without it they stay. */
  readonly exit?: number
  /** Animals sold early: at this age (days), so many. */
  readonly sales: readonly { readonly age: number; readonly count: number }[]
}

export const DAY = 86_400_000
/** A house stands empty so long between two batches. */
const REST = 14 * DAY

/** Age in days, with its fraction. */
export const ageAt = (batch: Batch, t: number): number => batch.entryAge + (t - batch.entry) / DAY

/** Deaths expected in a reference flock from the first age to the second. */
const losses = (species: Species, from: number, to: number): number => {
  let sum = 0
  for (const [index, at] of species.deaths.at.entries()) if (at > from && at <= to) sum += species.deaths.number[index]!
  return sum
}

/** Animals present. */
export const countAt = (species: Species, batch: Batch, t: number): number => {
  if (t < batch.entry || (batch.exit !== undefined && t >= batch.exit)) return 0
  const age = ageAt(batch, t)
  let count = batch.count - Math.round((batch.count * losses(species, batch.entryAge, age)) / species.deaths.flock)
  for (const sale of batch.sales) if (sale.age <= age) count -= sale.count
  return Math.max(0, count)
}

/** The batch that is in the house, or the next to come; undefined once the last one has left. `batches` ascend by entry. */
export const batchAt = (batches: readonly Batch[], t: number): Batch | undefined =>
  batches.find(batch => batch.exit === undefined || t < batch.exit)

/** A stay of the usual length, with the usual early sales. */
export const usualStay = (species: Species, entry: number, entryAge: number, count: number): Batch => {
  const { exitAge, sales } = species.stay
  return {
    entry,
    entryAge,
    count,
    ...(entryAge < exitAge ? { exit: entry + Math.round(exitAge - entryAge) * DAY } : {}),
    sales: sales.filter(sale => sale.age > entryAge).map(sale => ({ age: sale.age, count: Math.round(sale.share * count) })),
  }
}

/** The given batch, after closed ones of the usual length and a rest between, back to `since`. */
export const rotation = (species: Species, last: Batch, since: number): Batch[] => {
  const batches = [last]
  const { entryAge, exitAge } = species.stay
  let entry = last.entry
  while (entry - REST > since) {
    entry -= REST + (exitAge - entryAge) * DAY
    batches.unshift(usualStay(species, entry, entryAge, last.count))
  }
  return batches
}
