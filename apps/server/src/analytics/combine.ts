import { weightedMean } from '../readings/index.ts'
import type { BucketValues } from '../readings/index.ts'

export interface Course {
  readonly times: number[]
  readonly values: number[]
  /** Of each bucket that of the interface with the greatest. */
  readonly weights: number[]
}

/** Several interfaces as one: of each bucket the sum of those that have it, or their mean, each by the time for which it is known. */
export function combine(columns: readonly Pick<BucketValues, 'times' | 'values' | 'weights'>[], as: 'MEAN' | 'SUM'): Course {
  const buckets = new Map<number, { readonly values: number[]; readonly weights: number[] }>()
  for (const { times, values, weights } of columns)
    for (const [index, time] of times.entries()) {
      const bucket = buckets.get(time) ?? { values: [], weights: [] }
      bucket.values.push(values[index]!) // safe: columns are equally long
      bucket.weights.push(weights[index]!) // safe: as above
      buckets.set(time, bucket)
    }
  const ordered = [...buckets].toSorted(([a], [b]) => a - b)
  return {
    times: ordered.map(([time]) => time),
    values: ordered.map(([, { values, weights }]) =>
      as === 'MEAN' ? weightedMean(values, weights) : values.reduce((sum, value) => sum + value, 0),
    ),
    weights: ordered.map(([, { weights }]) => Math.max(...weights)),
  }
}

export const sumOf = ({ values }: Pick<Course, 'values'>): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)

export const meanOf = ({ values, weights }: Pick<Course, 'values' | 'weights'>): number | null =>
  values.length === 0 ? null : weightedMean(values, weights)

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
