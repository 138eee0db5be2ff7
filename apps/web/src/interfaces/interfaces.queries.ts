import { type Interface, interfaces } from '@steading/contract/interfaces'
import { type Series, readings } from '@steading/contract/readings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { inTurns } from '../platform/inTurns.ts'
import { queryClient } from '../platform/queries.ts'

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

/** Several interfaces, in the order asked for; those out of reach are left out. */
export const interfacesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['interfaces', 'ids', ids],
    queryFn: async ({ signal }): Promise<readonly Interface[]> => {
      const found = await inTurns(ids, some => data(calls.interfaces.byIds({ query: { ids: some } }, { signal })))
      return ids.flatMap(id => found.find(one => one.id === id) ?? [])
    },
    enabled: ids.length > 0,
  })

/** The alarms in service that watch an interface, with their limits. */
export const alarmsQuery = (id: string) =>
  queryOptions({
    queryKey: ['interfaces', 'alarms', id],
    queryFn: async ({ signal }) =>
      (await data(calls.interfaces.withAlarms({ query: { interfaceIds: [id] } }, { signal, background: true })))[0] ?? null,
  })

export interface Window {
  readonly interfaceIds: readonly string[]
  readonly hours: number
  /** Its end (ms UTC), on a coarse grid: the same window is asked for once. */
  readonly to: number
  readonly points: number
}

/** Series of a window that ends now, by interface. The old ones stay while the next are fetched. */
export const seriesQuery = ({ interfaceIds, hours, to, points }: Window) =>
  queryOptions({
    queryKey: ['readings', 'series', interfaceIds, hours, points, to],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Series>> => {
      const fromDate = new Date(to - hours * 3_600_000).toISOString()
      const window = { fromDate, toDate: new Date(to).toISOString(), points }
      const found = await inTurns(interfaceIds, some =>
        data(calls.readings.series({ query: { ...window, interfaceIds: some } }, { signal, background: true })),
      )
      return new Map(found.map(one => [one.interfaceId, one]))
    },
    enabled: interfaceIds.length > 0,
    placeholderData: keepPreviousData,
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
export const interfacesChanged = (gone?: string) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      (queryKey[0] === 'interfaces' || queryKey[0] === 'terminals') && !(gone && queryKey.includes(gone)),
  })
