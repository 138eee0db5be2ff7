import type { EntityRef, EntityType } from '@steading/contract/entities'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'
import { isGone } from '../platform/failures.ts'
import { queryClient } from '../platform/queries.ts'
import { calls, mostHits } from './entities.queries.ts'

// What the pages of entities ask for: apart from what every page needs to name them.

/** After a change: everything that shows entities is asked for anew, but for what was about one that is gone. */
export const entitiesChanged = (gone?: string) =>
  queryClient.invalidateQueries({ queryKey: ['entities'], predicate: ({ queryKey }) => !gone || !queryKey.includes(gone) })

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
        counted.map(async one => {
          const query = { entityId: id, entityTypeNames: [one], itemsPerPage: 10 }
          const { totalElements } = await data(calls.search({ query }, { signal }))
          // It counts itself.
          return { type: one, count: totalElements - (one === type ? 1 : 0) }
        }),
      ),
  })

/** A top of the tree that somebody sees. */
export interface Top extends Pick<EntityRef, 'id' | 'name'> {
  readonly type: EntityType | undefined
  readonly children: number
}

/** The tops of what this person sees: their root, the one part that they are kept to, or several parts. */
export const topsQuery = (root: { readonly id: string; readonly name: string; readonly type: string }) =>
  queryOptions({
    queryKey: ['entities', 'tops', root.id],
    queryFn: async ({ signal }): Promise<readonly Top[]> => {
      const { content, totalElements } = await data(calls.top({ query: {} }, { signal }))
      const [above, ...others] = [...new Set(content.map(one => one.parentId))]
      if (others.length > 0) return content
      const type = Object.keys(typeNames).find(name => name === root.type) as EntityType | undefined // safe: the table's own keys
      if (above === undefined || above === null || above === root.id) return [{ ...root, type, children: totalElements }]
      try {
        const { id, name, type: its } = await data(calls.details({ params: { id: above } }, { signal }))
        return [{ id, name, type: its, children: totalElements }]
      } catch (error) {
        // Parts of one thing that is itself out of reach.
        if (isGone(error)) return content
        throw error
      }
    },
    staleTime: lifetimes.lookUp,
  })
const typeNames = { ROOT: 0, PARTNER: 0, GROUP: 0, ENTERPRISE: 0, FARM: 0, SECTOR: 0 } satisfies Record<EntityType, 0>

export const mapQuery = queryOptions({
  queryKey: ['entities', 'map'],
  queryFn: ({ signal }) => data(calls.map({ query: {} }, { signal })),
  staleTime: lifetimes.lookUp,
})

/** Active entities to choose from, the first by name of those that hold a text; for everybody who is signed in. */
export const choicesQuery = (text: string) =>
  queryOptions({
    queryKey: ['entities', 'choices', text],
    queryFn: ({ signal }) =>
      data(calls.list({ query: { search: text || undefined, entityStatus: 'ACTIVE', most: mostHits } }, { signal })),
    placeholderData: keepPreviousData,
    staleTime: lifetimes.lookUp,
  })
