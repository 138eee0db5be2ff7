import { round } from '@steading/contract/round'

/** What single weights come to. */
export interface Sample {
  readonly count: number
  readonly total: number
  /** Null: nothing weighed. */
  readonly average: number | null
  /** Coefficient of variation, %, 1 decimal: sample standard deviation by mean; null for fewer than two. */
  readonly cv: number | null
}

export function sampleOf(weights: readonly number[]): Sample {
  const count = weights.length
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (count === 0) return { count, total, average: null, cv: null }
  const average = total / count
  if (count < 2) return { count, total, average, cv: null }
  const squares = weights.reduce((sum, weight) => sum + (weight - average) ** 2, 0)
  return { count, total, average, cv: round((100 * Math.sqrt(squares / (count - 1))) / average, 2) }
}
