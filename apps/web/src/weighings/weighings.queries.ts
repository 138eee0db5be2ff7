import { batches } from '@steading/contract/production/batches'
import type { SpeciesCode } from '@steading/contract/production/species'
import { weighings } from '@steading/contract/production/weighings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { recordsChanged } from '../animalMovements/index.ts'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write, writeOnce } from '../platform/api/write.ts'

const calls = api(weighings)
const batchCalls = api(batches)

export const listSchema = weighings.search.query
export type WeighingQuery = z.output<typeof listSchema>

/** A page of weighings, of one batch or of all in reach. */
export const searchWeighings = (query: WeighingQuery, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

export const weighingQuery = (id: string) =>
  queryOptions({
    queryKey: ['weighings', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })
export const freshWeighing = (id: string) => queryClient.fetchQuery({ ...weighingQuery(id), staleTime: 0 })

export const weighingsChanged = (deletedId?: string) => recordsChanged('weighings', deletedId)

export const createWeighing = (body: z.output<typeof weighings.create.body>, idempotencyKey: string) =>
  data(writeOnce(['weighings', 'create'], calls.create, { body }, idempotencyKey))

/** Saves a weighing; lists and totals follow. */
export async function editWeighing(id: string, body: z.output<typeof weighings.edit.body>) {
  const saved = await data(write(['weighings', 'edit'], calls.edit, { params: { id }, body }))
  queryClient.setQueryData(weighingQuery(id).queryKey, saved)
  await weighingsChanged()
  return saved
}
export const removeWeighing = (id: string) => data(write(['weighings', 'remove'], calls.remove, { params: { id } }))

/** The species of the batches of a page of weighings, by the id of the batch: weights of poultry are shown in g. */
export function useSpeciesOf(batchIds: readonly string[]): ReadonlyMap<string, SpeciesCode> {
  const ids = [...new Set(batchIds)].toSorted()
  const { data: found } = useQuery({
    queryKey: ['batches', 'species', ids],
    queryFn: ({ signal }) => data(batchCalls.search({ query: { ids, itemsPerPage: 50 } }, { signal })),
    enabled: ids.length > 0,
    staleTime: lifetimes.lookUp,
  })
  return new Map(found?.content.map(({ id, species }) => [id, species.value]))
}
