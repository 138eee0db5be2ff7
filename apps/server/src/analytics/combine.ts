import type { BucketValues } from '../readings/index.ts'

export interface Course {
  readonly times: number[]
  readonly values: number[]
}

/** Several interfaces as one: of each bucket the mean or the sum of those that have it. */
export function combine(columns: readonly Pick<BucketValues, 'times' | 'values'>[], as: 'MEAN' | 'SUM'): Course {
  const buckets = new Map<number, { sum: number; count: number }>()
  for (const { times, values } of columns)
    for (const [index, time] of times.entries()) {
      const bucket = buckets.get(time) ?? { sum: 0, count: 0 }
      buckets.set(time, { sum: bucket.sum + values[index]!, count: bucket.count + 1 }) // safe: columns are equally long
    }
  const ordered = [...buckets].toSorted(([a], [b]) => a - b)
  return {
    times: ordered.map(([time]) => time),
    values: ordered.map(([, { sum, count }]) => (as === 'MEAN' ? sum / count : sum)),
  }
}

export const sumOf = ({ values }: Course): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)

export function meanOf(course: Course): number | null {
  const sum = sumOf(course)
  return sum === null ? null : sum / course.values.length
}

/** Minimum and maximum of all readings of several interfaces, of the extremes of their buckets: a mean would hide them. */
export function extremesOf(columns: readonly Pick<BucketValues, 'min' | 'max'>[]): { min: number | null; max: number | null } {
  const most = (values: readonly number[], of: (a: number, b: number) => number) =>
    values.length === 0 ? null : values.reduce((a, b) => of(a, b))
  return {
    min: most(
      columns.flatMap(({ min }) => min),
      Math.min,
    ),
    max: most(
      columns.flatMap(({ max }) => max),
      Math.max,
    ),
  }
}
