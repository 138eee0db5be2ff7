import { interpolate } from './curve.ts'
import type { Curve } from './curve.ts'
import { quotient } from './figures.ts'
import type { Term } from './figures.ts'
import { animalsOf, balanceAt, deathsOf, entriesOf } from './replay.ts'
import type { BalanceStep, Movement } from './replay.ts'
import { lastWeighing } from './weight.ts'
import type { Weighing } from './weight.ts'

/** A local day [from, to), epoch ms. */
export interface LocalDaySpan {
  /** See `LocalDay`. */
  readonly day: number
  readonly from: number
  readonly to: number
}

export interface EvolutionDay {
  readonly day: number
  /** Days, whole; without a known age the days since the first one. */
  readonly age: number
  /** kg; null: nobody weighed on that day. */
  readonly weight: number | null
  readonly curveWeight: number | null
  /** Animals present at the end of the day. */
  readonly balance: number
}

/** Weights and balance of each local day; of several weighings on one day the last counts. `birth`: the mean birth day. */
export const evolution = (
  days: readonly LocalDaySpan[],
  weighings: readonly Weighing[],
  steps: readonly BalanceStep[],
  curve: Curve | null,
  birth: number | null,
): EvolutionDay[] =>
  days.map(({ day, from, to }) => {
    const ofDay = weighings.filter(({ at }) => at >= from && at < to)
    return {
      day,
      age: Math.round(day - (birth ?? days[0]!.day)),
      weight: lastWeighing(ofDay, to)?.average ?? null,
      curveWeight: curve && birth !== null ? interpolate(curve, day - birth, 'weight') : null,
      balance: balanceAt(steps, to),
    }
  })

/** Deaths of 100 animals that entered, up to the end of each local day; %, not rounded; null before the first entry. */
export const mortalityByDay = (days: readonly LocalDaySpan[], movements: readonly Movement[]): Term[] =>
  days.map(({ to }) => {
    const before = movements.filter(({ at }) => at < to)
    return quotient(100 * animalsOf(deathsOf(before)), animalsOf(entriesOf(before)))
  })
