import { z } from 'zod'
import { byId, Instant } from '../http/fields.ts'
import { isSound } from '../http/problem.ts'
import { routes } from '../http/route.ts'
import { ANIMAL_MOVEMENT_REFUSALS } from './animalMovements.ts'
import { ICAR_DEATH_METHODS, ICAR_DEATH_REASONS } from './deathReasons.ts'
import { type SpeciesCode, type SpeciesRoot, speciesRoot } from './species.ts'

// Group events of ICAR ADE 1.3 (icarGroupMovementArrivalEventResource and its siblings): what their schemas demand. Members that
// are not named here are tolerated, as the schemas do.

export const ICAR_SPECIES = ['Buffalo', 'Cattle', 'Deer', 'Elk', 'Goat', 'Horse', 'Pig', 'Sheep'] as const
export type IcarSpecies = (typeof ICAR_SPECIES)[number]
/** Poultry and rabbits are missing in the list of ICAR. */
const SPECIES: Readonly<Partial<Record<SpeciesRoot, IcarSpecies>>> = {
  PIG: 'Pig',
  CATTLE: 'Cattle',
  SHEEP: 'Sheep',
  GOAT: 'Goat',
}
export const icarSpecies = (code: SpeciesCode): IcarSpecies | null => SPECIES[speciesRoot(code)] ?? null

export const ICAR_ARRIVAL_REASONS = [
  'Purchase',
  'InternalTransfer',
  'Imported',
  'StudService',
  'StudServiceReturn',
  'Slaughter',
  'Agistment',
  'AgistmentReturn',
  'Show',
  'ShowReturn',
  'Sale',
  'SaleReturn',
  'Other',
] as const
export const ICAR_DEPARTURE_KINDS = [
  'InternalTransfer',
  'Export',
  'Slaughter',
  'Newborn',
  'StudService',
  'StudServiceReturn',
  'Agistment',
  'AgistmentReturn',
  'Show',
  'ShowReturn',
  'Sale',
  'SaleReturn',
  'Other',
] as const
/** icarDepartureReasonType. Reasons after `Other` came later than ADE 1.3. */
export const ICAR_DEPARTURE_REASONS = [
  'Age',
  'Superfluous',
  'Slaughter',
  'Sale',
  'Newborn',
  'LegOrClaw',
  'Nutrition',
  'Parturition',
  'Mastitis',
  'Fertility',
  'Health',
  'Production',
  'MilkingAbility',
  'BadType',
  'Behaviour',
  'Other',
  'Unknown',
  'Metabolic',
  'MaternalAbility',
  'ReproductiveFailure',
  'BreedingIndex',
  'BodyCondition',
  'Oral',
  'Accident',
] as const
/** UN/CEFACT units of mass that are read, in kg. */
export const ICAR_UNITS = { KGM: 1, GRM: 0.001, LBR: 0.453_592_37, TNE: 1000 } as const
const Unit = z.enum(Object.keys(ICAR_UNITS) as [keyof typeof ICAR_UNITS, ...(keyof typeof ICAR_UNITS)[]]) // safe: the table's own keys

const Identifier = z.looseObject({ id: z.string().min(1).max(200), scheme: z.string().min(1).max(200) })
/** ICAR demands times in UTC that end in Z, and so they are written. Other systems write offsets: they are read, and stored in UTC. */
const DateTime = z
  .string()
  .regex(/(Z|[+-]\d{2}:\d{2})$/, 'instant')
  .pipe(Instant)
const Count = z.number().int().min(1).max(1_000_000)
const GroupMethod = z.enum(['ExistingAnimalSet', 'EmbeddedAnimalSet', 'InventoryClassification'])
const Text = z.string().max(200).refine(isSound, 'text')
/** Stored cut to the length of a description. */
const FreeText = z.string().normalize('NFC').max(1000).refine(isSound, 'text')
const groupEvent = {
  /** Unique within `meta.source`. */
  id: Text.optional(),
  meta: z.looseObject({ source: Text, modified: z.string() }).optional(),
  eventDateTime: DateTime,
  groupMethod: GroupMethod,
  countObserved: Count,
  inventoryClassification: z
    .looseObject({ name: z.string(), species: z.enum(ICAR_SPECIES), birthPeriod: z.string().nullish() })
    .optional(),
  responsible: z.string().optional(),
}

