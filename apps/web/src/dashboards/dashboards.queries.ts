import { dashboardViews } from '@steading/contract/widgets/dashboardViews'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { pollEvery, queryClient } from '../platform/api/queries.ts'

const calls = { dashboards: api(dashboardViews) }

export const listQuery = queryOptions({
  queryKey: ['dashboards', 'list'],
  queryFn: ({ signal }) => data(calls.dashboards.list(undefined, { signal })),
})

export const homepageQuery = queryOptions({
  queryKey: ['dashboards', 'homepage'],
  queryFn: ({ signal }) => data(calls.dashboards.homepage(undefined, { signal })),
})

/** A dashboard with its widgets and layout. */
export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboards', 'one', id],
    queryFn: ({ signal }) => data(calls.dashboards.widgets({ params: { id } }, { signal })),
    // What others arrange is shown, and signed addresses of pictures are renewed.
    refetchInterval: pollEvery,
  })

export const dashboardsChanged = () => queryClient.invalidateQueries({ queryKey: ['dashboards'] })

/** Fetches the saved version of a dashboard. */
export const freshDashboard = (id: string) => queryClient.fetchQuery({ ...dashboardQuery(id), staleTime: 0 })
