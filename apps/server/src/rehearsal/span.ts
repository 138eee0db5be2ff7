import type { Source } from './rehearsal.sql.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** Approximate number of readings of one part. */
const PORTION = 100_000
const LONGEST = 3 * DAY
const SHORTEST = 6 * 60 * MINUTE
/** Assumed interval between readings that are sent on change, s. */
const ON_CHANGE = 60

export interface Span {
  readonly from: number
  readonly until: number
}

/** The last `days` days up to the last full minute. */
export const daysBefore = (now: number, days: number): Span => {
  const until = Math.floor(now / MINUTE) * MINUTE
  return { from: until - days * DAY, until }
}

/**
 * Starts of the parts of a history: none too large, and none on both sides of the instant before which the journal holds only the
 * history.
 */
export function partsOf({ from, until }: Span, sources: readonly Pick<Source, 'every'>[], thinned: number): number[] {
  const perMs = sources.reduce((sum, { every }) => sum + 1 / (1000 * (every || ON_CHANGE)), 0)
  const width = Math.min(LONGEST, Math.max(SHORTEST, PORTION / perMs))
  const starts = Array.from({ length: Math.ceil((until - from) / width) }, (_, index) => from + index * width)
  return thinned > from && thinned < until && !starts.includes(thinned) ? [...starts, thinned].toSorted((a, b) => a - b) : starts
}
