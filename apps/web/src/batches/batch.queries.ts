import { type Batch, batches } from '@steading/contract/production/batches'
import { type BatchRef } from '@steading/contract/production/batchRef'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import type { OptionsSource } from '../ui/form/options/useAsyncOptions.ts'

const calls = api(batches)

/** A batch: the one that an event is written of, or that a page is about. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })
export const useBatch = (id: string | null) => useQuery({ ...batchQuery(id ?? ''), enabled: id !== null })

/** The batch that was at a place at a time (ISO UTC), null: none; undefined while that is not known. */
export function useBatchThen(placeId: string | null, at: string | undefined): BatchRef | null | undefined {
  const { data: page } = useQuery({
    queryKey: ['batches', 'then', placeId, at],
    queryFn: ({ signal }) => data(calls.search({ query: { placeId: placeId!, at } }, { signal })), // safe: asked with one
    enabled: placeId !== null && at !== undefined,
    staleTime: lifetimes.lookUp,
  })
  return page && (page.content[0] ?? null)
}

/** Batches to choose from, the newest first: of everywhere, or those at, below and around a place. */
export const batchesAt = (placeId?: string): OptionsSource<Batch> => ({
  key: ['batches', 'choices', placeId],
  fetch: ({ search, ids }, signal) => {
    const query = ids ? { ids: [...ids], itemsPerPage: 50 } : { placeId, search, itemsPerPage: 20 }
    return data(calls.search({ query }, { signal }))
  },
  optionOf: ({ id, code, entity }) => ({ value: id, label: `${code} · ${entity.name}`, words: code }),
  staleTime: lifetimes.lookUp,
})
