import type { AgeUnit } from '@steading/contract/production/curves'
import type { DayConsumption as ContractDay, MeasuredDays } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import { expectedDaily } from './curve.ts'
import type { Curve } from './curve.ts'
import { figure, quotient } from './figures.ts'
import type { Term } from './figures.ts'
import { meanAnimals } from './replay.ts'
import type { BalanceStep } from './replay.ts'

/** How many days were measured; null: a day was not. */
export function measuredDays(amounts: readonly (number | null)[]): MeasuredDays {
  const measured = amounts.filter(amount => amount !== null).length
  return { measured, total: amounts.at(-1) === null ? amounts.length - 1 : amounts.length }
}

/** Where the feed of a day comes from; null: not measured. */
export type FeedSource = ContractDay['source']

/** What was measured on a local day of the batch; null where nothing was. */
export interface MeasuredDay {
  /** Local day, see `LocalDay`. */
  readonly day: number
  /** Epoch ms of its local midnights: [from, to), 23 to 25 h. The running day ends now. */
  readonly from: number
  readonly to: number
  /** Share of the local day that is over: 1, less of the running day. */
  readonly elapsed: number
  /** Feed that left the silo, kg: the batch's share of it. */
  readonly siloKg: number | null
  /** Increase of the feed counters, kg. */
  readonly counterKg: number | null
  /** Increase of the water counters, L. */
  readonly waterL: number | null
}

/** kg and L per animal present, 3 decimals; NOT_COMPUTABLE without animals, null without a measurement. */
export type PerAnimal = ContractDay['perAnimal']

const perAnimal = (feedKg: Term, waterL: Term, animals: number): PerAnimal => ({
  feed: feedKg === null ? null : figure(quotient(feedKg, animals), 3),
  water: waterL === null ? null : figure(quotient(waterL, animals), 3),
})

export interface DayConsumption {
  readonly day: number
  /** Share of the local day that is over: 1, less of the running day. */
  readonly elapsed: number
  /** Time-weighted mean of the animals present in that part. */
  readonly animals: number
  readonly feedKg: number | null
  readonly waterL: number | null
  readonly perAnimal: PerAnimal
  readonly source: FeedSource
}

/** Feed and water of a local day [from, to), as they were decided from the measurements. */
export interface DayAmounts extends Pick<MeasuredDay, 'day' | 'from' | 'to' | 'elapsed'> {
  readonly feedKg: number | null
  readonly waterL: number | null
  readonly source: FeedSource
}

/**
 * Feed and water of each local day. The feed comes from the first source that measured something on that day: silo, then feed
 * counter. If neither measured anything on any day, the consumption that follows from the stock (kg, `stockConsumption`) is spread
 * over the days by the animals present. Source: domain §5, "Feed".
 */
export function dailyAmounts(days: readonly MeasuredDay[], steps: readonly BalanceStep[], stockKg: number | null): DayAmounts[] {
  const isMeasured = days.some(({ siloKg, counterKg }) => siloKg !== null || counterKg !== null)
  const present = days.map(({ from, to, elapsed }) => meanAnimals(steps, from, to) * elapsed)
  const sum = present.reduce((total, animals) => total + animals, 0)
  return days.map(({ siloKg, counterKg, waterL, day, from, to, elapsed }, index) => {
    const amounts = (feedKg: number | null, source: FeedSource): DayAmounts => ({
      day,
      from,
      to,
      elapsed,
      feedKg,
      waterL,
      source,
    })
    if (siloKg !== null) return amounts(siloKg, 'SILO')
    if (counterKg !== null) return amounts(counterKg, 'FEED_COUNTER')
    if (isMeasured || stockKg === null) return amounts(null, null)
    return amounts(quotient(stockKg * present[index]!, sum), 'STOCK')
  })
}

/** Feed and water of each day per animal present. Source: domain §4, "Per animal per day". */
export const dailyConsumption = (days: readonly DayAmounts[], steps: readonly BalanceStep[]): DayConsumption[] =>
  days.map(({ day, from, to, elapsed, feedKg, waterL, source }) => {
    const animals = meanAnimals(steps, from, to)
    return { day, elapsed, animals, feedKg, waterL, perAnimal: perAnimal(feedKg, waterL, animals), source }
  })

/** Feed and water that the curve expects of the animals of a day so far, kg and L; null where it says nothing. */
export interface ExpectedDay {
  readonly day: number
  readonly feedKg: number | null
  readonly waterL: number | null
}

