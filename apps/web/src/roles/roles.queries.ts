import { roles } from '@steading/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'

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

/** After a change: everything that names roles is asked for anew, but for what was about one that is gone. */
export const rolesChanged = (gone?: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['roles'], predicate: ({ queryKey }) => !gone || !queryKey.includes(gone) }),
    queryClient.invalidateQueries({ queryKey: ['users'] }),
  ])
