import { entities } from '@steading/contract/entities'
import { users } from '@steading/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'

const calls = { entities: api(entities), users: api(users) }

/** Who is told when something is wrong there; `besides`: as if this person were not. */
export const inChargeQuery = (entityId: string, besides?: string) =>
  queryOptions({
    queryKey: ['entities', 'in charge', entityId, besides],
    queryFn: ({ signal }) => data(calls.entities.responsibleUsers({ params: { id: entityId }, query: { besides } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** Active people to choose from. */
export const peopleQuery = queryOptions({
  queryKey: ['users', 'active'],
  queryFn: ({ signal }) => data(calls.users.list({ query: { status: 'ACTIVE' } }, { signal })),
  staleTime: lifetimes.activePeople,
})
