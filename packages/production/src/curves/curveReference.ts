import type { CategoryId } from '@steading/contract/devices/categories'
import { round } from '@steading/contract/round'
import { interpolate } from '../curve.ts'
import type { Curve, CurveMember } from '../curve.ts'

/** The reference of an alarm line that follows the curve of the open batch. Source: domain §2, "Line", `relativeTo` CURVE. */

/** The members of the curve whose mean is the reference of a sensor. */
const MEMBERS: Partial<Record<CategoryId, readonly CurveMember[]>> = {
  TEMPERATURE: ['tMin', 'tMax'],
  HUMIDITY: ['rhMin', 'rhMax'],
  CO2: ['co2Max'],
  NH3: ['nh3Max'],
  ANIMAL_SCALE: ['weight'],
}

/** Whether a curve says anything about sensors of a category. */
export const hasCurveReference = (category: string): category is CategoryId => category in MEMBERS

/** Most entries of one rule; a body is at most 64 KB. */
export const MOST_ENTRIES = 400

export interface FollowedCurve {
  readonly curve: Curve
  /** Local day on which the animals are of age 0: day one of the batch. */
  readonly dayOne: number
  readonly category: CategoryId
  /** Animals are weighed in grams; curves have kilograms. */
  readonly isInGrams: boolean
}

/** The last age (days) at which the curve has a member; null: it has none. */
const lastAge = (curve: Curve, member: CurveMember): number | null =>
  curve.findLast(point => (point[member] ?? null) !== null)?.age ?? null

/** The value of the curve at an age; after its last age the last one holds. Null: the curve says nothing of the category. */
export function curveFigure({ curve, category, isInGrams }: Omit<FollowedCurve, 'dayOne'>, age: number): number | null {
  const values = (MEMBERS[category] ?? []).flatMap(member => {
    const last = lastAge(curve, member)
    return last === null ? [] : [interpolate(curve, Math.min(age, last), member)!]
  })
  if (values.length === 0) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return round(isInGrams && category === 'ANIMAL_SCALE' ? mean * 1000 : mean, 2)
}

/** Age (days) from which on the values stay. */
const finalAge = ({ curve, category }: FollowedCurve): number =>
  Math.max(0, ...(MEMBERS[category] ?? []).map(member => lastAge(curve, member) ?? 0))

/**
 * The reference from each local midnight on, one entry for each day on which it changes; empty if the curve says nothing of the
 * category. `most` bounds the entries: a window that moves on by half of itself, so that it changes seldom. `today` is a local
 * day, `midnightOf` the instant (UTC ms) at which one begins.
 */
export function curveReference(
  followed: FollowedCurve,
  { today, most, midnightOf }: { today: number; most: number; midnightOf: (day: number) => number },
): { from: number; value: number }[] {
  const half = Math.max(1, Math.floor(most / 2))
  const age = Math.max(0, today - followed.dayOne)
  const first = Math.floor(age / half) * half
  const last = Math.min(finalAge(followed), first + 2 * half - 1)
  const entries: { from: number; value: number }[] = []
  // The value of a day before the batch, and of one after the last age, is that of the nearest age.
  for (let day = Math.min(first, last); day <= last; day++) {
    const value = curveFigure(followed, day)
    if (value === null) return []
    if (value !== entries.at(-1)?.value) entries.push({ from: day === 0 ? 0 : midnightOf(followed.dayOne + day), value })
  }
  return entries
}
