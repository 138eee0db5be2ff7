import type { Compliance } from '@steading/contract/production/figures'
import { interpolate } from './curve.ts'
import type { Curve } from './curve.ts'
import { figure, quotient } from './figures.ts'

/** Members of the curve that bound each category. */
const BANDS = {
  TEMPERATURE: { min: 'tMin', max: 'tMax' },
  HUMIDITY: { min: 'rhMin', max: 'rhMax' },
  CO2: { min: null, max: 'co2Max' },
  NH3: { min: null, max: 'nh3Max' },
} as const
export type ClimateCategory = keyof typeof BANDS
export const CLIMATE_CATEGORIES = Object.keys(BANDS) as ClimateCategory[]

export interface ClimateBand {
  readonly min: number | null
  readonly max: number | null
}

/** The band of a category at an age (days); null where the curve bounds nothing. */
export function climateBand(curve: Curve, category: ClimateCategory, age: number): ClimateBand | null {
  const members = BANDS[category]
  const min = members.min && interpolate(curve, age, members.min)
  const max = interpolate(curve, age, members.max)
  return min === null && max === null ? null : { min, max }
}

/** Mean of a bucket, and the age of the batch in it. */
export interface ClimateBucket {
  readonly age: number
  readonly value: number
}

/** Buckets of a category: those that should be there, are there, have a band, and lie inside it. */
export interface ComplianceCounts {
  readonly category: string
  readonly expected: number
  readonly present: number
  readonly judged: number
  readonly inside: number
}

/** Counts the buckets of a category against the band of their age. Limits are inside; ages without a band are not judged. */
export function countCompliance(
  category: ClimateCategory,
  buckets: readonly ClimateBucket[],
  expected: number,
  curve: Curve | null,
): ComplianceCounts {
  const bands = new Map<number, ClimateBand | null>()
  let judged = 0
  let inside = 0
  for (const { age, value } of buckets) {
    let band = bands.get(age)
    if (band === undefined) {
      band = curve ? climateBand(curve, category, age) : null
      bands.set(age, band)
    }
    if (!band) continue
    judged++
    if (value >= (band.min ?? -Infinity) && value <= (band.max ?? Infinity)) inside++
  }
  return { category, expected, present: buckets.length, judged, inside }
}

/**
 * How much of the time a category was measured (coverage), and how many of the buckets with data and a band lie inside the band of
 * their age (compliance): %, 1 decimal, or NOT_COMPUTABLE. Source: domain §5, "Environment KPI".
 */
export function compliance({ category, expected, present, judged, inside }: ComplianceCounts): Compliance {
  const share = (part: number, whole: number): number => figure(quotient(100 * part, whole), 1)
  return { category, expected, present, inside, coverage: share(present, expected), compliance: share(inside, judged) }
}
