/** `now`: ms UTC; `mono`: monotonic ms, which no change of the system clock moves. */
export interface TimeSource {
  now(): number
  mono(): number
}

/** The only source of time, and of timers. */
export interface Clock extends TimeSource {
  /** Calls `act` once, `ms` from now; the answer cancels it. */
  after(ms: number, act: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** A clock with this time, and with the timers of the system where it has none. */
export const withTimers = (time: TimeSource & Partial<Pick<Clock, 'after'>>): Clock => ({
  now: () => time.now(),
  mono: () => time.mono(),
  after: (ms, act) => (time.after ?? systemClock.after)(ms, act),
})

/** Calls `act` every `ms`, first after that time; the answer ends it. */
export function every(clock: Pick<Clock, 'after'>, ms: number, act: () => void): () => void {
  const run = () => {
    cancel = clock.after(ms, run)
    act()
  }
  let cancel = clock.after(ms, run)
  return () => cancel()
}
