import { type Batch, batches } from '@steading/contract/batches'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'
import type { Source } from '../ui/form/useFound.ts'

const calls = api(batches)

/** A batch: the one that an event is written of, or that a page is about. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })
export const useBatch = (id: string | null) => useQuery({ ...batchQuery(id ?? ''), enabled: id !== null })

/** Batches to choose from, the newest first: of everywhere, or those at, below and around a place. */
export const batchesAt = (placeId?: string): Source<Batch> => ({
  key: ['batches', 'choices', placeId],
  fetch: ({ search, ids }, signal) => {
    const query = ids ? { ids: [...ids], itemsPerPage: 50 } : { placeId, search, itemsPerPage: 20 }
    return data(calls.search({ query }, { signal }))
  },
  optionOf: ({ id, code, entity }) => ({ value: id, label: `${code} · ${entity.name}` }),
  staleTime: lifetimes.lookUp,
})
