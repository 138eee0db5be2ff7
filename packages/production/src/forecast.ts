import type { WeighingMethod } from '@steading/contract/production/weighings'
import { interpolate } from './curve.ts'
import type { Curve } from './curve.ts'

/**
 * Growth of a batch against its curve: a Kalman filter over two unknowns, the mean weight of an animal and its growth factor
 * (gain / gain of the curve). The factor starts at 1 with PRIOR_SD, so that a few weighings move it little (shrinkage).
 */

/** Standard deviations, as shares: of the growth factor before any weighing; of the gain of one day; of the factor's daily drift. */
const PRIOR_SD = 0.05
const GAIN_SD = 0.1
const DRIFT_SD = 0.002
/** Of a weighing that states no error: a sample by hand, and the median of a day of a scale, which all visits share. */
const MANUAL_SD = 0.03
const SCALE_SD = 0.02
/** Of what all weighings of a batch have in common: light animals are caught, heavy ones visit the scale less. */
const COMMON_SD = 0.01
/** Of an entry weight. */
const ENTRY_SD = 0.02
/** Half of the width of a band that holds 80 % of a normal distribution, in standard deviations. */
const BAND = 1.2816

export interface GrowthObservation {
  /** Days. */
  readonly age: number
  /** Mean weight of an animal, kg. */
  readonly weight: number
  readonly method: WeighingMethod
  /** kg; null if unknown. */
  readonly standardError?: number | null
}

/** What is known at an age. Variances in kg², kg and 1. */
export interface Growth {
  readonly age: number
  readonly weight: number
  readonly factor: number
  readonly weightVariance: number
  readonly covariance: number
  readonly factorVariance: number
}

const square = (x: number): number => x * x

/** Lets the animals grow to an age, day by day. Null above the last age of the curve. */
function grow(curve: Curve, growth: Growth, until: number): Growth | null {
  let { age, weight, weightVariance, covariance, factorVariance } = growth
  const { factor } = growth
  while (age < until) {
    const next = Math.min(age + 1, until)
    const before = interpolate(curve, age, 'weight')
    const after = interpolate(curve, next, 'weight')
    if (before === null || after === null) return null
    const gain = after - before
    const days = next - age
    weight += factor * gain
    weightVariance += 2 * gain * covariance + square(gain) * factorVariance + square(GAIN_SD * gain) / days
    covariance += gain * factorVariance
    factorVariance += square(DRIFT_SD) * days
    age = next
  }
  return { age, weight, factor, weightVariance, covariance, factorVariance }
}

/** Takes a weighing of the present age. */
function observe(growth: Growth, { weight, method, standardError }: GrowthObservation): Growth {
  const error = standardError ?? weight * (method === 'SCALE' ? SCALE_SD : MANUAL_SD)
  const total = growth.weightVariance + square(error)
  const innovation = weight - growth.weight
  const weightGain = growth.weightVariance / total
  const factorGain = growth.covariance / total
  return {
    age: growth.age,
    weight: growth.weight + weightGain * innovation,
    factor: growth.factor + factorGain * innovation,
    weightVariance: (1 - weightGain) * growth.weightVariance,
    covariance: (1 - weightGain) * growth.covariance,
    factorVariance: growth.factorVariance - factorGain * growth.covariance,
  }
}

/**
 * Weight and growth factor at the last weighing up to `until` (age in days). `entry`: mean weight at the mean entry age; without a
 * weight the curve's is taken. Weighings before the entry or above the last age of the curve do not count. Null if the curve ends
 * before the entry.
 */
export function estimateGrowth(
  curve: Curve,
  entry: { readonly age: number; readonly weight: number | null },
  observations: readonly GrowthObservation[],
  until: number,
): Growth | null {
  const usual = interpolate(curve, entry.age, 'weight')
  if (usual === null) return null
  const weight = entry.weight ?? usual
  let growth: Growth = {
    age: entry.age,
    weight,
    factor: 1,
    weightVariance: square(weight * (entry.weight === null ? PRIOR_SD : ENTRY_SD)),
    covariance: 0,
    factorVariance: square(PRIOR_SD),
  }
  const ordered = observations.filter(({ age }) => age >= entry.age && age <= until).sort((a, b) => a.age - b.age)
  for (const observation of ordered) {
    const grown = grow(curve, growth, observation.age)
    if (!grown) break
    growth = observe(grown, observation)
  }
  return growth
}

/** A forecast with the limits of its 80 % band, kg. */
export interface WeightForecast {
  readonly age: number
  readonly weight: number
  readonly low: number
  readonly high: number
}

/** Weight at an age (days) from the age of `growth` on; null before it and above the last age of the curve. */
export function forecastWeight(curve: Curve, growth: Growth, age: number): WeightForecast | null {
  if (age < growth.age) return null
  const grown = grow(curve, growth, age)
  if (!grown) return null
  const half = BAND * Math.sqrt(grown.weightVariance + square(COMMON_SD * grown.weight))
  return { age, weight: grown.weight, low: grown.weight - half, high: grown.weight + half }
}

/** Ages at which a weight is reached, days with a fraction; null if not within the curve. */
export interface SlaughterForecast {
  readonly age: number | null
  /** 80 % band. */
  readonly earliest: number | null
  readonly latest: number | null
}

/** When a target weight (kg) is reached: the age at which the forecast, and the limits of its band, cross it. */
export function forecastSlaughter(curve: Curve, growth: Growth, target: number): SlaughterForecast {
  const lastAge = curve.at(-1)?.age ?? growth.age
  const forecasts: WeightForecast[] = []
  for (let age = growth.age; ; age = Math.min(age + 1, lastAge)) {
    const forecast = forecastWeight(curve, growth, age)
    if (!forecast) break
    forecasts.push(forecast)
    if (age >= lastAge) break
  }
  const crossing = (member: 'weight' | 'low' | 'high'): number | null => {
    const index = forecasts.findIndex(forecast => forecast[member] >= target)
    const after = forecasts[index]
    if (!after) return null
    const before = forecasts[index - 1]
    if (!before) return after.age
    const part = (target - before[member]) / (after[member] - before[member])
    return before.age + part * (after.age - before.age)
  }
  return { age: crossing('weight'), earliest: crossing('high'), latest: crossing('low') }
}
