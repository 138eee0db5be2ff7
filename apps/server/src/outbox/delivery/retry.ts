import type { DeliveryFailure } from '../transport/provider.ts'

const RETRY = { first: 2_000, most: 60_000 }
/** Refusals after which a message is given up. */
const REFUSALS = 5

/** Delay before the next attempt, after this number of attempts, ms: it doubles up to a minute. */
export const retryDelay = (attempts: number): number => Math.min(RETRY.most, RETRY.first * 2 ** Math.min(attempts - 1, 10))

interface History {
  /** Attempts, this one included. */
  readonly attempts: number
  /** Refusals before this attempt. */
  readonly refusals: number
}

/** Delay before the next attempt of a message that failed, ms; null: it is given up. A provider may ask for a longer delay. */
export function nextAttempt(
  { outcome, retryAfterMs }: Pick<DeliveryFailure, 'outcome' | 'retryAfterMs'>,
  { attempts, refusals }: History,
): number | null {
  const isRefused = outcome === 'REFUSED'
  if (isRefused && refusals + 1 >= REFUSALS) return null
  return Math.max(retryDelay(isRefused ? refusals + 1 : attempts), retryAfterMs)
}
