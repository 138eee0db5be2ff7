import type { AgeUnit } from '@steading/contract/production/curves'
import { expectedDaily } from './curve.ts'
import type { Curve } from './curve.ts'
import { siloShares } from './daysToEmpty.ts'
import type { LocalDaySpan } from './evolution.ts'
import { meanAnimals } from './replay.ts'
import type { BalanceStep } from './replay.ts'

/** A batch that is fed from a silo. */
export interface SiloUser {
  /** Epoch ms; null: it goes on. */
  readonly openDate: number
  readonly closeDate: number | null
  readonly steps: readonly BalanceStep[]
  readonly curve: Curve | null
  readonly ageUnit: AgeUnit
  /** The mean birth day; null if unknown. */
  readonly birth: number | null
}

/** The share of a silo's consumption on a local day that `user` has beside the others that are open on that day; 0 to 1. */
export function siloShareOn(span: LocalDaySpan, user: SiloUser, others: readonly SiloUser[]): number {
  const present = others.filter(({ openDate, closeDate }) => openDate < span.to && (closeDate ?? Infinity) > span.from)
  if (present.length === 0) return 1
  const sharers = [user, ...present].map(({ steps, curve, ageUnit, birth }) => ({
    animals: meanAnimals(steps, span.from, span.to),
    expectedFeed: curve && birth !== null ? expectedDaily(curve, span.day - birth, 'dailyFeed', ageUnit) : null,
  }))
  return siloShares(sharers)[0]!
}
