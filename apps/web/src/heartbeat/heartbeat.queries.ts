import { heartbeat } from '@steading/contract/events/heartbeat'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'

const calls = api(heartbeat)

export const pathQuery = queryOptions({
  queryKey: ['heartbeat'],
  queryFn: ({ signal }) => data(calls.of({}, { signal })),
})
