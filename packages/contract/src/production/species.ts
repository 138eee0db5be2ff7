import { z } from 'zod'
import { PerLanguage } from '../http/fields.ts'

/** Species by their code, each with the kinds of animals that it is kept as. */
export const SPECIES_TREE = {
  PIG: ['PIGLET', 'WEANER', 'FINISHER', 'SOW', 'BOAR'],
  CHICKEN: ['BROILER', 'LAYER', 'BREEDER'],
  TURKEY: [],
  DUCK: [],
  QUAIL: [],
  RABBIT: [],
  CATTLE: ['CALF', 'BEEF', 'DAIRY'],
  SHEEP: [],
  GOAT: [],
} as const
export type SpeciesRoot = keyof typeof SPECIES_TREE
export type SpeciesCode = SpeciesRoot | (typeof SPECIES_TREE)[SpeciesRoot][number]

export const SPECIES_ROOTS = Object.keys(SPECIES_TREE) as SpeciesRoot[] // safe: the table's own keys
/** Every code, each kind after its species. */
export const SPECIES_CODES = SPECIES_ROOTS.flatMap((root): readonly SpeciesCode[] => [root, ...SPECIES_TREE[root]])
export const SpeciesCode = z.enum(SPECIES_CODES as [SpeciesCode, ...SpeciesCode[]]) // safe: the table is not empty

/** The species that a kind of animal is of. */
export const speciesRoot = (code: SpeciesCode): SpeciesRoot =>
  SPECIES_ROOTS.find(root => root === code || (SPECIES_TREE[root] as readonly SpeciesCode[]).includes(code))! // safe: every code stands in the table

/** A species and its kinds; a kind alone. */
export const kindsOf = (code: SpeciesCode): readonly SpeciesCode[] =>
  code in SPECIES_TREE ? [code, ...SPECIES_TREE[code as SpeciesRoot]] : [code] // safe: just checked

/** The codes whose reference data a species may use: its own, its species' and its kinds'. */
export const relatedSpecies = (code: SpeciesCode): readonly SpeciesCode[] =>
  SPECIES_CODES.filter(other => isSameSpecies(other, code))

/** Do two species concern the same animals: is one the other, or the species of the other? */
export const isSameSpecies = (a: SpeciesCode, b: SpeciesCode): boolean => a === b || speciesRoot(a) === b || speciesRoot(b) === a

const POULTRY: ReadonlySet<SpeciesRoot> = new Set(['CHICKEN', 'TURKEY', 'DUCK', 'QUAIL'])
/** Weights of poultry are shown in g. */
export const isPoultry = (code: SpeciesCode): boolean => POULTRY.has(speciesRoot(code))

/** A species where a batch names it. */
export const Species = z.object({ value: SpeciesCode, translations: PerLanguage })
export type Species = z.infer<typeof Species>
export const NestedSpecies = Species.extend({ nested: z.array(Species) })

export const PRODUCTION_MODES = ['ALL_IN_ALL_OUT', 'CONTINUOUS'] as const
export const PRODUCTION_SUB_MODES = ['NURSERY', 'FATTENING', 'WEAN_TO_FINISH', 'GROWTH', 'LAYING'] as const
/** How animals come and go, and what they are kept for. */
export const ProductionType = z.object({
  id: z.number().int(),
  mode: z.enum(PRODUCTION_MODES),
  subMode: z.enum(PRODUCTION_SUB_MODES),
  /** Animals that may be present; 0: no limit. More of them warn. */
  maxBalance: z.number().int(),
})
export type ProductionType = z.infer<typeof ProductionType>

export const PRODUCTION_TYPES: readonly ProductionType[] = PRODUCTION_MODES.flatMap((mode, of) =>
  PRODUCTION_SUB_MODES.map((subMode, at) => ({ id: of * PRODUCTION_SUB_MODES.length + at + 1, mode, subMode, maxBalance: 0 })),
)
/** All in, all out; fattening. */
export const DEFAULT_PRODUCTION_TYPE = 2
export const productionType = (id: number): ProductionType | undefined => PRODUCTION_TYPES.find(type => type.id === id)
/** Are single animals not weighed over the batch: animals come and go while they grow? */
export const isContinuousGrowth = ({ mode, subMode }: ProductionType): boolean => mode === 'CONTINUOUS' && subMode === 'GROWTH'
