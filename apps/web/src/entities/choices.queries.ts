import type { EntityChoice, EntityType } from '@steading/contract/entities'
import { tags } from '@steading/contract/tags'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'
import { type Source, sourceQuery } from '../ui/form/useFound.ts'
import { calls as ofEntities } from './entities.queries.ts'

// What forms and filters choose from: apart from what every page needs to name entities.
export const calls = api(tags)

/** The tags that may be put on an entity. */
export const tagsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['entities', 'tags', entityId],
    queryFn: ({ signal }) => data(calls.list({ query: { entityId } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** Every tag of what one sees, for filters. */
export const allTagsQuery = queryOptions({
  queryKey: ['entities', 'tags', 'all'],
  queryFn: ({ signal }) => data(calls.children({ query: {} }, { signal })),
  staleTime: lifetimes.lookUp,
})

/** By their ids all of those; of a search the first. */
const sized = (ids: readonly string[] | undefined) => (ids ? 200 : 20)

/** Places to choose from: active ones of these types, `within` another and it, found by what somebody types. */
export const placesIn = ({
  types,
  within,
}: {
  readonly types?: readonly EntityType[] | undefined
  readonly within?: string | undefined
} = {}): Source<EntityChoice> => ({
  key: ['entities', 'choices', { types, within }],
  fetch: ({ search, ids }, signal) => {
    const narrowed = { entityStatus: 'ACTIVE', entityTypeNames: types && [...types], entityId: within, search } as const
    const query = { ...(ids ? { ids: [...ids] } : narrowed), itemsPerPage: sized(ids) }
    return data(ofEntities.choices({ query }, { signal }))
  },
  optionOf: one => ({ value: one.id, label: one.displayName }),
  staleTime: lifetimes.activeFarms,
})

const everywhere = placesIn()
/** A place that a form names; undefined until it is known, and where it is out of sight. */
export function usePlace(id: string | null | undefined): EntityChoice | undefined {
  return usePlaceKnown(id ?? null) ?? undefined
}

/** The same; null where it is out of sight or none is named. */
export function usePlaceKnown(id: string | null): EntityChoice | null | undefined {
  const { data: page, error } = useQuery({ ...sourceQuery(everywhere, { ids: [id ?? ''] }), enabled: id !== null })
  if (id === null || error) return null
  return page && (page.content.find(one => one.id === id) ?? null)
}
