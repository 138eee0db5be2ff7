import { quarantinePages, terminals } from '@steading/contract/terminals'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'

export const calls = api(terminals)

export const terminalQuery = (id: string) =>
  queryOptions({
    queryKey: ['terminals', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

/** Whether a box is there now, and set up. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['terminals', 'connection', id],
    queryFn: ({ signal }) => data(calls.checkConnection({ params: { id } }, { signal, background: true })),
  })

export const quarantineSchema = quarantinePages.query
type QuarantineQuery = z.output<typeof quarantineSchema> & { readonly id: string }
export const searchQuarantine = ({ id, ...query }: QuarantineQuery, signal: AbortSignal) =>
  data(calls.quarantine({ params: { id }, query }, { signal }))

/** After a change: everything that shows boxes is asked for anew, but for what was about one that is gone. */
export const terminalsChanged = (gone?: string) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      (queryKey[0] === 'terminals' || queryKey[0] === 'interfaces') && !(gone && queryKey.includes(gone)),
  })
