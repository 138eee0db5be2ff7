import type { Reading } from '../reading.ts'

/** Readings of consecutive positions: those after `from` up to and including `to`, unordered within a position. */
export interface Chunk {
  readonly from: number
  readonly to: number
  readonly readings: readonly Reading[]
}

/**
 * The end of the journal: positions that are in flight, the position up to which everything is committed, and the newest groups,
 * so that a follower that keeps up does not read them from the database.
 */
export interface Tail {
  /** The next position, in flight until `end`; undefined: the block is used up. */
  begin(): number | undefined
  extend(first: number, count: number): void
  end(pos: number, readings: readonly Reading[], effects?: number): void
  /** Every group up to here is committed, or will never be. */
  settled(): number
  /** Number of committed readings after `from`; Infinity: memory does not reach back so far. */
  ahead(from: number): number
  /**
   * The positions after `from` from memory, about `most` readings or `maxEffects`; undefined: memory does not reach back so far.
   */
  take(from: number, most: number, maxEffects?: number): Chunk | undefined
}

const MAX_READINGS = 200_000

export function createTail(maxReadings = MAX_READINGS): Tail {
  const inFlight = new Set<number>()
  const groups: { readonly pos: number; readonly readings: readonly Reading[]; readonly effects: number }[] = []
  let next = 0
  let end = 0
  let last = 0
  let readingCount = 0
  let discardedTo = Infinity

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
      if (discardedTo === Infinity) {
        discardedTo = first - 1
        last = first - 1
      }
      next = first
      end = first + count
    },
    end(pos, readings, effects = 0) {
      inFlight.delete(pos)
      groups.splice(groups.findLastIndex(group => group.pos < pos) + 1, 0, { pos, readings, effects })
      readingCount += readings.length
      while (readingCount > maxReadings && groups.length > 1) {
        const oldest = groups.shift()!
        readingCount -= oldest.readings.length
        discardedTo = oldest.pos
      }
    },
    settled,
    ahead(from) {
      if (from < discardedTo) return Infinity
      const to = settled()
      let count = 0
      for (const { pos, readings } of groups) if (pos > from && pos <= to) count += readings.length
      return count
    },
    take(from, most, maxEffects = Infinity) {
      if (from < discardedTo) return undefined
      const to = settled()
      const readings: Reading[] = []
      let reached = from
      let effects = 0
      for (const group of groups) {
        if (group.pos <= from) continue
        if (group.pos > to || readings.length >= most || effects >= maxEffects) break
        for (const reading of group.readings) readings.push(reading)
        reached = group.pos
        effects += group.effects
      }
      return { from, to: reached, readings }
    },
  }
}
