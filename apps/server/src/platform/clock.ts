/** The only door to time. Instants are ms UTC; `mono` counts ms that no clock change moves. */
export interface Clock {
  now(): number
  mono(): number
}

export const systemClock: Clock = { now: () => Date.now(), mono: () => performance.now() }
