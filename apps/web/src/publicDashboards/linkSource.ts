import type { Interface } from '@steading/contract/devices/interfaces'
import { client } from '@steading/contract/http/client'
import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import type { PublicContent } from '@steading/contract/widgets/publicContent'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import { weather } from '@steading/contract/widgets/weather'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { data, wire } from '../platform/api/api.ts'
import { createSeriesQuery, inBatches } from '../readings/index.ts'
import type { DashboardSource, WidgetRef } from '../widgets/index.ts'

const minute = 60_000

/** Calls that carry a public link instead of a session. */
export function callsOf(link: string) {
  const linkWire = {
    ...wire,
    headers: () => {
      const { authorization: _, ...headers }: Record<string, string> = wire.headers?.() ?? {}
      return { ...headers, [PUBLIC_LINK_HEADER]: link }
    },
  }
  return { dashboards: client(publicDashboards, linkWire), weather: client(weather, linkWire) }
}

export const publicDashboardQuery = (link: string) =>
  queryOptions({
    queryKey: ['publicDashboard', link],
    queryFn: ({ signal }) => data(callsOf(link).dashboards.widgets({ params: { id: link } }, { signal })),
    // What is arranged anew is shown, and signed addresses of pictures are renewed.
    refetchInterval: minute,
  })

/** Data of a dashboard by its public link. */
export function createLinkSource(link: string): DashboardSource {
  const calls = callsOf(link)
  const ofWidget =
    <T>(name: string, fetch: (id: string, house: string | undefined, signal: AbortSignal) => Promise<T>) =>
    ({ id, house }: WidgetRef) => ({
      queryKey: ['publicDashboard', link, name, id, house],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetch(id, house, signal),
      refetchInterval: minute,
      placeholderData: keepPreviousData,
    })
  /** The member of the content of a widget that its type shows. */
  const content =
    <K extends keyof PublicContent>(member: K) =>
    (widget: WidgetRef) =>
      ofWidget(member, async (id, _, signal): Promise<Exclude<PublicContent[K], undefined>> => {
        const found = (await data(calls.dashboards.content({ params: { id } }, { signal })))[member]
        if (found === undefined) throw new Error(`the content of widget ${id} has no ${member}`)
        return found as Exclude<PublicContent[K], undefined> // safe: just checked
      })(widget)
  const eventCount = content('eventCount')
  const ruleCount = content('ruleCount')
  const ruleGroups = content('ruleGroups')
  const map = content('map')
  const openBatches = content('openBatches')
  const batchInfo = content('batchInfo')
  const mortalityByCause = content('mortalityByCause')
  const animalsByWeight = content('animalsByWeight')
  const batchKpi = content('batchKpi')
  return {
    kind: 'publicLink',
    eventCount: (_, widget) => eventCount(widget),
    ruleCount: (_, widget) => ruleCount(widget),
    ruleGroups: (_, widget) => ruleGroups(widget),
    map: (_, widget) => map(widget),
    openBatches: (_, widget) => openBatches(widget),
    batchInfo: (_, widget) => batchInfo(widget),
    mortalityByCause: (_, widget) => mortalityByCause(widget),
    animalsByWeight: (_, widget) => animalsByWeight(widget),
    batchKpis: (_, widget) => batchKpi(widget),
    batchEvolution: content('batchEvolution'),
    table: content('table'),
    interfaces: ids => ({
      queryKey: ['publicDashboard', link, 'interfaces', ids],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Interface[]> => {
        const found = await inBatches(ids, batch => data(calls.dashboards.interfaces({ query: { ids: batch } }, { signal })))
        return ids.flatMap(id => found.find(item => item.id === id) ?? [])
      },
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
    }),
    series: createSeriesQuery(['publicDashboard', link, 'series'], (query, signal) =>
      data(calls.dashboards.chartSeries({ query }, { signal })),
    ),
    consumption: ofWidget('consumption', (id, house, signal) =>
      data(calls.dashboards.consumption({ params: { id }, query: { house } }, { signal })),
    ),
    silo: ofWidget('silo', (id, house, signal) => data(calls.dashboards.silo({ params: { id }, query: { house } }, { signal }))),
    milk: ofWidget('milk', (id, house, signal) => data(calls.dashboards.milk({ params: { id }, query: { house } }, { signal }))),
    forecast: query => ({
      queryKey: ['publicDashboard', link, 'forecast', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => data(calls.weather.publicForecast({ query }, { signal })),
      refetchInterval: 15 * minute,
      staleTime: 15 * minute,
    }),
  }
}
