import type { EntityChoice, EntityRef, EntityType } from '@steading/contract/entities/entities'
import { tags } from '@steading/contract/entities/tags'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { type OptionsSource, sourceQuery } from '../ui/form/options/useAsyncOptions.ts'
import { useMay } from '../platform/session/session.ts'
import { calls as ofEntities } from './entities.queries.ts'
import { wayQuery } from './tree/way.queries.ts'

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
} = {}): OptionsSource<EntityChoice> => ({
  key: ['entities', 'choices', { types, within }],
  fetch: ({ search, ids }, signal) => {
    const narrowed = { entityStatus: 'ACTIVE', entityTypeNames: types && [...types], entityId: within, search } as const
    const query = { ...(ids ? { ids: [...ids] } : narrowed), itemsPerPage: sized(ids) }
    return data(ofEntities.choices({ query }, { signal }))
  },
  optionOf: entity => ({ value: entity.id, label: entity.displayName }),
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
  return page && (page.content.find(entity => entity.id === id) ?? null)
}

/** The farm that a place lies in, itself included; undefined until it is known, null where there is none in reach. */
export function useFarmOf(id: string | null): EntityRef | null | undefined {
  const may = useMay()
  const enabled = id !== null && may('entities.read')
  const { data: way, error } = useQuery({ ...wayQuery(id ?? ''), enabled })
  if (!enabled || error) return null
  return way && (way.find(({ type }) => type === 'FARM') ?? null)
}
