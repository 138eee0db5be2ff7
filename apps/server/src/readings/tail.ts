import type { Reading } from './reading.ts'

/** Readings of consecutive places: those after `from` up to and including `to`, in no particular order within a place. */
export interface Chunk {
  readonly from: number
  readonly to: number
  readonly readings: readonly Reading[]
}

/**
 * Where the journal stands: which places are given out, up to where everything is committed, and the newest groups, so that
 * who keeps up need not read them from the database again.
 */
export interface Tail {
  /** The next place, in flight until `end`; undefined when the block is used up. */
  begin(): number | undefined
  extend(first: number, count: number): void
  end(pos: number, readings: readonly Reading[], doings?: number): void
  /** Every group up to here is committed, or will never be. */
  settled(): number
  /** Readings of settled places after `from`; Infinity when memory does not reach back so far. */
  ahead(from: number): number
  /** The places after `from` from memory, about `most` readings and `mostDoings`; undefined when memory does not reach back so far. */
  take(from: number, most: number, mostDoings?: number): Chunk | undefined
}

const MOST_READINGS = 200_000

export function tail(mostReadings = MOST_READINGS): Tail {
  const inFlight = new Set<number>()
  const groups: { readonly pos: number; readonly readings: readonly Reading[]; readonly doings: number }[] = []
  let next = 0
  let end = 0
  let last = 0
  let held = 0
  let forgotten = Infinity

  const settled = () => {
    let least = last + 1
    for (const pos of inFlight) if (pos < least) least = pos
    return least - 1
  }

  return {
    begin() {
      if (next >= end) return undefined
      last = next++
      inFlight.add(last)
      return last
    },
    extend(first, count) {
      if (forgotten === Infinity) {
        forgotten = first - 1
        last = first - 1
      }
      next = first
      end = first + count
    },
    end(pos, readings, doings = 0) {
      inFlight.delete(pos)
      groups.splice(groups.findLastIndex(group => group.pos < pos) + 1, 0, { pos, readings, doings })
      held += readings.length
      while (held > mostReadings && groups.length > 1) {
        const gone = groups.shift()!
        held -= gone.readings.length
        forgotten = gone.pos
      }
    },
    settled,
    ahead(from) {
      if (from < forgotten) return Infinity
      const to = settled()
      let count = 0
      for (const { pos, readings } of groups) if (pos > from && pos <= to) count += readings.length
      return count
    },
    take(from, most, mostDoings = Infinity) {
      if (from < forgotten) return undefined
      const to = settled()
      const readings: Reading[] = []
      let reached = from
      let doings = 0
      for (const group of groups) {
        if (group.pos <= from) continue
        if (group.pos > to || readings.length >= most || doings >= mostDoings) break
        for (const reading of group.readings) readings.push(reading)
        reached = group.pos
        doings += group.doings
      }
      return { from, to: reached, readings }
    },
  }
}
