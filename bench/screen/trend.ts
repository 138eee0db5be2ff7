/** A straight line through values that were measured at equal intervals. */
export interface Trend {
  /** Of the line at the first and at the last value. */
  readonly first: number
  readonly last: number
  /** Change between neighbours. */
  readonly slope: number
}

/** The line of least squares. @throws Error for fewer than two values */
export function trendOf(values: readonly number[]): Trend {
  if (values.length < 2) throw new Error('a trend needs two values')
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const along = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0)
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  const slope = along / spread
  return { first: mean - slope * middle, last: mean + slope * middle, slope }
}
