const minute = 60_000
const hour = 60 * minute
/**
 * Readings are taken together by so much: what was fetched comes so, and the single ones heard since must weigh no more, or two
 * screens that were opened at different times would tell different things.
 */
const piece = 5 * minute
/** The last twenty minutes say where a value is going; half an hour where some of it is missing. */
const spans = [20 * minute, 30 * minute] as const
const fewest = 3
const shortest = 10 * minute

/** What single readings did last, where they come so densely: over the shorter span that has enough of them. */
const lately = [3 * minute, 5 * minute] as const
const enoughLately = 4

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

const readingsOf = ({ times, values }: Course): Point[] =>
  times.flatMap((at, place) => {
    const value = values[place]
    return typeof value === 'number' ? [{ at, value }] : []
  })

/** The straight line through points by least squares: its slope per hour, and how far the points lie from it (standard deviation). */
function lineThrough(points: readonly Point[]): { readonly slope: number; readonly off: number } {
  const end = points.at(-1)!.at
  const x = meanOf(points.map(({ at }) => at - end))
  const y = meanOf(points.map(({ value }) => value))
  const spread = meanOf(points.map(({ at }) => (at - end - x) ** 2))
  const slope = meanOf(points.map(({ at, value }) => (at - end - x) * (value - y))) / spread
  const off = points.reduce((sum, { at, value }) => sum + (value - y - slope * (at - end - x)) ** 2, 0)
  return { slope: hour * slope, off: Math.sqrt(off / Math.max(1, points.length - 2)) }
}

/** Whether the last minutes went on as the line says: not if they lag behind it by more than what lies around their own line. */
function goesOn(readings: readonly Point[], slope: number, least: number): boolean {
  const end = readings.at(-1)!.at
  const last = lately
    .map(span => readings.filter(({ at }) => at >= end - span))
    .find(points => points.length >= enoughLately && points.at(-1)!.at > points[0]!.at)
  if (!last) return true
  const recent = lineThrough(last)
  const lag = (Math.sign(slope) * (slope - recent.slope) * (end - last[0]!.at)) / hour
  return Math.sign(slope) * recent.slope > Math.abs(slope) / 4 || lag <= Math.max(2 * least, 3 * recent.off)
}

/** The means of every five minutes by the clock, at the mean of their times. */
const pieces = (readings: readonly Point[]): Point[] =>
  [...Map.groupBy(readings, ({ at }) => Math.floor(at / piece)).values()].map(all => ({
    at: meanOf(all.map(({ at }) => at)),
    value: meanOf(all.map(({ value }) => value)),
  }))

/** The last ones over the shorter span that has enough of them. */
function enoughOf(known: readonly Point[]): readonly Point[] | undefined {
  const end = known.at(-1)?.at ?? 0
  return spans
    .map(span => known.filter(({ at }) => at > end - span))
    .find(points => points.length >= fewest && end - points[0]!.at >= shortest)
}

/**
 * How a value moves, in its unit per hour: the straight line through its last means by least squares. 0 is steady: all within one
 * least step of the sensor, or moving less than one in an hour. Undefined: too few of them, over too short a time, or it has turned
 * within that time or is turning just now, and neither way would be true.
 */
export function trendOf(course: Course, decimals: number): number | undefined {
  const readings = readingsOf(course)
  const known = pieces(readings)
  const newest = course.times.at(-1) ?? 0
  // Five minutes that have just begun are a reading or two, and would weigh as much as the others.
  const points = newest % piece < piece / 2 ? (enoughOf(known.slice(0, -1)) ?? enoughOf(known)) : enoughOf(known)
  if (!points) return undefined
  const { slope } = lineThrough(points)
  const all = points.map(({ value }) => value)
  const least = 10 ** -decimals
  if (Math.max(...all) - Math.min(...all) <= least * 1.001 || Math.abs(slope) < least) return 0
  const turned = all.some((one, at) => at > 0 && Math.sign(slope) * (all[at - 1]! - one) > least * 1.001)
  return turned || !goesOn(readings, slope, least) ? undefined : slope
}
