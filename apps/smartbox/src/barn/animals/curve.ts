/** Points of a curve: `at` ascends, `value` has the same length. */
export interface Curve {
  readonly at: readonly number[]
  readonly value: readonly number[]
}

/** The index of the last point at or before x; -1 before the first. */
const before = (curve: Curve, x: number): number => {
  let index = curve.at.length - 1
  while (index >= 0 && curve.at[index]! > x) index -= 1
  return index
}

/** Straight lines between the points, the end values outside. */
export const linear = (curve: Curve, x: number): number => {
  const index = before(curve, x)
  if (index < 0) return curve.value[0]!
  if (index === curve.at.length - 1) return curve.value[index]!
  const from = curve.at[index]!
  const share = (x - from) / (curve.at[index + 1]! - from)
  return curve.value[index]! + share * (curve.value[index + 1]! - curve.value[index]!)
}

/** Each value holds from its point up to the next; the first one before, too. */
export const stepwise = (curve: Curve, x: number): number => curve.value[Math.max(0, before(curve, x))]!
