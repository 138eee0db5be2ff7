import type { AgeUnit, CurvePoint } from '@steading/contract/production/curves'

export type CurveMember = Exclude<keyof CurvePoint, 'age'>

/** Points with ascending ages (days), as the contract checks them. */
export type Curve = readonly CurvePoint[]

/**
 * The value of a member at an age (days): linear between two points, the first value below the first age, null above the last
 * age. Points without the member are passed over; without any, the answer is null. Source: domain §5, "Curve".
 */
export function interpolate(curve: Curve, age: number, member: CurveMember): number | null {
  let before: CurvePoint | undefined
  for (const point of curve) {
    const value = point[member] ?? null
    if (value === null) continue
    if (point.age >= age) {
      if (!before || point.age === age) return value
      const start = before[member]!
      return start + ((value - start) * (age - before.age)) / (point.age - before.age)
    }
    before = point
  }
  return null
}

/**
 * What an animal is expected to eat (kg) or drink (L) on a local day at whose start it is `age` days old; null if unknown. A
 * curve in days names the day of life that ends at its age, as breeders' tables do; a row of a curve in weeks is the daily amount
 * of the week that starts at its age. Source: domain §5, Ross 308 and pig tables.
 */
export function expectedDaily(curve: Curve, age: number, member: 'dailyFeed' | 'dailyWater', ageUnit: AgeUnit): number | null {
  if (ageUnit === 1) return interpolate(curve, age + 1, member)
  const rows = curve.filter(point => (point[member] ?? null) !== null)
  const last = rows.at(-1)
  if (!last || age >= last.age + ageUnit) return null
  return (rows.findLast(point => point.age <= age) ?? rows[0]!)[member]!
}

export interface CurveWindow {
  /** Age at the first entry, days. */
  readonly entryAge: number
  /** Age at the end: at closing, or today. */
  readonly age: number
  readonly closed: boolean
}

/** Days of a curve beyond today that the chart of an open batch shows. */
const AHEAD = 7

/**
 * Ages (days) of the curve that the chart of a batch shows; null if the curve has none of them. Source: domain §5,
 * `curveWindowRange`.
 */
export function curveWindowRange(curve: Curve, { entryAge, age, closed }: CurveWindow): { from: number; to: number } | null {
  const first = curve.at(0)
  const last = curve.at(-1)
  if (!first || !last) return null
  const from = Math.max(first.age, entryAge)
  const to = Math.min(last.age, closed ? age : age + AHEAD)
  return from <= to ? { from, to } : null
}
