import { batches } from '@steading/contract/batches'
import type { z } from 'zod'
import { batchQuery } from '../events/index.ts'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'

export const calls = api(batches)
type BatchQuery = z.output<typeof batches.search.query>

/** A page of batches. */
export const searchBatches = (query: BatchQuery, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

/** As it is now, whatever is kept of it. */
export const freshBatch = (id: string) => queryClient.fetchQuery({ ...batchQuery(id), staleTime: 0 })

/** Closes it as of a date, or opens it again. */
export async function closeOrOpen(id: string, body: z.input<typeof batches.quickCloseOpen.body>): Promise<void> {
  const now = await data(calls.quickCloseOpen({ params: { id }, body }))
  queryClient.setQueryData(batchQuery(id).queryKey, now)
  await batchesChanged()
}

/** After a change: batches, and events, since its days say which are its own; but for what was about one that is gone. */
export const batchesChanged = (gone?: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['batches'], predicate: ({ queryKey }) => !gone || !queryKey.includes(gone) }),
    queryClient.invalidateQueries({ queryKey: ['events'] }),
  ])
