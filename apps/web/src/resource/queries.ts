import { queryOptions } from '@tanstack/react-query'
import type { PageQuery } from '@steading/contract/http/paging'
import { data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import type { Resource, Values } from './resource.tsx'

/** A page of a resource. */
export const searchEntries = ({ calls }: Resource, query: PageQuery & Values, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

export const entryQuery = ({ name, calls }: Resource, id: string) =>
  queryOptions({
    queryKey: [name, 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

/** After a change: everything that names entries is fetched again, except what was about a deleted one. */
export const entriesChanged = ({ name }: Resource, deleted?: string) =>
  queryClient.invalidateQueries({
    queryKey: [name],
    predicate: ({ queryKey }) => deleted === undefined || !queryKey.includes(deleted),
  })
