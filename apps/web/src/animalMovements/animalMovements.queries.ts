import { animalMovements, type AnimalMovement } from '@steading/contract/production/animalMovements'
import { batches } from '@steading/contract/production/batches'
import { deathReasons } from '@steading/contract/production/deathReasons'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write, writeOnce } from '../platform/api/write.ts'
import { recordsChanged } from './common/recordQueries.ts'

export const calls = api(animalMovements)
const batchCalls = api(batches)
const reasonCalls = api(deathReasons)

export const listSchema = animalMovements.search.query
export type MovementQuery = z.output<typeof listSchema>

/** A page of animal movements, of one batch or of all in reach. */
export const searchMovements = (query: MovementQuery, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

/** Sums of what the filters leave. */
export const sumsQuery = (query: z.input<typeof animalMovements.aggregation.query>) =>
  queryOptions({
    queryKey: ['animalMovements', 'sums', query],
    queryFn: ({ signal }) => data(calls.aggregation({ query }, { signal })),
  })

/** The animals of a batch at a time, without the movement that is being changed. */
export const balanceQuery = (query: z.input<typeof animalMovements.balance.query>) =>
  queryOptions({
    queryKey: ['animalMovements', 'balance', query] as const,
    queryFn: ({ signal }) => data(calls.balance({ query }, { signal })),
  })

export const movementQuery = (id: string) =>
  queryOptions({
    queryKey: ['animalMovements', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })
export const freshMovement = (id: string) => queryClient.fetchQuery({ ...movementQuery(id), staleTime: 0 })

export const movementsChanged = (deletedId?: string) => recordsChanged('animalMovements', deletedId)

export const createMovement = (
  body: z.output<typeof animalMovements.create.body>,
  files: readonly File[],
  idempotencyKey: string,
) => data(writeOnce(['animalMovements', 'create'], calls.create, { body, files: [...files] }, idempotencyKey))

/** Saves a movement; lists and totals follow. */
export async function editMovement(
  id: string,
  body: z.output<typeof animalMovements.edit.body>,
  files: readonly File[],
): Promise<AnimalMovement> {
  const saved = await data(write(['animalMovements', 'edit'], calls.edit, { params: { id }, body, files: [...files] }))
  queryClient.setQueryData(movementQuery(id).queryKey, saved)
  await movementsChanged()
  return saved
}
export const removeMovement = (id: string) => data(write(['animalMovements', 'remove'], calls.remove, { params: { id } }))

/** A file of a movement with its content, by its name. */
export const fetchAttachment = (id: string, name: string) => data(calls.attachment({ params: { id, name } }))

/** The causes of death that a batch may use. */
export const batchReasonsQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['batches', 'deathReasons', batchId],
    queryFn: ({ signal }) => data(batchCalls.deathReasons({ query: { batchId } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** Causes of death to filter by. */
export const reasonsQuery = queryOptions({
  queryKey: ['deathReasons', 'choices'],
  queryFn: async ({ signal }) => (await data(reasonCalls.search({ query: { itemsPerPage: 50 } }, { signal }))).content,
  staleTime: lifetimes.lookUp,
})

/** Open batches of the houses in reach. */
export const openBatchesQuery = (search: string) =>
  queryOptions({
    queryKey: ['batches', 'openHouses', search],
    queryFn: async ({ signal }) => {
      const query = { open: true, itemsPerPage: 50, ...(search && { search }) }
      const { content } = await data(batchCalls.entityBatches({ query }, { signal }))
      return content.flatMap(({ openBatch }) => (openBatch ? [openBatch] : []))
    },
    staleTime: lifetimes.lookUp,
  })
