import type { BatchSource } from '@steading/contract/production/batches'
import { interfaces } from '@steading/contract/devices/interfaces'
import { curves } from '@steading/contract/production/curves'
import { genetics, type Genetics } from '@steading/contract/production/genetics'
import { isSameSpecies, type SpeciesCode } from '@steading/contract/production/species'
import type { TextKey } from '@steading/locales/text'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../../platform/api/api.ts'
import { lifetimes } from '../../platform/api/lifetimes.ts'
import type { OptionsSource } from '../../ui/form/options/useAsyncOptions.ts'

const calls = { curves: api(curves), genetics: api(genetics), interfaces: api(interfaces) }

const itemsPerPage = 50

/** Where a batch lives and of which animals it is: what its reference data must fit. */
export interface Housing {
  readonly entityId: string | null
  readonly species: SpeciesCode | null
}

/** Active genetics that are usable at the house and of the species, its kinds included. */
export const geneticsAt = ({ entityId, species }: Housing): OptionsSource<Genetics> => ({
  key: ['genetics', 'choices', { entityId, species }],
  fetch: async ({ search, ids }, signal) => {
    if (ids) return data(calls.genetics.search({ query: { ids: [...ids], itemsPerPage } }, { signal }))
    const query = { search, status: ['ACTIVE' as const], itemsPerPage, ...(entityId !== null && { usableAt: entityId }) }
    const page = await data(calls.genetics.search({ query }, { signal }))
    const content = page.content.filter(entry => species === null || isSameSpecies(entry.species, species))
    return { ...page, content, totalElements: page.totalElements - (page.content.length - content.length) }
  },
  optionOf: ({ id, code, displayName }) => ({ value: id, label: `${displayName} · ${code}`, words: `${displayName} ${code}` }),
  staleTime: lifetimes.lookUp,
})

/** Active curves that a batch of the house and species may follow. */
export const curvesAt = ({
  entityId,
  species,
}: Housing): OptionsSource<{ readonly id: string; readonly displayName: string }> => ({
  key: ['productionCurves', 'choices', { entityId, species }],
  fetch: ({ search, ids }, signal) => {
    const narrowed = { ...(entityId !== null && { entityId }), ...(species !== null && { species }), search }
    const query = ids ? { ids: [...ids], itemsPerPage } : { ...narrowed, itemsPerPage }
    return data(calls.curves.choices({ query }, { signal }))
  },
  optionOf: ({ id, displayName }) => ({ value: id, label: displayName }),
  staleTime: lifetimes.lookUp,
})

export const SOURCE_CATEGORIES = {
  SILO: 'SILO_WEIGHT',
  WATER: 'WATER_COUNTER',
  FEED: 'FEED_COUNTER',
} as const satisfies Record<BatchSource, string>

export const SOURCE_WORDS = {
  SILO: 'batch.siloInterfaces',
  WATER: 'batch.waterInterfaces',
  FEED: 'batch.feedInterfaces',
} as const satisfies Record<BatchSource, TextKey>

/** The interfaces of a farm that measure feed or water, by name. */
export const sourceInterfacesQuery = (farmId: string, source: BatchSource) =>
  queryOptions({
    queryKey: ['interfaces', 'entity', farmId, SOURCE_CATEGORIES[source]],
    queryFn: ({ signal }) =>
      data(calls.interfaces.atEntity({ params: { id: farmId }, query: { category: SOURCE_CATEGORIES[source] } }, { signal })),
  })

/** These interfaces, by their ids. */
export const interfacesByIds = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['interfaces', 'ids', ids],
    queryFn: ({ signal }) => data(calls.interfaces.byIds({ query: { ids: [...ids] } }, { signal })),
    enabled: ids.length > 0,
  })
