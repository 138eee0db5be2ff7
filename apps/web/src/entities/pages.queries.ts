import type { EntityType } from '@steading/contract/entities/entities'
import { queryOptions } from '@tanstack/react-query'
import { data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'
import { calls } from './entities.queries.ts'

// What the pages of entities ask for: apart from what every page needs to name them.

/** After a change: everything that shows entities is asked for anew, but for what is about one that is gone or known already. */
export const entitiesChanged = (but?: string) =>
  queryClient.invalidateQueries({ queryKey: ['entities'], predicate: ({ queryKey }) => !but || !queryKey.includes(but) })

export const imageQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['entities', 'image', id, version],
    queryFn: async ({ signal }) => (await data(calls.image({ params: { id } }, { signal }))).content,
    staleTime: lifetimes.lookUp,
  })

/** A page of what stands directly below an entity. */
export const fetchLevel = (id: string, currentPage: number, signal: AbortSignal) =>
  data(calls.subentities({ params: { id }, query: { currentPage } }, { signal }))

/** The first of what stands directly below an entity. */
export const belowQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'below', id],
    queryFn: ({ signal }) => data(calls.subentities({ params: { id }, query: { itemsPerPage: 20 } }, { signal })),
  })

const counted = ['GROUP', 'ENTERPRISE', 'FARM', 'SECTOR'] as const
/** How many of each type stand below an entity. */
export const withinQuery = (id: string, type: EntityType) =>
  queryOptions({
    queryKey: ['entities', 'within', id],
    queryFn: ({ signal }) =>
      Promise.all(
        counted.map(async item => {
          const query = { entityId: id, entityTypeNames: [item], itemsPerPage: 10 }
          const { totalElements } = await data(calls.search({ query }, { signal }))
          // It counts itself.
          return { type: item, count: totalElements - (item === type ? 1 : 0) }
        }),
      ),
  })

/** The tops of what this person sees: their root, or the parts that they are kept to. */
export const topsQuery = queryOptions({
  queryKey: ['entities', 'tops'],
  queryFn: async ({ signal }) => (await data(calls.tops({ query: {} }, { signal }))).content,
  staleTime: lifetimes.lookUp,
})

export const mapQuery = queryOptions({
  queryKey: ['entities', 'map'],
  queryFn: ({ signal }) => data(calls.map({ query: {} }, { signal })),
  staleTime: lifetimes.lookUp,
})
