/** Time that passes only from one event to the next. */
export interface Timeline {
  /** ms since the beginning. */
  now(): number
  /** Runs once after so many ms; answers how to call it off. */
  after(ms: number, run: () => void): () => void
  /** Lets everything happen up to this instant. */
  until(end: number): Promise<void>
}

interface Due {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** @param settle resolves when nothing that an event set off is under way any more */
export function timeline(settle: () => Promise<void>): Timeline {
  const due = new Set<Due>()
  let now = 0
  let order = 0
  const first = (end: number) => {
    let next: Due | undefined
    for (const one of due)
      if (one.at <= end && (!next || one.at < next.at || (one.at === next.at && one.order < next.order))) next = one
    return next
  }
  return {
    now: () => now,
    after(ms, run) {
      const one: Due = { at: now + Math.max(0, ms), order: order++, run }
      due.add(one)
      return () => void due.delete(one)
    },
    async until(end) {
      await settle()
      for (let next = first(end); next; next = first(end)) {
        due.delete(next)
        now = next.at
        next.run()
        await settle()
      }
      now = end
    },
  }
}
