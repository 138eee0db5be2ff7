import { type AnimalActionType, type MovementAction } from '@steading/contract/production/animalMovements'
import { type Batch, type ProductionClass } from '@steading/contract/production/batches'
import type { FeedActionType } from '@steading/contract/production/feedMovements'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { type ProductionType, type SpeciesCode, isPoultry } from '@steading/contract/production/species'
import { round } from '@steading/contract/round'
import { camel } from './camel.ts'
import { missing, quantity } from './format.ts'
import type { Language } from './languages.ts'
import type { TextKey, Translate } from './text.ts'

// What screens and documents both write of batches and their movements.

/** Mode and sub-mode: "All-in/all-out · Finishing". */
export const productionTypeName = ({ mode, subMode }: Pick<ProductionType, 'mode' | 'subMode'>, t: Translate): string =>
  `${t(`batch.mode.${camel(mode)}`)} · ${t(`batch.subMode.${camel(subMode)}`)}`

export const productionClassName = (name: ProductionClass, t: Translate): string => t(`batch.class.${camel(name)}`)

/** The name of a species. */
export const speciesName = (code: SpeciesCode, t: Translate): string => t(`species.${camel(code)}`)

/** The name of an entry in a language: its translation, else the name that it was given. */
export const nameOf = (
  entry: { readonly displayName: string; readonly translations?: Readonly<Partial<Record<Language, string>>> | undefined },
  language: Language,
): string => entry.translations?.[language] ?? entry.displayName

type Totals = Pick<Batch, 'totalEntry' | 'totalExit' | 'totalMortality'>

/** Balance: entries less deaths and other exits. */
export const animalsPresent = ({ totalEntry, totalExit, totalMortality }: Totals): number =>
  totalEntry - totalMortality - totalExit

/** Animals of a batch in lists: those present; of a closed one those that left. */
export const animalsOf = (batch: Totals & Pick<Batch, 'status'>): number =>
  batch.status === 'OPEN' ? animalsPresent(batch) : batch.totalExit

/** Deaths per entry, in %; −100: no animals entered. */
export const mortality = ({ totalEntry, totalMortality }: Pick<Totals, 'totalEntry' | 'totalMortality'>): number =>
  totalEntry > 0 ? round((100 * totalMortality) / totalEntry, 2) : NOT_COMPUTABLE

/** A key figure with its unit; – where it is not computable. */
export const figureText = (value: number, unit: string, decimals: number, t: Translate): string =>
  value === NOT_COMPUTABLE ? missing : quantity(value, unit, t, decimals)

/** The unit in which weights of animals of a species are shown, and its number in a kg. */
export const massUnit = (species: SpeciesCode) =>
  isPoultry(species) ? ({ unit: 'g', factor: 1000, decimals: 0 } as const) : ({ unit: 'kg', factor: 1, decimals: 1 } as const)

const animalKeys = {
  EXTERNAL_ENTRY: 'movement.externalEntry',
  EXTERNAL_SALE: 'movement.sale',
  DEATH: 'movement.death',
} as const satisfies Record<Exclude<AnimalActionType, 'TRANSFER'>, TextKey>

const transferWord = (action: MovementAction, t: Translate): string =>
  t(action === 'ENTRY' ? 'movement.transferIn' : 'movement.transferOut')

/** What a movement of animals is called, transfers by their direction. */
export const animalMovementWord = (
  { action, actionType }: { readonly action: MovementAction; readonly actionType: AnimalActionType },
  t: Translate,
): string => (actionType === 'TRANSFER' ? transferWord(action, t) : t(animalKeys[actionType]))

/** What a movement of feed is called, transfers by their direction. */
export const feedMovementWord = (
  { action, actionType }: { readonly action: MovementAction; readonly actionType: FeedActionType },
  t: Translate,
): string => (actionType === 'TRANSFER' ? transferWord(action, t) : t('feed.movement.buy'))
