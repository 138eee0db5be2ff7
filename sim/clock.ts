/** Time that stands still until it is moved. Unlike a test's clock it settles no promises: the simulation has none. */
export function clockFrom(start: number) {
  let now = start
  let timers: { readonly at: number; readonly run: () => void }[] = []
  return {
    now: () => now,
    mono: () => now - start,
    after: (ms: number, run: () => void) => {
      const timer = { at: now + Math.max(0, ms), run }
      timers.push(timer)
      return () => void (timers = timers.filter(one => one !== timer))
    },
    /** Timers that are due by then run in their order, each at its instant. */
    moveTo: (ts: number) => {
      for (;;) {
        let first = timers[0]
        for (const timer of timers) if (timer.at < first!.at) first = timer
        if (!first || first.at > ts) break
        const due = first
        timers = timers.filter(one => one !== due)
        now = Math.max(now, due.at)
        due.run()
      }
      now = Math.max(now, ts)
    },
    /** The program ends: none of its timers runs any more. */
    clear: () => void (timers = []),
  }
}
