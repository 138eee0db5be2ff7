import type { Clock } from './clock.ts'

/** What time the box believes it is. Built on the monotonic clock, so that no jump of the system's clock gets through. */
export interface BoxTime {
  /** UTC ms, the best guess now. */
  utc(): number
  /** 2 synchronised within 1 s, 1 the box's own clock, 0 unknown. */
  quality(): 0 | 1 | 2
  /** UTC ms for rules: never steps back; a lead over utc() melts slowly. */
  ruled(): number
  /** The platform's time, or null where it is not known. */
  platform(): number | null
  /** Takes over UTC = mono + offset from the platform. */
  learn(offset: number): void
  /** ms to add to what was stamped before the first exchange of this run. */
  correction(): number
  /** ms since an instant stamped by this run, by the monotonic clock. */
  since(stamped: number): number
}

/** No box was made before. */
const PLAUSIBLE = Date.UTC(2025, 0, 1)
/** A sample is good for so long. */
const FRESH = 3_600_000
/** Share of the elapsed time by which rules run slower until they are back on UTC. */
const SLEW = 0.05

/** @param notBefore UTC ms that the box has seen before it was switched off */
export const createBoxTime = (clock: Clock, notBefore = 0): BoxTime => {
  const system = clock.now()
  const own: 0 | 1 = system >= PLAUSIBLE && system >= notBefore ? 1 : 0
  const base = Math.max(system, notBefore) - clock.mono()
  let offset = base
  let first: number | null = null
  let learned = -Infinity
  let lead = 0
  let leadAt = clock.mono()

  const leadNow = () => Math.max(0, lead - (clock.mono() - leadAt) * SLEW)
  const isFresh = () => clock.mono() - learned <= FRESH

  return {
    utc: () => Math.round(clock.mono() + offset),
    quality: () => (isFresh() ? 2 : first === null ? own : 1),
    ruled: () => Math.round(clock.mono() + offset + leadNow()),
    platform: () => (isFresh() ? clock.mono() + offset : null),
    learn: next => {
      lead = Math.max(0, leadNow() + offset - next)
      leadAt = clock.mono()
      offset = next
      first ??= next
      learned = clock.mono()
    },
    correction: () => (first === null ? 0 : Math.round(first - base)),
    since: stamped => Math.max(0, Math.round(clock.mono() + base - stamped)),
  }
}
