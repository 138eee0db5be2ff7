import { audit, type AuditFilter, auditPages } from '@steading/contract/audit'
import { noPage } from '@steading/contract/paging'
import { isBackwards } from '@steading/contract/period'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'

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
