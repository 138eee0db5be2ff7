import { batches } from '@steading/contract/production/batches'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { batchQuery } from './batch.queries.ts'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write, writeOnce } from '../platform/api/write.ts'

export const calls = api(batches)
type BatchQuery = z.output<typeof batches.search.query>

/** A page of batches. */
export const searchBatches = (query: BatchQuery, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

/** A file of a batch with its content, by its name. */
export const fetchAttachment = (id: string, name: string) => data(calls.attachment({ params: { id, name } }))

/** The batch before it in the same house; null: there was none. */
export const lastBatchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'last', id],
    queryFn: async ({ signal }) => (await data(calls.last({ params: { id } }, { signal }))).batch,
  })

/** As it is now, whatever is kept of it. */
export const freshBatch = (id: string) => queryClient.fetchQuery({ ...batchQuery(id), staleTime: 0 })

export const createBatch = (body: z.output<typeof batches.create.body>, files: readonly File[], idempotencyKey: string) =>
  data(writeOnce(['batches', 'create'], calls.create, { body, files: [...files] }, idempotencyKey))

/** Closes it as of a date, or opens it again. */
export async function closeOrOpen(id: string, body: z.input<typeof batches.quickCloseOpen.body>): Promise<void> {
  const now = await data(write(['batches', 'quickCloseOpen'], calls.quickCloseOpen, { params: { id }, body }))
  queryClient.setQueryData(batchQuery(id).queryKey, now)
  await batchesChanged()
}

/** After a change: batches, and events, since its days say which are its own; but for what was about one that is gone. */
export const batchesChanged = (deletedId?: string) =>
  Promise.all([
    queryClient.invalidateQueries({
      queryKey: ['batches'],
      predicate: ({ queryKey }) => !deletedId || !queryKey.includes(deletedId),
    }),
    queryClient.invalidateQueries({ queryKey: ['events'] }),
  ])
