import { roles } from '@steading/contract/users/roles'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'

export const calls = api(roles)
export type RoleQuery = z.output<typeof roles.search.query>

/** A page of roles. */
export const searchRoles = (query: RoleQuery, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: ['roles', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

/** Invalidates all queries that contain roles, except those of a deleted one. */
export const rolesChanged = (deletedId?: string) =>
  Promise.all([
    queryClient.invalidateQueries({
      queryKey: ['roles'],
      predicate: ({ queryKey }) => !deletedId || !queryKey.includes(deletedId),
    }),
    queryClient.invalidateQueries({ queryKey: ['users'] }),
  ])
