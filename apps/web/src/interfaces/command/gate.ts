/** The second click of a double click comes within this time (ms). */
export const doubleClickMs = 500

/** What lets orders to one device out, one at a time. */
export interface Gate {
  /** Whether an order may go out now; if so, no other one until `end`, nor as the second click of a double click. */
  readonly begin: () => boolean
  readonly end: () => void
}

/** `now` in ms. */
export function gate(now: () => number): Gate {
  let isBusy = false
  let last = Number.NEGATIVE_INFINITY
  return {
    begin() {
      const begun = now()
      if (isBusy || begun - last < doubleClickMs) return false
      isBusy = true
      last = begun
      return true
    },
    end: () => {
      isBusy = false
    },
  }
}
