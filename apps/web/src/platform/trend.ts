const minute = 60_000
const hour = 60 * minute
/** Readings of a quarter of an hour say where a value is going. */
const usual = 15 * minute
/** What comes every 5 minutes leaves three there, and one that is missing would silence it: half an hour has six. */
const sparse = 30 * minute
const enough = 6
const [fewest, shortest] = [3, 10 * minute]

interface Course {
  /** ms UTC, rising. */
  readonly times: readonly number[]
  /** Null where the line breaks. */
  readonly values: readonly (number | null)[]
}

/**
 * How a value moves, in its unit per hour: the straight line through its last readings by least squares. 0 is steady: all within
 * one least step of the sensor, or moving less than one in an hour. Undefined: too few of them, or over too short a time.
 */
export function trendOf({ times, values }: Course, decimals: number): number | undefined {
  const known = times.flatMap((at, place) => {
    const value = values[place]
    return typeof value === 'number' ? [{ at, value }] : []
  })
  const end = known.at(-1)?.at
  if (end === undefined) return undefined
  const since = (span: number) => known.filter(({ at }) => at >= end - span)
  const close = since(usual)
  const points = close.length < enough ? since(sparse) : close
  const [first] = points
  if (!first || points.length < fewest || end - first.at < shortest) return undefined
  const mean = (pick: (point: { at: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [x, y] = [mean(({ at }) => at - end), mean(({ value }) => value)]
  const slope = mean(({ at, value }) => (at - end - x) * (value - y)) / mean(({ at }) => (at - end - x) ** 2)
  const all = points.map(({ value }) => value)
  const least = 10 ** -decimals
  const isNoise = Math.max(...all) - Math.min(...all) <= least * 1.001
  return isNoise || Math.abs(slope * hour) < least ? 0 : slope * hour
}
