/** The mean by weight, of values without any weight the plain one. There is at least one value, and a weight of each. */
export function weightedMean(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value, index) => sum + value * weights[index]!, 0) / total // safe: one of each
}
