import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'

/** One day in ms. */
export const DAY = 86_400_000

/**
 * The local calendar day of an instant (epoch ms): whole days since 1970-01-01 in the zone of the batch's house. The caller knows
 * zones; this package does not.
 */
export type LocalDay = (at: number) => number

/**
 * The local day of an instant with the part of it that is over: 20 000.5 in the middle of a day, whether that has 23, 24 or 25 h.
 */
export type LocalTime = (at: number) => number

/** A value that is unknown because one of its terms is unknown. */
export type Term = number | null

/** Numerator / divisor, not rounded; null if a term is unknown or the divisor is not positive. */
export const quotient = (numerator: Term, divisor: Term): Term =>
  numerator === null || divisor === null || !(divisor > 0) ? null : numerator / divisor

/** A value to show: rounded to `decimals`, or NOT_COMPUTABLE if it is unknown. */
export const figure = (value: Term, decimals: number): number =>
  value === null || !Number.isFinite(value) ? NOT_COMPUTABLE : round(value, decimals)

/** The sum of values, null if one of them is unknown. */
export const sumOf = <T>(items: readonly T[], value: (item: T) => Term): Term => {
  let sum = 0
  for (const item of items) {
    const term = value(item)
    if (term === null) return null
    sum += term
  }
  return sum
}
