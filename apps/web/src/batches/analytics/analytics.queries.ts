import { entities } from '@steading/contract/entities/entities'
import { batchFigures, MOST_COMPARED } from '@steading/contract/production/batchFigures'
import type { RankedBatch } from '@steading/contract/production/batchFigures'
import { batches } from '@steading/contract/production/batches'
import type { SpeciesCode } from '@steading/contract/production/species'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../../platform/api/api.ts'

const calls = api(batchFigures)

export const rankingSchema = batchFigures.analytics.query
export type RankingQuery = z.output<typeof rankingSchema>

/** A page of the ranking. */
export const rankBatches = (query: RankingQuery, signal?: AbortSignal) =>
  data(calls.analytics({ query }, { ...(signal && { signal }) }))

/** What is ranked where nobody has chosen. */
export interface RankingStart {
  readonly species?: SpeciesCode
  /** The company of the batch: batches are compared within one. */
  readonly entityId?: string | undefined
}

/** The species and the company of the batch closed last, else of the youngest; empty: none is there. */
export const rankingStartQuery = queryOptions({
  // Not under "batches": a ranking in sight keeps its species when another batch closes.
  queryKey: ['ranking start'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<RankingStart> => {
    const latest = async (query: z.input<typeof batches.search.query>) =>
      (await data(api(batches).search({ query: { itemsPerPage: 10, ...query } }, { signal }))).content[0]
    const batch =
      (await latest({ status: ['CLOSED'], sortProperty: 'closeDate' })) ?? (await latest({ sortProperty: 'openDate' }))
    if (!batch) return {}
    const [house] = (await data(api(entities).choices({ query: { ids: [batch.entity.id] } }, { signal }))).content
    return { species: batch.species.value, entityId: house?.enterprise?.id }
  },
})

/** The compared batches, in the order of their ids; those that are gone or out of reach are left out. */
export const comparedQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['batches', 'compared', ids],
    queryFn: async ({ signal }): Promise<readonly RankedBatch[]> => {
      const { content } = await data(calls.analytics({ query: { ids: [...ids], itemsPerPage: 10 } }, { signal }))
      return ids.flatMap(id => content.find(batch => batch.id === id) ?? [])
    },
    enabled: ids.length > 0 && ids.length <= MOST_COMPARED,
  })

/** Running totals of feed (kg) or water (L), by age. */
export const totalsQuery = (ids: readonly string[], kind: 'FEED' | 'WATER') =>
  queryOptions({
    queryKey: ['batches', 'compared', ids, kind],
    queryFn: ({ signal }) => data(calls.consumptionOfSeveral({ query: { batchIds: [...ids], kind } }, { signal })),
    enabled: ids.length > 0,
  })

/** What the farms of batches reached with the batches before. */
export const farmHistoryQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['batches', 'compared', ids, 'history'],
    queryFn: ({ signal }) => data(calls.farmHistory({ query: { batchIds: [...ids] } }, { signal })),
    enabled: ids.length > 0,
  })
