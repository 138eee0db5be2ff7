/** The only source of time. `now`: ms UTC; `mono`: monotonic ms, which no change of the system clock moves. */
export interface Clock {
  now(): number
  mono(): number
}

export const systemClock: Clock = { now: () => Date.now(), mono: () => performance.now() }
