import type { WeighingMethod } from '@steading/contract/production/weighings'
import { interpolate } from './curve.ts'
import type { Curve } from './curve.ts'
import { quotient } from './figures.ts'
import type { Term } from './figures.ts'
import { exitsOf } from './replay.ts'
import type { Movement } from './replay.ts'

/** A manual weighing, or the median of a day of an animal scale. */
export interface Weighing {
  /** Epoch ms. Of a scale the start of its local day: a manual weighing on the same day comes after it. */
  readonly at: number
  /** Mean live weight of an animal, kg. */
  readonly average: number
  readonly method: WeighingMethod
}

export interface CurrentWeight {
  /** kg per animal. */
  readonly weight: number
  /** The weight is the curve's, or that of a weighing whose growth since the curve does not know. */
  readonly estimate: boolean
  /** Of the weighing that it follows from, epoch ms. */
  readonly weighedAt: number | null
}

/** Five-minute means that a day of a scale needs: fewer are visits of the few animals that come first. */
export const LEAST_SCALE_VALUES = 10

/** The median of what the animal scales of a house showed on a local day, in their unit; an empty scale does not count. */
export function scaleDayMedian(values: readonly number[]): Term {
  const weights = values.filter(value => value > 0).toSorted((a, b) => a - b)
  if (weights.length < LEAST_SCALE_VALUES) return null
  const middle = weights.length >> 1
  return weights.length % 2 === 1 ? weights[middle]! : (weights[middle - 1]! + weights[middle]!) / 2
}

/**
 * A day of a scale as a weighing, kg. The median is the weight in the middle of the day, and a weighing counts at the whole age of
 * its day: it goes back half a day along the curve. Chicks grow by 40 % on their first day and would seem 20 % too heavy.
 * Without a curve or an age (days, at the start of the day) it stays as it is.
 */
export function scaleDayWeight(median: number, curve: Curve | null, age: Term): number {
  if (!curve || age === null) return median
  return median * (quotient(heldWeight(curve, age), heldWeight(curve, age + 0.5)) ?? 1)
}

/**
 * Weighings in the order of time, of several at one time the one entered last. `entered`: in the order in which they were entered;
 * they count more than the day of a scale that begins at the same time.
 */
export function countedWeighings(entered: readonly Weighing[], scaleDays: readonly Weighing[]): Weighing[] {
  const counted = new Map([...scaleDays, ...entered].map(weighing => [weighing.at, weighing]))
  return [...counted.values()].toSorted((one, other) => one.at - other.at)
}

/** The last weighing up to an instant; of several at one time the one entered last, which comes last. */
export const lastWeighing = (weighings: readonly Weighing[], at: number): Weighing | undefined =>
  weighings
    .filter(weighing => weighing.at <= at)
    .reduce<Weighing | undefined>((last, weighing) => (last && last.at > weighing.at ? last : weighing), undefined)

/** The weight of the curve at an age; above its last age the last weight, since animals do not shrink. */
const heldWeight = (curve: Curve, age: number): Term => interpolate(curve, Math.min(age, curve.at(-1)?.age ?? age), 'weight')

/**
 * The weight of an animal at an instant. With a weighing w at age a: w · curve(now) / curve(a). Beyond the last age of the curve the
 * weighing stands, flagged unless it is of the same age. Without a curve or an age it is the weighing itself. Without a weighing it
 * is curve(now), an estimate, and null where the curve has no value. Source: domain §5, "Current weight".
 */
export function currentWeight(
  weighings: readonly Weighing[],
  curve: Curve | null,
  ageAt: (at: number) => Term,
  now: number,
): CurrentWeight | null {
  const age = ageAt(now)
  const weighing = lastWeighing(weighings, now)
  if (!weighing) {
    const weight = curve && age !== null ? interpolate(curve, age, 'weight') : null
    return weight === null ? null : { weight, estimate: true, weighedAt: null }
  }
  const { at, average } = weighing
  const ageThen = ageAt(at)
  const lastAge = curve?.at(-1)?.age
  if (age !== null && lastAge !== undefined && age > lastAge) return { weight: average, estimate: age !== ageThen, weighedAt: at }
  const growth = curve && age !== null && ageThen !== null ? quotient(heldWeight(curve, age), heldWeight(curve, ageThen)) : null
  return { weight: average * (growth ?? 1), estimate: false, weighedAt: at }
}

/** 100 · (W − Wcurve) / Wcurve, %, not rounded; null if a weight is unknown. */
export const curveDeviation = (weight: Term, curveWeight: Term): Term =>
  weight === null || curveWeight === null ? null : quotient(100 * (weight - curveWeight), curveWeight)

/** Limits of the weight groups, kg: each group is [limit, next limit). */
export const GROUP_LIMITS = [0, 90, 100, 110, 120, 9999] as const

export interface WeightGroup {
  /** kg, included. */
  readonly from: number
  /** kg, not included. */
  readonly to: number
  readonly animals: number
  /** Total live weight, kg. */
  readonly weight: number
}

/**
 * Sold animals by weight. A sale counts as a whole, by its average weight; transfers, pending sales and sales without a weight do
 * not count. Source: domain §5, "Weight groups".
 */
export function weightGroups(movements: readonly Movement[]): WeightGroup[] {
  const sales = exitsOf(movements).filter(movement => movement.actionType === 'EXTERNAL_SALE' && movement.weight !== null)
  return GROUP_LIMITS.slice(0, -1).map((from, index) => {
    const to = GROUP_LIMITS[index + 1]!
    const group = sales.filter(({ weight, number }) => weight! / number >= from && weight! / number < to)
    return {
      from,
      to,
      animals: group.reduce((sum, sale) => sum + sale.number, 0),
      weight: group.reduce((sum, sale) => sum + sale.weight!, 0),
    }
  })
}
