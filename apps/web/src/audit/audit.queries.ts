import { audit, type AuditFilter, auditPages } from '@steading/contract/users/audit'
import { noPage } from '@steading/contract/http/paging'
import { isBackwards } from '@steading/contract/http/period'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'

const calls = api(audit)

export const listSchema = audit.search.query
export type AuditQuery = z.output<typeof listSchema>

export const searchAudit = async (query: AuditQuery, signal: AbortSignal) =>
  isBackwards(query) ? noPage(query) : data(calls.search({ query }, { signal }))

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
    // What was done stays as it was.
    staleTime: lifetimes.always,
  })

/** Everything under these filters, as the server writes it. */
export const exportAudit = (query: AuditQuery) => {
  const paging = new Set(Object.keys(auditPages.query.shape))
  const filter = Object.fromEntries(Object.entries(query).filter(([name]) => !paging.has(name))) as AuditFilter // safe: the rest of it
  return data(calls.export({ query: filter }))
}
