const minute = 60_000
const hour = 60 * minute
/**
 * Readings are taken together by so much: what was fetched comes so, and the single ones heard since must weigh no more, or two
 * screens that were opened at different times would tell different things.
 */
const piece = 5 * minute
/** The last twenty minutes say where a value is going; half an hour where some of it is missing. */
const spans = [20 * minute, 30 * minute] as const
const [fewest, shortest] = [3, 10 * minute]

interface Course {
  /** ms UTC, rising. */
  readonly times: readonly number[]
  /** Null where the line breaks. */
  readonly values: readonly (number | null)[]
}

interface Point {
  readonly at: number
  readonly value: number
}

const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

/** The means of every five minutes by the clock, at the mean of their times. */
const pieces = ({ times, values }: Course): Point[] =>
  [
    ...Map.groupBy(
      times.flatMap((at, place) => {
        const value = values[place]
        return typeof value === 'number' ? [{ at, value }] : []
      }),
      ({ at }) => Math.floor(at / piece),
    ).values(),
  ].map(all => ({ at: meanOf(all.map(({ at }) => at)), value: meanOf(all.map(({ value }) => value)) }))

/** The last ones over the shorter span that has enough of them. */
function enoughOf(known: readonly Point[]): readonly Point[] | undefined {
  const end = known.at(-1)?.at ?? 0
  return spans
    .map(span => known.filter(({ at }) => at > end - span))
    .find(points => points.length >= fewest && end - points[0]!.at >= shortest)
}

/**
 * How a value moves, in its unit per hour: the straight line through its last means by least squares. 0 is steady: all within one
 * least step of the sensor, or moving less than one in an hour. Undefined: too few of them, over too short a time, or it is
 * turning just now, and neither way would be true.
 */
export function trendOf(course: Course, decimals: number): number | undefined {
  const known = pieces(course)
  const newest = course.times.at(-1) ?? 0
  // Five minutes that have just begun are a reading or two, and would weigh as much as the others.
  const points = newest % piece < piece / 2 ? (enoughOf(known.slice(0, -1)) ?? enoughOf(known)) : enoughOf(known)
  if (!points) return undefined
  const end = points.at(-1)!.at
  const [x, y] = [meanOf(points.map(({ at }) => at - end)), meanOf(points.map(({ value }) => value))]
  const slope =
    (hour * meanOf(points.map(({ at, value }) => (at - end - x) * (value - y)))) /
    meanOf(points.map(({ at }) => (at - end - x) ** 2))
  const all = points.map(({ value }) => value)
  const least = 10 ** -decimals
  if (Math.max(...all) - Math.min(...all) <= least * 1.001 || Math.abs(slope) < least) return 0
  const last = all.at(-1)! - all.at(-2)!
  return Math.sign(last) === -Math.sign(slope) && Math.abs(last) > least ? undefined : slope
}
