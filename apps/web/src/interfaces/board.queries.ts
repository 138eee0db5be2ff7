import type { Interface } from '@steading/contract/devices/interfaces'
import { interfaceViews } from '@steading/contract/devices/interfaceViews'
import { readings } from '@steading/contract/devices/readings'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { createSeriesQuery, inBatches } from '../readings/index.ts'

// What dashboards show and operate: apart from what the pages of interfaces ask, whose contract is large.
export const calls = { interfaces: api(interfaceViews), readings: api(readings) }

/** Several interfaces, in the order asked for; those out of reach are left out. */
export const interfacesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['interfaces', 'ids', ids],
    queryFn: async ({ signal }): Promise<readonly Interface[]> => {
      const found = await inBatches(ids, batch => data(calls.interfaces.byIds({ query: { ids: batch } }, { signal })))
      return ids.flatMap(id => found.find(iface => iface.id === id) ?? [])
    },
    enabled: ids.length > 0,
  })

/** Series of a window, by interface. */
export const seriesQuery = createSeriesQuery(['readings', 'series'], (query, signal) =>
  data(calls.readings.series({ query }, { signal, background: true })),
)
