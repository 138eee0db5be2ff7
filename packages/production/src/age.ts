import type { LocalDay, Term } from './figures.ts'
import { animalsOf, entriesOf, exitsOf } from './replay.ts'
import type { Movement } from './replay.ts'

/** Mean of a value over movements, weighted by animals; null without any. */
const weightedMean = (movements: readonly Movement[], value: (movement: Movement) => number): Term => {
  const animals = animalsOf(movements)
  return animals > 0 ? movements.reduce((sum, movement) => sum + movement.number * value(movement), 0) / animals : null
}

/** Mean local day of the effective entries, Σn·date / Σn. */
export const meanEntryDay = (movements: readonly Movement[], localDay: LocalDay): Term =>
  weightedMean(entriesOf(movements), movement => localDay(movement.at))

/** Mean local day of the effective exits other than deaths. */
export const meanExitDay = (movements: readonly Movement[], localDay: LocalDay): Term =>
  weightedMean(exitsOf(movements), movement => localDay(movement.at))

/**
 * The mean local day on which the animals were born, Σn·(date − age) / Σn over the effective entries whose age is known; null if
 * none is. The age of the batch on a local day is that day minus it, with a fraction. Source: domain §5, batchAge.
 */
export function birthDay(movements: readonly Movement[], localDay: LocalDay): Term {
  const entries = entriesOf(movements).filter(movement => movement.ageDays !== null)
  return weightedMean(entries, movement => localDay(movement.at) - movement.ageDays!)
}

/** Age of the batch at an instant, days, not rounded; null if no age is known. */
export function ageAt(movements: readonly Movement[], localDay: LocalDay, at: number): Term {
  const birth = birthDay(movements, localDay)
  return birth === null ? null : localDay(at) - birth
}

/** The day of a batch at an instant: day 1 is that of its opening. The curve counts ages, from 0 at birth. */
export const batchDayAt = (openDate: number, localDay: LocalDay, at: number): number => localDay(at) - localDay(openDate) + 1
