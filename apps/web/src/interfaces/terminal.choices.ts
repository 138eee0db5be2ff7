import { terminals } from '@steading/contract/terminals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'

const calls = api(terminals)
const most = 50

/** The first boxes by name that the text finds, for filters and forms; none for who may not see boxes. */
export function useTerminals(search: string) {
  const may = useMay()
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
