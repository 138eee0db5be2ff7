import { round } from '@steading/contract/round'
import type { PeriodSpan } from './tariffPeriods.ts'

/** Energy that a meter counted in the 5 minutes from an instant (ms) on. */
export interface EnergyBucket {
  readonly at: number
  readonly kWh: number
}

/** A reading of a cumulative meter, kWh. */
export interface MeterReading {
  readonly at: number
  readonly value: number
}

/** Energy of a period with one price: kWh, and its cost rounded to the cent; null: it has no price. */
export interface PeriodCost {
  readonly displayName: string | null
  readonly value: number | null
  readonly kWh: number
  readonly cost: number | null
}

/** Energy by period, the dearest first, energy without a period last. */
export interface EnergyCost {
  readonly periods: readonly PeriodCost[]
  /** Sum of the costs of the periods; null: no energy has a price. */
  readonly cost: number | null
  /** kWh of all periods, and of those without a price. */
  readonly kWh: number
  readonly unpricedKWh: number
}

const BUCKET = 300_000

/**
 * The 5-minute buckets of cumulative readings in ascending order. The increase between two readings is spread evenly over their
 * time, so that it is split at the edges of periods. A counter that falls has begun again at 0.
 */
export function bucketsOfCounter(readings: readonly MeterReading[]): EnergyBucket[] {
  const buckets = new Map<number, number>()
  for (const [index, reading] of readings.entries()) {
    const before = readings[index - 1]
    if (!before || reading.at <= before.at) continue
    const increase = reading.value < before.value ? reading.value : reading.value - before.value
    for (let at = before.at; at < reading.at;) {
      const bucket = at - (at % BUCKET)
      const end = Math.min(bucket + BUCKET, reading.at)
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + (increase * (end - at)) / (reading.at - before.at))
      at = end
    }
  }
  return [...buckets].map(([at, kWh]) => ({ at, kWh }))
}

/**
 * Cost of energy by period: each bucket has the price at its start. Both lists ascend. Energy before, between and after the spans
 * has no period and no cost.
 */
export function energyCost(buckets: readonly EnergyBucket[], spans: readonly PeriodSpan[]): EnergyCost {
  const sums = new Map<string, { displayName: string | null; value: number | null; kWh: number }>()
  let index = 0
  for (const { at, kWh } of buckets) {
    while (index < spans.length && spans[index]!.to <= at) index++
    const span = spans[index]
    const period = span && span.from <= at ? span.period : null
    const { displayName = null, value = null } = period ?? {}
    const key = JSON.stringify([displayName, value])
    const sum = sums.get(key) ?? { displayName, value, kWh: 0 }
    sums.set(key, { ...sum, kWh: sum.kWh + kWh })
  }
  const periods = [...sums.values()]
    .map(sum => ({ ...sum, cost: sum.value === null ? null : round(sum.kWh * sum.value, 2) }))
    .toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))
  return totalOf(periods)
}

/** Adds the costs of several meters or spans of time, period by period; cents are added as integers. */
export function sumCosts(costs: readonly EnergyCost[]): EnergyCost {
  const sums = new Map<string, PeriodCost>()
  for (const period of costs.flatMap(({ periods }) => periods)) {
    const key = JSON.stringify([period.displayName, period.value])
    const sum = sums.get(key)
    sums.set(key, sum ? { ...period, kWh: sum.kWh + period.kWh, cost: addCents([sum.cost, period.cost]) } : period)
  }
  return totalOf([...sums.values()].toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1)))
}

function totalOf(periods: readonly PeriodCost[]): EnergyCost {
  const kWh = (counted: readonly PeriodCost[]) => counted.reduce((sum, period) => sum + period.kWh, 0)
  return {
    periods,
    cost: addCents(periods.map(({ cost }) => cost)),
    kWh: kWh(periods),
    unpricedKWh: kWh(periods.filter(({ cost }) => cost === null)),
  }
}

/** The exact sum of amounts with two decimals; null without one. */
function addCents(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter(amount => amount !== null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
}
