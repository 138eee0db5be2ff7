import { tags } from '@steading/contract/tags'
import { users } from '@steading/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'

// What a form of an entity chooses from: apart from what every page needs to name entities.
export const calls = api(tags)
const people = api(users)

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

/** Active people to choose from. */
export const peopleQuery = queryOptions({
  queryKey: ['users', 'active'],
  queryFn: ({ signal }) => data(people.list({ query: { status: 'ACTIVE' } }, { signal })),
  staleTime: lifetimes.activePeople,
})
