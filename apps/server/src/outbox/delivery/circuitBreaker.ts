import type { Clock } from '../../platform/time/clock.ts'

const PAUSE = { first: 1_000, most: 30_000 }
/** Consecutive failures that count as an outage: after its end, failed messages are retried at once. */
const OUTAGE = 3

export interface CircuitBreaker {
  /** Permits an attempt; null: the circuit is open, and the next probe is not due or is running. */
  acquire(): Permit | null
  isDown(): boolean
}
export interface Permit {
  /** The attempt succeeded. True: an outage ended, failed messages need not wait. */
  success(): boolean
  /** The attempt failed; no other one within `again` ms. */
  failure(again: number): void
  /** No attempt was made. */
  release(): void
}

/** For rare messages that are worthless later: every attempt is permitted. */
export const alwaysClosed: CircuitBreaker = {
  isDown: () => false,
  acquire: () => ({ success: () => false, failure: () => undefined, release: () => undefined }),
}

/**
 * Circuit breaker: while the circuit is open, one message at a time probes it, so that a thousand do not wait for a thousand
 * timeouts.
 */
export function createCircuitBreaker(clock: Pick<Clock, 'mono'>): CircuitBreaker {
  let failures = 0
  let until = 0
  // Outcomes of attempts that began before the last change of state are ignored.
  let epoch = 0
  let probing = false
  // A new process does not know the state before it: its first success may be the end of an outage.
  let isProven = false
  return {
    isDown: () => failures > 0,
    acquire() {
      if (failures > 0 && (probing || clock.mono() < until)) return null
      const mine = epoch
      const isProbe = failures > 0
      if (isProbe) probing = true
      const leave = () => {
        if (isProbe) probing = false
      }
      return {
        release: leave,
        success() {
          leave()
          const wasOut = !isProven || failures >= OUTAGE
          isProven = true
          if (failures > 0) epoch++
          failures = 0
          return wasOut
        },
        failure(again) {
          leave()
          if (mine === epoch) {
            failures++
            epoch++
          }
          until = Math.max(until, clock.mono() + Math.max(again, Math.min(PAUSE.most, PAUSE.first * 2 ** (failures - 1))))
        },
      }
    },
  }
}
