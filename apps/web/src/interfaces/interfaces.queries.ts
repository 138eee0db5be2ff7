import { interfaces } from '@steading/contract/devices/interfaces'
import { readings } from '@steading/contract/devices/readings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'

export const calls = { interfaces: api(interfaces), readings: api(readings) }

/** Keys begin with the stem, so that the live stream knows what a change makes old. */
export const interfaceQuery = (id: string) =>
  queryOptions({
    queryKey: ['interfaces', 'details', id],
    queryFn: ({ signal }) => data(calls.interfaces.details({ params: { id } }, { signal })),
  })

/** What a box measures and switches, by name, hidden ones too: what is hidden may be calculated with. */
export const sourcesQuery = (terminalId: string) =>
  queryOptions({
    queryKey: ['interfaces', 'of', terminalId, 'all'],
    queryFn: ({ signal }) => data(calls.interfaces.list({ query: { terminalId, withHidden: true } }, { signal })),
  })

/** What is shown of a box, by name. */
export const terminalBoardQuery = (terminalId: string) =>
  queryOptions({
    queryKey: ['interfaces', 'of', terminalId],
    queryFn: ({ signal }) => data(calls.interfaces.list({ query: { terminalId } }, { signal })),
  })

/** The alarms in service that watch an interface, with their limits. */
export const alarmsQuery = (id: string) =>
  queryOptions({
    queryKey: ['interfaces', 'alarms', id],
    queryFn: async ({ signal }) =>
      (await data(calls.interfaces.withAlarms({ query: { interfaceIds: [id] } }, { signal, background: true })))[0] ?? null,
  })

/** What an interface did since midnight in a zone. */
export const todayQuery = (id: string, timezone: string) =>
  queryOptions({
    queryKey: ['readings', 'today', id, timezone],
    queryFn: async ({ signal }) =>
      (await data(calls.readings.lastAggregate({ body: { interfaceIds: [id], timezone } }, { signal, background: true })))[0] ??
      null,
  })

/** How many interfaces tell something, of all in reach or of a place with what lies below it. */
export const overviewQuery = (entityId: string | undefined) =>
  queryOptions({
    queryKey: ['interfaces', 'overview', entityId],
    queryFn: ({ signal }) => data(calls.interfaces.overview({ query: { entityId } }, { signal, background: true })),
    placeholderData: keepPreviousData,
  })

/** After a change: everything that shows interfaces, or counts them, is asked for anew, but for what was about one that is gone. */
export const interfacesChanged = (deletedId?: string) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      (queryKey[0] === 'interfaces' || queryKey[0] === 'terminals') && !(deletedId && queryKey.includes(deletedId)),
  })
