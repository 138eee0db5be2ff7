import { dashboardHouses } from '@steading/contract/widgets/houses'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../../platform/api/api.ts'
import { lifetimes } from '../../platform/api/lifetimes.ts'
import { refetchEvery } from '../../platform/api/queries.ts'

const calls = api(dashboardHouses)

/** Houses of a dashboard with their sensors of these categories; undefined: of all. */
export const housesQuery = (id: string, categories?: readonly string[]) =>
  queryOptions({
    queryKey: ['dashboards', 'houses', id, categories],
    queryFn: ({ signal }) =>
      data(calls.houses({ params: { id }, query: { ...(categories && { categories: [...categories] }) } }, { signal })),
    staleTime: lifetimes.lookUp,
    // A wall screen gets no focus.
    refetchInterval: refetchEvery(lifetimes.lookUp),
  })
