import { z } from 'zod'
import { book } from '../entities/book.ts'
import { DisplayName, Id, name, Translations } from '../http/fields.ts'
import { SpeciesCode } from './species.ts'

/** Reasons and methods of deaths of ICAR ADE 1.3 (icarDeathReasonType, icarDeathMethodType). */
export const ICAR_DEATH_REASONS = [
  'Missing',
  'Parturition',
  'Disease',
  'Accident',
  'Consumption',
  'Culled',
  'Other',
  'Unknown',
  'Age',
  'Mastitis',
  'Production',
  'LegOrClaw',
  'MilkingAbility',
  'Nutrition',
  'FertilityProblems',
] as const
export const ICAR_DEATH_METHODS = ['Perished', 'Slaughter', 'Culled', 'Theft', 'Lost', 'Accident', 'Other'] as const

/** Causes of death, by species. */
export const deathReasonBook = book({
  path: '/deathReasons',
  permission: 'deathReasons',
  one: 'a cause of death',
  many: 'causes of death',
  fields: {
    code: name(1, 40),
    displayName: DisplayName,
    translations: Translations,
    species: SpeciesCode,
    icarReason: z.enum(ICAR_DEATH_REASONS).nullable(),
    icarMethod: z.enum(ICAR_DEATH_METHODS).nullable(),
  },
  filters: { species: SpeciesCode.optional() },
  sorts: ['displayName', 'code', 'id'],
  sort: 'displayName',
  nameInUse: 'SPECIES_DEATH_REASON_NAME_IN_USE',
})
/** A cause of death where a movement names it. */
export const DeathReasonRef = z.object({ id: Id, displayName: z.string(), translations: Translations })
export const deathReasons = deathReasonBook.routes
export type DeathReason = z.infer<typeof deathReasonBook.entry>
