import { quarantinePages, terminals } from '@steading/contract/devices/terminals'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'

export const calls = api(terminals)

export const terminalQuery = (id: string) =>
  queryOptions({
    queryKey: ['terminals', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

/** Connection and provisioning state of a terminal. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['terminals', 'connection', id],
    queryFn: ({ signal }) => data(calls.checkConnection({ params: { id } }, { signal, background: true })),
  })

export const quarantineSchema = quarantinePages.query
type QuarantineQuery = z.output<typeof quarantineSchema> & { readonly id: string }
export const searchQuarantine = ({ id, ...query }: QuarantineQuery, signal: AbortSignal) =>
  data(calls.quarantine({ params: { id }, query }, { signal }))

/** Invalidates all queries that contain terminals, except those of a deleted one. */
export const terminalsChanged = (deletedId?: string) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      (queryKey[0] === 'terminals' || queryKey[0] === 'interfaces') && !(deletedId && queryKey.includes(deletedId)),
  })
