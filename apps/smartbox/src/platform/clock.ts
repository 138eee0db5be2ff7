/** Time and timers of a box, passed in so that tests can hold them. */
export interface Clock {
  /** UTC ms by the operating system; may jump. */
  now(): number
  /** ms that only grow; from where is not said. */
  mono(): number
  /** Runs once after so many ms; answers how to call it off. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.max(0, Math.min(ms, 2 ** 31 - 1)))
    return () => clearTimeout(timer)
  },
}
