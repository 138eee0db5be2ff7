import { eventViews } from '@steading/contract/events/views'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'

const calls = api(eventViews)

export const detailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

/** The history of changes, newest first. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'changes', id],
    queryFn: ({ signal }) => data(calls.changes({ params: { id } }, { signal })),
  })
