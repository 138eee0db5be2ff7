import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { interpolate } from './curve.ts'
import type { Curve } from './curve.ts'
import { figure, quotient } from './figures.ts'

/** Weights of the last three full local days, the latest first. */
const DAY_WEIGHTS = [0.5, 0.3, 0.2] as const
/** A silo that lasts longer has no use worth a forecast, days. */
const LONGEST = 3650

/**
 * Expected daily use, kg, from the use of the last full local days, the latest first. Of fewer than three days the weights are
 * scaled to 1; without any the use is 0. Source: domain §4, "Days to empty".
 */
export function baseUse(latestFirst: readonly number[]): number {
  const days = latestFirst.slice(0, DAY_WEIGHTS.length)
  const weights = DAY_WEIGHTS.slice(0, days.length)
  const sum = days.reduce((total, kg, index) => total + kg * weights[index]!, 0)
  return (
    quotient(
      sum,
      weights.reduce((total, weight) => total + weight, 0),
    ) ?? 0
  )
}

/** A batch at the silo: its animals today, its curve, and its age in days; without a curve its use goes on as it is. */
export interface SiloBatch {
  readonly curve: Curve | null
  readonly age: number
  readonly animals: number
}

/** kg of an animal at an age; beyond the last age of the curve the last value counts. Null: the curve says nothing. */
function feedAt({ curve, age }: SiloBatch, ahead: number): number | null {
  const lastAge = curve?.findLast(point => (point.dailyFeed ?? null) !== null)?.age
  return curve && lastAge !== undefined ? interpolate(curve, Math.min(age + ahead, lastAge), 'dailyFeed') : null
}

/**
 * Use of the i-th day from now over that of today: what all batches at the silo need, by curve and animals. Where a curve is unknown
 * each batch has a share by its animals, and grows by its own curve.
 */
function growthAhead(batches: readonly SiloBatch[]): (day: number) => number {
  const need = (day: number) =>
    batches.reduce<number | null>((sum, batch) => {
      const each = feedAt(batch, day)
      return sum === null || each === null ? null : sum + batch.animals * each
    }, 0)
  const today = need(0)
  if (today !== null) return day => quotient(need(day), today) ?? 1
  const animals = batches.reduce((sum, batch) => sum + batch.animals, 0)
  const growth = (batch: SiloBatch, day: number) => quotient(feedAt(batch, day), feedAt(batch, 0)) ?? 1
  return day =>
    quotient(
      batches.reduce((sum, batch) => sum + batch.animals * growth(batch, day), 0),
      animals,
    ) ?? 1
}

/**
 * Days until a silo is empty, 1 decimal; NOT_COMPUTABLE without a use. Each day i ahead uses base · feed(age + i) / feed(age) of
 * what all batches at it need by their curves; without a batch, or where a curve has no feed at its age, the base. Source: domain §4, "Days to empty".
 */
export function daysToEmpty(usableKg: number, dailyUse: number, batches: readonly SiloBatch[]): number {
  if (!(dailyUse > 0)) return NOT_COMPUTABLE
  const growth = growthAhead(batches)
  let left = Math.max(0, usableKg)
  for (let day = 1; day <= LONGEST; day++) {
    const use = dailyUse * growth(day)
    if (use >= left) return figure(day - 1 + (use > 0 ? left / use : 0), 1)
    left -= use
  }
  return LONGEST
}

export interface EmptyRange {
  /** By the greatest daily use of the last days; NOT_COMPUTABLE without a use. */
  readonly earliest: number
  /** By the least. */
  readonly latest: number
}

/** Days to empty by the greatest and the least use of the last seven full local days. Source: production.md, "Silo". */
export function emptyRange(usableKg: number, lastDays: readonly number[], batches: readonly SiloBatch[]): EmptyRange {
  const days = lastDays.slice(0, 7)
  return {
    earliest: daysToEmpty(usableKg, Math.max(0, ...days), batches),
    latest: daysToEmpty(usableKg, days.length > 0 ? Math.min(...days) : 0, batches),
  }
}

/**
 * The local day by which feed must be ordered: the earliest empty day less the lead time of the feed factory; null without a use.
 * `now`: the local day with the part of it that is over. It may lie in the past.
 */
export const orderDay = (now: number, { earliest }: EmptyRange, leadDays: number): number | null =>
  earliest === NOT_COMPUTABLE ? null : Math.floor(now + earliest) - leadDays

/** A batch at a shared silo. */
export interface SiloSharer {
  readonly animals: number
  /** kg per animal today by its curve; null if unknown. */
  readonly expectedFeed: number | null
}

/**
 * Shares of a silo's consumption, in the order of the batches, with the sum 1: by expected feed (curve · animals); by animals if a
 * curve is unknown; equal shares if there are no animals. Source: production.md, "Silo".
 */
export function siloShares(sharers: readonly SiloSharer[]): number[] {
  const byFeed = sharers.every(({ expectedFeed }) => expectedFeed !== null)
  const parts = sharers.map(({ animals, expectedFeed }) => animals * (byFeed ? expectedFeed! : 1))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map(part => quotient(part, sum) ?? 1 / sharers.length)
}