/**
 * What the curve expects of each day; of the running day as much as of it is over, so that what was eaten until now is not compared
 * with a whole day. `birth`: the mean birth day of the batch (`birthDay`).
 */
export function expectedConsumption(
  days: readonly DayConsumption[],
  curve: Curve,
  ageUnit: AgeUnit,
  birth: number,
): ExpectedDay[] {
  return days.map(({ day, elapsed, animals }) => {
    const total = (member: 'dailyFeed' | 'dailyWater'): Term => {
      const each = expectedDaily(curve, day - birth, member, ageUnit)
      return each === null ? null : each * animals * elapsed
    }
    return { day, feedKg: total('dailyFeed'), waterL: total('dailyWater') }
  })
}

/** The sum of the measured amounts; null: nothing was measured. */
export const measuredSum = (amounts: readonly (number | null)[]): number | null => amounts.reduce(withMeasured, null)

const less = (a: Term, b: Term): Term => (a === null || b === null ? null : a - b)

/**
 * Consumption of each day less that of the curve; null where one of them is unknown, and per animal without animals: a difference
 * may be −100. `expected` has the same days.
 */
export const consumptionDifference = (days: readonly DayConsumption[], expected: readonly ExpectedDay[]): DayConsumption[] =>
  days.map((day, index) => {
    const feedKg = less(day.feedKg, expected[index]?.feedKg ?? null)
    const waterL = less(day.waterL, expected[index]?.waterL ?? null)
    const each = (amount: Term): Term => (amount === null || !(day.animals > 0) ? null : round(amount / day.animals, 3))
    return { ...day, feedKg, waterL, perAnimal: { feed: each(feedKg), water: each(waterL) } }
  })

export interface ConsumptionTotal {
  readonly day: number
  /** Null before the first measured day. */
  readonly feedKg: number | null
  readonly waterL: number | null
  /** Of the curve; null from the first day on which it says nothing. */
  readonly curveFeedKg: number | null
  readonly curveWaterL: number | null
}

/** Running totals, with the curve's beside them: null before the first measured day; a later day without a measurement adds nothing. */
export function accumulatedConsumption(days: readonly DayConsumption[], expected: readonly ExpectedDay[]): ConsumptionTotal[] {
  let feedKg: Term = null
  let waterL: Term = null
  let curveFeedKg: Term = 0
  let curveWaterL: Term = 0
  return days.map((day, index) => {
    feedKg = withMeasured(feedKg, day.feedKg)
    waterL = withMeasured(waterL, day.waterL)
    curveFeedKg = plus(curveFeedKg, expected[index]?.feedKg ?? null)
    curveWaterL = plus(curveWaterL, expected[index]?.waterL ?? null)
    return { day: day.day, feedKg, waterL, curveFeedKg, curveWaterL }
  })
}

/** Sum of the measured terms; null: there is none. */
const withMeasured = (sum: Term, term: Term): Term => (term === null ? sum : (sum ?? 0) + term)
const plus = (sum: Term, term: Term): Term => (sum === null || term === null ? null : sum + term)

/** A running total per animal, kg or L, and that of the curve. */
export interface TotalPerAnimal {
  /** Null before the first measured day with an animal. */
  readonly amount: number | null
  /** Null before the first animal, and from the first day on which the curve says nothing. */
  readonly curveAmount: number | null
}

/** Running totals of what each day gave an animal that was present. Unlike totals of batches, they compare batches of any size. */
export function accumulatedPerAnimal(
  days: readonly DayConsumption[],
  expected: readonly ExpectedDay[],
  member: 'feedKg' | 'waterL',
): TotalPerAnimal[] {
  let amount: Term = null
  let curveAmount: Term = null
  let isKnown = true
  return days.map((day, index) => {
    if (day.animals > 0) {
      amount = withMeasured(amount, quotient(day[member], day.animals))
      const each = quotient(expected[index]?.[member] ?? null, day.animals)
      isKnown &&= each !== null
      curveAmount = isKnown ? plus(curveAmount ?? 0, each) : null
    }
    return { amount, curveAmount }
  })
}

/** Usual litres of water per kg of feed, by the root of the species. Source: domain §4. */
export const WATER_FEED_BAND = { POULTRY: { min: 1.6, max: 2 }, PIG: { min: 2, max: 3 } } as const

/** Litres of water per kg of feed, 2 decimals, or NOT_COMPUTABLE. */
export const waterFeedRatio = (waterL: number | null, feedKg: number | null): number => figure(quotient(waterL, feedKg), 2)
