import { tags } from '@steading/contract/tags'
import { users } from '@steading/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'

// What a form of an entity chooses from: apart from what every page needs to name entities.
export const calls = api(tags)
const people = api(users)
const fiveMinutes = 300_000

/** The tags that may be put on an entity. */
export const tagsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['entities', 'tags', entityId],
    queryFn: ({ signal }) => data(calls.list({ query: { entityId } }, { signal })),
    staleTime: fiveMinutes,
  })

/** Every tag of what one sees, for filters. */
export const allTagsQuery = queryOptions({
  queryKey: ['entities', 'tags', 'all'],
  queryFn: ({ signal }) => data(calls.children({ query: {} }, { signal })),
  staleTime: fiveMinutes,
})

/** Active people to choose from. */
export const peopleQuery = queryOptions({
  queryKey: ['users', 'active'],
  queryFn: ({ signal }) => data(people.list({ query: { status: 'ACTIVE' } }, { signal })),
  staleTime: 3_600_000,
})