export const IcarArrival = z.looseObject({
  ...groupEvent,
  resourceType: z.literal('icarGroupMovementArrivalEventResource'),
  location: Identifier,
  arrivalReason: z.enum(ICAR_ARRIVAL_REASONS),
})
export const IcarDeparture = z.looseObject({
  ...groupEvent,
  resourceType: z.literal('icarGroupMovementDepartureEventResource'),
  location: Identifier,
  departureKind: z.enum(ICAR_DEPARTURE_KINDS),
  departureReason: z.enum(ICAR_DEPARTURE_REASONS).optional(),
  remark: FreeText.optional(),
})
export const IcarDeath = z.looseObject({
  ...groupEvent,
  resourceType: z.literal('icarGroupMovementDeathEventResource'),
  location: Identifier,
  deathMethod: z.enum(ICAR_DEATH_METHODS),
  /** The schema writes it so. */
  deathreason: z.enum(ICAR_DEATH_REASONS).optional(),
  explanation: FreeText.optional(),
})
export const IcarWeight = z.looseObject({
  ...groupEvent,
  resourceType: z.literal('icarGroupWeightEventResource'),
  groupMethod: GroupMethod.optional(),
  /** Left out: the statistics count the animals, or the movement that the weight belongs to by id. */
  countObserved: Count.optional(),
  location: Identifier.optional(),
  units: Unit.optional(),
  method: z
    .enum(['LoadCell', 'Girth', 'Assessed', 'WalkOver', 'Predicted', 'Imaged', 'FrontEndCorrelated', 'GroupAverage'])
    .optional(),
  /** The average or the sum is needed. */
  statistics: z
    .array(z.looseObject({ unit: Unit.optional(), aggregation: z.string().optional(), value: z.number().nullish() }))
    .min(1),
})
export const IcarEvent = z.discriminatedUnion('resourceType', [IcarArrival, IcarDeparture, IcarDeath, IcarWeight])
export type IcarEvent = z.infer<typeof IcarEvent>

/**
 * Why a file cannot be imported; nothing of it is. WEIGHT_MISSING: an arrival or departure without a weight event of the same
 * instant, number and location.
 */
export const ICAR_PROBLEMS = [
  'NOT_JSON',
  'TOO_MANY_EVENTS',
  'UNKNOWN_EVENT',
  'INVALID_EVENT',
  'OTHER_SPECIES',
  'WEIGHT_MISSING',
] as const
export const ICAR_EVENTS_AT_ONCE = 500

export const icar = routes({
  exportEvents: {
    method: 'GET',
    path: '/batches/:id/icar-events',
    summary: 'Movements, deaths and weighings of a batch as ICAR ADE group events (JSON)',
    access: 'batches.transactions.read',
    params: byId,
    reply: { file: ['application/json'] },
    refusals: ['ICAR_SPECIES_NOT_SUPPORTED'],
  },
  importEvents: {
    method: 'POST',
    path: '/batches/:id/icar-events',
    summary: 'Book the ICAR ADE group events of a file in a batch: all of them, or none; what is booked already is skipped',
    access: 'batches.transactions.create',
    params: byId,
    body: z.strictObject({ text: z.string().max(800_000) }),
    reply: z.object({
      movements: z.number().int(),
      weighings: z.number().int(),
      skipped: z.number().int(),
      /** Causes of booked deaths that no cause of the books matches, or several do; the deaths have none, and name it in their description. */
      unknownReasons: z.array(z.object({ reason: z.string(), deaths: z.number().int() })),
      /** The first event that is wrong, from 1, and its member; null: all are booked. */
      problem: z
        .object({ code: z.enum(ICAR_PROBLEMS), event: z.number().int().nullable(), field: z.string().nullable() })
        .nullable(),
    }),
    refusals: ['ICAR_SPECIES_NOT_SUPPORTED', ...ANIMAL_MOVEMENT_REFUSALS],
  },
})
