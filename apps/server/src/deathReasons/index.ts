import { deathReasonBook, deathReasons } from '@steading/contract/production/deathReasons'
import type { DeathReasonRef } from '@steading/contract/production/deathReasons'
import { relatedSpecies } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import type { z } from 'zod'
import { bookHandlers, bookOf, usableEntries } from '../books/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'

export const deathReasonStore = bookOf(deathReasonBook, {
  table: 'death_reasons',
  objectType: 'deathReason',
  searched: ['code', 'displayName', 'translations'],
  json: ['translations'],
})

export const deathReasonsSlice = (world: World) => slice(deathReasons, bookHandlers(world, deathReasonBook, deathReasonStore))

/** The causes of death that a place may use for a species, of its kinds too. */
export async function deathReasonChoices(
  work: UnitOfWork,
  { species, entityId }: { readonly species?: SpeciesCode | undefined; readonly entityId?: string | undefined },
): Promise<z.infer<typeof DeathReasonRef>[]> {
  const rows = await usableEntries(work, deathReasonStore, { entityId, species: species && relatedSpecies(species) })
  return rows.map(({ id, fields }) => ({
    id,
    displayName: fields.displayName,
    translations: fields.translations as z.infer<typeof DeathReasonRef>['translations'], // safe: the contract checked it before it was stored
  }))
}
