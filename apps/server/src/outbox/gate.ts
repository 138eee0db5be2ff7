import type { Clock } from '../platform/clock.ts'

const PAUSE = { first: 1_000, most: 30_000 }
/** After so many failures in a row what failed waits no longer, once the way is there again. */
const OUTAGE = 3

export interface Gate {
  /** Leave to try one; null: the way is down, and nobody or somebody else asks it now. */
  enter(): Ticket | null
  isDown(): boolean
}
export interface Ticket {
  /** It answered. True: what failed before need not wait any more. */
  well(): boolean
  /** It did not; not before `again` ms shall it be asked. */
  badly(again: number): void
  /** It was not asked. */
  unused(): void
}

/** Of what comes seldom and is worth nothing later: each is tried. */
export const openGate: Gate = {
  isDown: () => false,
  enter: () => ({ well: () => false, badly: () => undefined, unused: () => undefined }),
}

/** A way that is down is asked by one message at a time until it answers: a thousand don't wait for a thousand time-outs. */
export function gate(clock: Pick<Clock, 'mono'>): Gate {
  let failures = 0
  let until = 0
  // Answers of those who entered before the last change tell nothing new.
  let epoch = 0
  let probing = false
  // What another program of ours saw of the way, nobody told this one: its first answer may be the end of an outage.
  let isProven = false
  return {
    isDown: () => failures > 0,
    enter() {
      if (failures > 0 && (probing || clock.mono() < until)) return null
      const [mine, isProbe] = [epoch, failures > 0]
      if (isProbe) probing = true
      const leave = () => {
        if (isProbe) probing = false
      }
      return {
        unused: leave,
        well() {
          leave()
          const wasOut = !isProven || failures >= OUTAGE
          isProven = true
          if (failures > 0) epoch++
          failures = 0
          return wasOut
        },
        badly(again) {
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
