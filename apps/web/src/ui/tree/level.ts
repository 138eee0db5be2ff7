import type { Page } from '@steading/contract/http/paging'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { lifetimes } from '../../platform/api/lifetimes.ts'

/** What stands directly below a node, page after page. `name` is what the keys of the tree's levels begin with. */
export const levelQuery = <R>(
  name: string,
  fetchLevel: (id: string, page: number, signal: AbortSignal) => Promise<Page<R>>,
  id: string,
) =>
  infiniteQueryOptions({
    queryKey: [name, 'level', id],
    queryFn: ({ pageParam, signal }) => fetchLevel(id, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: last => ((last.number + 1) * last.size < last.totalElements ? last.number + 1 : undefined),
    staleTime: lifetimes.lookUp,
  })
