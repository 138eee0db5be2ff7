import { roles } from '@steading/contract/users/roles'
import { rules } from '@steading/contract/rules/rules'
import { type User, users } from '@steading/contract/users/users'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'

export const calls = api(users)
const given = api(roles)

export type UserQuery = z.output<typeof users.search.query>
/** A person as a row of the generic list. */
export type UserRow = User & { readonly id: string }

/** A page of people. */
export async function searchUsers(query: UserQuery, signal?: AbortSignal) {
  const page = await data(calls.search({ query }, { ...(signal && { signal }) }))
  return { ...page, content: page.content.map((of): UserRow => ({ ...of, id: of.userId })) }
}

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

/** The roles that people at an entity may have. */
export const rolesAtQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['roles', 'at', entityId],
    queryFn: ({ signal }) => data(given.atEntity({ params: { id: entityId } }, { signal })),
  })

/** Every role that people in reach may have, for filters. */
export const roleNamesQuery = queryOptions({
  queryKey: ['roles', 'names'],
  queryFn: ({ signal }) => data(given.list(undefined, { signal })),
  staleTime: lifetimes.lookUp,
})

const isAboutPeople = (key: unknown) =>
  key === 'users' || key === 'roles' || (typeof key === 'string' && key.startsWith('access '))

/** After a change: everything that shows people is asked for anew, but for what was about one who is gone. */
export const usersChanged = (deletedId?: string) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isAboutPeople(queryKey[0]) && !(deletedId && queryKey.includes(deletedId)),
  })

/** How many rules tell this person by name. */
export const rulesNaming = (userId: string) => data(api(rules).countReceiptUser({ query: { userId } }))
