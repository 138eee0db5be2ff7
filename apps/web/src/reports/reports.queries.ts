import { reports } from '@steading/contract/reports/reports'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'

export const calls = api(reports)
export const listSchema = reports.search.query
export const scheduleSchema = reports.schedules.query

/** How often a report is asked for while it is being made, ms. */
export const WHILE_MADE = 2_000

export const isBeingMade = ({ status }: { readonly status: string }) => status === 'REQUESTED' || status === 'RUNNING'

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
    refetchInterval: ({ state }) => (state.data && isBeingMade(state.data) ? WHILE_MADE : false),
  })

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'schedule', id],
    queryFn: ({ signal }) => data(calls.schedule({ params: { id } }, { signal })),
  })

/** The saved version of a schedule, past the cache. */
export const freshSchedule = (id: string) => queryClient.fetchQuery({ ...scheduleQuery(id), staleTime: 0 })

export const reportsChanged = (deleted?: string) =>
  queryClient.invalidateQueries({
    queryKey: ['reports'],
    predicate: ({ queryKey }) => deleted === undefined || !queryKey.includes(deleted),
  })
