import { type EntityRef, type EntityType, entities } from '@steading/contract/entities'
import { tags } from '@steading/contract/tags'
import { users } from '@steading/contract/users'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, data } from '../platform/api.ts'
import { isGone } from '../platform/failures.ts'
import { queryClient } from '../platform/queries.ts'
import { within } from './within.ts'

export const calls = { ...api(entities), tags: api(tags), users: api(users) }
const fiveMinutes = 300_000

/** After a change: everything that shows entities is asked for anew. */
export const entitiesChanged = () => queryClient.invalidateQueries({ queryKey: ['entities'] })

/** Every active entity within reach. */
export const activeEntities = queryOptions({
  queryKey: ['entities', 'active'],
  queryFn: ({ signal }) => data(calls.list({ query: { entityStatus: 'ACTIVE' } }, { signal })),
  staleTime: fiveMinutes,
})

export const entityQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

export const imageQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['entities', 'image', id, version],
    queryFn: async ({ signal }) => (await data(calls.image({ params: { id } }, { signal }))).content,
    staleTime: fiveMinutes,
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
    staleTime: fiveMinutes,
  })
const typeNames = { ROOT: 0, PARTNER: 0, GROUP: 0, ENTERPRISE: 0, FARM: 0, SECTOR: 0 } satisfies Record<EntityType, 0>

const parentQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'parent', id],
    queryFn: ({ signal }) => data(calls.parent({ params: { id } }, { signal })),
    staleTime: fiveMinutes,
  })

/** Deeper than any tree is: whoever walks up comes to an end. */
const mostSteps = 40

/** The entities from the top that one sees down to one, itself included. */
export const wayQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'way', id],
    queryFn: async (): Promise<readonly EntityRef[]> => {
      const { displayName, name, type, parent } = await queryClient.fetchQuery({ ...entityQuery(id), staleTime: fiveMinutes })
      const way: EntityRef[] = [{ id, displayName, name, type }]
      for (let up = parent; up && way.length < mostSteps; up = await queryClient.fetchQuery(parentQuery(up.id))) way.unshift(up)
      return way
    },
    staleTime: fiveMinutes,
  })

/** As many as one looks through before typing more. */
const mostHits = 20

/** Entities whose name or code holds a text, the first of them. */
export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['entities', 'found', text],
    queryFn: ({ signal }) => data(calls.search({ query: { search: text, itemsPerPage: mostHits } }, { signal })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })

export const mapQuery = queryOptions({
  queryKey: ['entities', 'map'],
  queryFn: ({ signal }) => data(calls.map({ query: {} }, { signal })),
  staleTime: fiveMinutes,
})

/** The tags that may be put on an entity. */
export const tagsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['entities', 'tags', entityId],
    queryFn: ({ signal }) => data(calls.tags.list({ query: { entityId } }, { signal })),
    staleTime: fiveMinutes,
  })

/** Every tag of what one sees, for filters. */
export const allTagsQuery = queryOptions({
  queryKey: ['entities', 'tags', 'all'],
  queryFn: ({ signal }) => data(calls.tags.children({ query: {} }, { signal })),
  staleTime: fiveMinutes,
})

/** Active people to choose from. */
export const peopleQuery = queryOptions({
  queryKey: ['users', 'active'],
  queryFn: ({ signal }) => data(calls.users.list({ query: { status: 'ACTIVE' } }, { signal })),
  staleTime: 3_600_000,
})

/** Active entities to choose from, the first by name of those that hold a text. */
export const choicesQuery = (text: string) =>
  queryOptions({
    queryKey: ['entities', 'choices', text],
    queryFn: async ({ signal }) =>
      (
        await data(
          calls.search({ query: { search: text || undefined, entityStatus: 'ACTIVE', itemsPerPage: mostHits } }, { signal }),
        )
      ).content,
    placeholderData: keepPreviousData,
    staleTime: fiveMinutes,
  })

/** What Ctrl-K finds among entities while somebody types. */
export function useFoundEntities(
  text: string,
): readonly { readonly id: string; readonly name: string; readonly place: string }[] {
  const { data: found } = useQuery(foundQuery(text.trim()))
  return useMemo(
    () =>
      text.trim() === '' ? [] : (found?.content ?? []).map(({ id, name, above }) => ({ id, name, place: above.join(' › ') })),
    [found, text],
  )
}

/**
 * Active entities as choices of a filter or a form, by name; none until they have arrived. `top` leaves only that one and what
 * lies below it.
 */
export function useEntityChoices(top?: string): readonly { readonly value: string; readonly label: string }[] {
  const { data: found } = useQuery(activeEntities)
  return useMemo(
    () =>
      within(found ?? [], top)
        .map(({ id, displayName }) => ({ value: id, label: displayName }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [found, top],
  )
}
