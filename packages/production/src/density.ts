import type { SpeciesCode } from '@steading/contract/production/species'
import { figure, quotient } from './figures.ts'

/**
 * Least area of a pig by its live weight: up to `kg`, `area` m². Source: Directive 2008/120/EC, article 3.
 */
const PIG_AREAS = [
  { kg: 10, area: 0.15 },
  { kg: 20, area: 0.2 },
  { kg: 30, area: 0.3 },
  { kg: 50, area: 0.4 },
  { kg: 85, area: 0.55 },
  { kg: 110, area: 0.65 },
  { kg: Infinity, area: 1 },
] as const

/** Greatest density of broilers, kg/m²: without conditions, with those of annex II, and of annex V. Source: Directive 2007/43/EC. */
export const BROILER_LIMITS = [33, 39, 42] as const
export type BroilerLimit = (typeof BROILER_LIMITS)[number]

/** Least area of a pig of this weight (kg), m². */
export const leastPigArea = (weight: number): number => PIG_AREAS.find(({ kg }) => weight <= kg)!.area

export interface FloorWarning {
  /** AREA: m² per animal, too little. DENSITY: kg/m², too much. */
  readonly kind: 'AREA' | 'DENSITY'
  readonly limit: number
  /** AREA 2 decimals, DENSITY 1 decimal. */
  readonly actual: number
}

/** What a house holds: animals, their mean weight in kg, and its usable area in m²; null if unknown. */
export interface Stocking {
  readonly animals: number
  readonly weight: number | null
  readonly area: number | null
}

/** Warns of pigs with less area than the law demands. It never blocks. Null also where weight or area is unknown. */
export function pigFloorWarning({ animals, weight, area }: Stocking): FloorWarning | null {
  const each = quotient(area, animals)
  if (each === null || weight === null) return null
  const limit = leastPigArea(weight)
  return each < limit ? { kind: 'AREA', limit, actual: figure(each, 2) } : null
}

/** Warns of broilers above a limit. It never blocks. */
export function broilerFloorWarning({ animals, weight, area }: Stocking, limit: BroilerLimit = 33): FloorWarning | null {
  const density = quotient(weight === null ? null : animals * weight, area)
  return density !== null && density > limit ? { kind: 'DENSITY', limit, actual: figure(density, 1) } : null
}

/** Pigs that the directive names areas for; those of sows and boars are others. */
const WEANED: ReadonlySet<SpeciesCode> = new Set(['PIG', 'WEANER', 'FINISHER'])

/** The warning that the law has for a species; null for species without a limit. */
export function floorWarning(species: SpeciesCode, stocking: Stocking): FloorWarning | null {
  if (species === 'BROILER') return broilerFloorWarning(stocking)
  return WEANED.has(species) ? pigFloorWarning(stocking) : null
}

/** Animals of a house after others came: their mean weight, null if one of the weights is unknown. `weight`: kg of all that come. */
export function stockingAfter(
  present: Pick<Stocking, 'animals' | 'weight'>,
  arrival: { readonly animals: number; readonly weight: number | null },
): Pick<Stocking, 'animals' | 'weight'> {
  const animals = present.animals + arrival.animals
  const before = present.animals === 0 ? 0 : present.weight === null ? null : present.animals * present.weight
  return { animals, weight: before === null || arrival.weight === null ? null : quotient(before + arrival.weight, animals) }
}
