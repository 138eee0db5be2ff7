import type { Series } from '@steading/contract/devices/readings'

/** Fewer pairs make no line that means anything. */
export const LEAST_PAIRS = 10

export interface Pair {
  readonly x: number
  readonly y: number
}
/** y = slope · x + intercept. `r2`: the share of the variation of y that the line explains; null: y does not vary. */
export interface Regression {
  readonly slope: number
  readonly intercept: number
  readonly r2: number | null
}

/** Values of two series in the buckets that both have, by rising x. */
export function pairsOf(x: Pick<Series, 'times' | 'values'>, y: Pick<Series, 'times' | 'values'>): readonly Pair[] {
  const ys = new Map(y.times.map((time, at) => [time, y.values[at] ?? null]))
  return x.times
    .flatMap((time, at) => {
      const first = x.values[at] ?? null
      const second = ys.get(time) ?? null
      return first === null || second === null ? [] : [{ x: first, y: second }]
    })
    .toSorted((a, b) => a.x - b.x)
}

/** The line of least squares; undefined: there are too few pairs, or x does not vary. */
export function leastSquares(pairs: readonly Pair[]): Regression | undefined {
  const count = pairs.length
  if (count < LEAST_PAIRS) return undefined
  const meanX = pairs.reduce((sum, pair) => sum + pair.x, 0) / count
  const meanY = pairs.reduce((sum, pair) => sum + pair.y, 0) / count
  let xx = 0
  let xy = 0
  let yy = 0
  for (const pair of pairs) {
    const dx = pair.x - meanX
    const dy = pair.y - meanY
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }
  if (isNothing(xx, meanX)) return undefined
  const slope = xy / xx
  return { slope, intercept: meanY - slope * meanX, r2: isNothing(yy, meanY) ? null : Math.min(1, (xy * xy) / (xx * yy)) }
}

/** Squares that only the rounding of the numbers made. */
const isNothing = (squares: number, mean: number) => squares <= 1e-18 * Math.max(1, mean * mean)
