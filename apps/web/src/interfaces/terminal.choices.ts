import { terminals } from '@steading/contract/devices/terminals'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { useMay } from '../platform/session/session.ts'
import { usePaused } from '../platform/useDebounced.ts'

const calls = api(terminals)
const most = 50

/** The first boxes by name that the text finds, for filters and forms; none for who may not see boxes. */
export function useTerminals(text: string) {
  const may = useMay()
  const search = usePaused(text.trim())
  const { data: page } = useQuery({
    queryKey: ['terminals', 'choices', search],
    queryFn: ({ signal }) => {
      const query = { itemsPerPage: most, sortProperty: 'displayName', sortDirection: 'ASC', ...(search && { search }) } as const
      return data(calls.search({ query }, { signal }))
    },
    placeholderData: keepPreviousData,
    enabled: may('terminals.read'),
  })
  return page?.content ?? []
}

/** One box: where it stands. */
export const boxQuery = (id: string) =>
  queryOptions({
    queryKey: ['terminals', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

/** A box that an address names; undefined until it is known, and for who may not see it. */
export function useTerminal(id: string | undefined) {
  const may = useMay()
  const { data: found } = useQuery({ ...boxQuery(id ?? ''), enabled: id !== undefined && may('terminals.read_details') })
  return found
}

export type RetiredTerminalFilter = Pick<z.input<typeof terminals.search.query>, 'search' | 'entityId' | 'connected'>

/** How many boxes of a filter were retired: no list shows them unasked. */
export const retiredTerminalCount = ({ search, entityId, connected }: RetiredTerminalFilter) =>
  queryOptions({
    queryKey: ['terminals', 'retired', search, entityId, connected],
    queryFn: async ({ signal }) => {
      const query = { search, entityId, connected, provisionStatus: 'RETIRED', itemsPerPage: 10 } as const
      return (await data(calls.search({ query }, { signal, background: true }))).totalElements
    },
    placeholderData: keepPreviousData,
  })
