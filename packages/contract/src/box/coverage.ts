/** Which sequence numbers of an epoch the platform holds. The same arithmetic serves `dn/ack` on both sides. */

/** First and last number, both included. */
export type Range = readonly [first: number, last: number]

/** Everything up to and including `upTo` is stored, except the ranges of `miss` (ascending, apart, all below `upTo`). */
export interface Coverage {
  readonly upTo: number
  readonly miss: readonly Range[]
}

/** How many holes an acknowledgement lists. */
export const MAX_MISS = 64

/** Nothing is awaited below `head`: what a box no longer has will never come. */
export const from = (head: number): Coverage => ({ upTo: Math.max(0, head - 1), miss: [] })

/** The coverage after first..last was stored (or declared as a gap). */
export const cover = (coverage: Coverage, [first, last]: Range): Coverage => {
  if (last < first) return coverage
  const miss = without(coverage.miss, [first, last])
  if (first > coverage.upTo + 1) miss.push([coverage.upTo + 1, first - 1])
  return { upTo: Math.max(coverage.upTo, last), miss }
}

/** The ranges less the numbers of one range. */
export const without = (ranges: readonly Range[], [first, last]: Range): Range[] => {
  const left: Range[] = []
  for (const [a, b] of ranges) {
    if (b < first || a > last) left.push([a, b])
    else {
      if (a < first) left.push([a, first - 1])
      if (b > last) left.push([last + 1, b])
    }
  }
  return left
}

/** Is every number of the range stored? */
export const covers = (coverage: Coverage, [first, last]: Range): boolean =>
  last < first || (last <= coverage.upTo && coverage.miss.every(([a, b]) => b < first || a > last))

/** The numbers of first..last that are not stored, ascending. */
export const lacking = (coverage: Coverage, [first, last]: Range): Range[] => {
  if (last < first) return []
  const left: Range[] = []
  for (const [a, b] of coverage.miss) if (b >= first && a <= last) left.push([Math.max(a, first), Math.min(b, last)])
  if (last > coverage.upTo) left.push([Math.max(first, coverage.upTo + 1), last])
  return left
}

/** What an acknowledgement may say: with more holes than it can list, it reaches only to the first that it leaves out. */
export const acknowledge = (coverage: Coverage): Coverage => {
  const beyond = coverage.miss[MAX_MISS]
  return beyond === undefined ? coverage : { upTo: beyond[0] - 1, miss: coverage.miss.slice(0, MAX_MISS) }
}
