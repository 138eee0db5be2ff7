import type { MovementAction } from '@steading/contract/production/animalMovements'
import { round } from '@steading/contract/round'
import { figure, quotient } from './figures.ts'
import type { Term } from './figures.ts'

/** A movement of feed into or out of the stock of a batch. */
export interface FeedMovement {
  readonly id: string
  /** Epoch ms. */
  readonly at: number
  readonly action: MovementAction
  readonly kg: number
  /** Half of a transfer, or a detected delivery, that nobody confirmed yet. */
  readonly pending: boolean
}

/** Sums of decimal kg deviate in the last bits. */
const TOLERANCE_KG = 1e-6

export type StockReplay =
  | { readonly entriesKg: number; readonly exitsKg: number; readonly stockKg: number }
  | { readonly violation: { readonly movementId: string; readonly at: number; readonly shortageKg: number } }

/**
 * Replays feed movements by time, at one time entries first: their sums, or the first movement that the stock does not cover.
 * Pending exits are reserved, pending entries bring nothing, and neither counts in the sums. Source: domain §5, "Feed", and
 * production.md 6.
 */
export function replayStock(movements: readonly FeedMovement[]): StockReplay {
  let entriesKg = 0
  let exitsKg = 0
  let reservedKg = 0
  const isExit = ({ action }: FeedMovement): boolean => action === 'EXIT'
  const ordered = [...movements].sort(
    (a, b) =>
      a.at - b.at ||
      Number(isExit(a)) - Number(isExit(b)) ||
      a.id.length - b.id.length ||
      (a.id < b.id ? -1 : Number(a.id > b.id)),
  )
  for (const movement of ordered) {
    const { id, at, kg, pending } = movement
    if (isExit(movement)) {
      if (pending) reservedKg += kg
      else exitsKg += kg
    } else if (!pending) entriesKg += kg
    const shortageKg = exitsKg + reservedKg - entriesKg
    if (shortageKg > TOLERANCE_KG) return { violation: { movementId: id, at, shortageKg } }
  }
  return { entriesKg, exitsKg, stockKg: entriesKg - exitsKg }
}

/** Consumption by stock, kg: entries − exits − what is left. Null if what is left is unknown. */
export const stockConsumption = (entriesKg: number, exitsKg: number, leftKg: number | null): Term =>
  leftKg === null ? null : entriesKg - exitsKg - leftKg

export interface MassBalance {
  /** Animals that entered and neither died nor left: E − D − X at closing. Negative numbers cannot occur. */
  readonly unexplainedAnimals: number
  /** % of the entered animals, 2 decimals, or NOT_COMPUTABLE. */
  readonly unexplainedAnimalsShare: number
  /** Feed that came and was neither consumed, taken out nor left, kg, 1 decimal; null if unknown. Negative: more was consumed. */
  readonly unexplainedFeedKg: number | null
  /** % of the feed that came, 2 decimals, or NOT_COMPUTABLE. */
  readonly unexplainedFeedShare: number
}

export interface MassBalanceInput {
  readonly totalEntry: number
  readonly balance: number
  /** With the stock of the opening; null: that is unknown. */
  readonly feedEntriesKg: number | null
  readonly feedExitsKg: number
  /** Measured consumption and what is left; null if unknown. */
  readonly feedConsumedKg: number | null
  readonly feedLeftKg: number | null
}

/** What the books of a closed batch do not explain. Source: domain §5, "State". */
export function massBalance(input: MassBalanceInput): MassBalance {
  const { totalEntry, balance, feedEntriesKg, feedExitsKg, feedConsumedKg, feedLeftKg } = input
  const feed: Term =
    feedEntriesKg === null || feedConsumedKg === null || feedLeftKg === null
      ? null
      : feedEntriesKg - feedExitsKg - feedConsumedKg - feedLeftKg
  return {
    unexplainedAnimals: balance,
    unexplainedAnimalsShare: figure(quotient(100 * balance, totalEntry), 2),
    unexplainedFeedKg: feed === null ? null : round(feed, 1),
    unexplainedFeedShare: figure(quotient(feed === null ? null : 100 * feed, feedEntriesKg), 2),
  }
}

/**
 * Whether a booked delivery and the one that the silo weighed disagree: by more than 5 % of the booked one or 2 % of the silo's
 * capacity. Source: production.md, "Silo".
 */
export function deliveryDisagrees(bookedKg: number, weighedKg: number, capacityKg: number): boolean {
  const difference = Math.abs(bookedKg - weighedKg)
  return difference > 0.05 * bookedKg || difference > 0.02 * capacityKg
}
