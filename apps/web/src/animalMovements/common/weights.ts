import { isPoultry, type SpeciesCode } from '@steading/contract/production/species'
import { missing, quantity } from '@steading/locales/format'
import type { Notated } from '@steading/locales/notation'

const GRAMS = 1000

/** A weight of a load or of feed in kg. */
export const kilograms = (kg: number | null, t: Notated): string => quantity(kg, 'kg', t, [0, 3])

/** The weight of one animal: of poultry in g, of others in kg. */
export function animalWeight(kg: number | null | undefined, species: SpeciesCode | undefined, t: Notated): string {
  if (kg === null || kg === undefined) return missing
  return species && isPoultry(species) ? quantity(kg * GRAMS, 'g', t, 0) : quantity(kg, 'kg', t, [1, 3])
}

/** Mean of a load; null: nothing was weighed. */
export const averageWeight = (kg: number | null | undefined, number: number | undefined): number | null =>
  kg && number ? kg / number : null

/** kg per unit in which single animals of a species are weighed. */
export const weightUnit = (species: SpeciesCode | undefined): { readonly unit: string; readonly perKg: number } =>
  species && isPoultry(species) ? { unit: 'g', perKg: GRAMS } : { unit: 'kg', perKg: 1 }

/** kg to the gram: products of decimals deviate in the last bits. */
export const toGram = (kg: number): number => Math.round(kg * GRAMS) / GRAMS
