import type { CategoryId } from '@steading/contract/devices/categories'
import { type Interface, interfaces } from '@steading/contract/devices/interfaces'
import { type Event, events } from '@steading/contract/events/events'
import { weather } from '@steading/contract/widgets/weather'
import { widgetData } from '@steading/contract/widgets/widgetData'
import { keepPreviousData } from '@tanstack/react-query'
import { interfacesQuery, seriesQuery } from '../../interfaces/index.ts'
import { api, data } from '../../platform/api/api.ts'
import { batchLoader } from '../../platform/api/batchLoader.ts'
import { session, sessionMay } from '../../platform/session/session.ts'
import { inBatches } from '../../readings/index.ts'
import { sessionContent } from './sessionContent.ts'
import type { DashboardSource, WidgetRef } from './source.ts'

const calls = { events: api(events), interfaces: api(interfaces), widgetData: api(widgetData), weather: api(weather) }
const background = { background: true } as const
const minute = 60_000

/** The server lists more of an entity than a widget can show. */
const mostInterfaces = 200

/** Interfaces at an entity and below it, with their last values. */
async function fetchInterfacesOf(
  id: string,
  categories: readonly CategoryId[],
  signal: AbortSignal,
): Promise<readonly Interface[]> {
  const query = categories.length === 1 ? { category: categories[0]! } : {} // safe: there is one
  const found = await data(calls.interfaces.atEntity({ params: { id }, query }, { signal, ...background }))
  const fitting = found.filter(({ category }) => categories.length === 0 || categories.includes(category))
  const ids = fitting.slice(0, mostInterfaces).map(item => item.id)
  return inBatches(ids, batch => data(calls.interfaces.byIds({ query: { ids: batch } }, { signal, ...background })))
}

/** Events at an entity and below it that were open in a range: once for all widgets that ask for them together. */
const loadEvents = batchLoader(
  async (range: { readonly notClosedBefore: string; readonly toDate: string }, entityIds, signal) => {
    const search = async (entity: string) => {
      const query = { ...range, entity, helpdesk: false, itemsPerPage: 50 as const }
      return [entity, (await data(calls.events.search({ query }, { signal, ...background }))).content] as const
    }
    return new Map(await Promise.all(entityIds.map(search)))
  },
)

/** Events of several entities, each once; none for a person who may not read events. */
async function fetchEvents(
  entityIds: readonly string[],
  [from, to]: readonly [from: number, to: number],
  signal: AbortSignal,
): Promise<readonly Event[]> {
  if (!sessionMay(session.get(), 'events.read')) return []
  const range = { notClosedBefore: new Date(from).toISOString(), toDate: new Date(to).toISOString() }
  const found = [...(await loadEvents(range, entityIds, signal)).values()].flat()
  return [...new Map(found.map(event => [event.id, event])).values()].toSorted((a, b) => b.openDate.localeCompare(a.openDate))
}

type Call = 'consumption' | 'silo' | 'milk' | 'batchEvolution'
const TYPES = { consumption: 'CONSUMPTION', silo: 'SILO', milk: 'MILK', batchEvolution: 'BATCH_KPI_EVOLUTION' } as const

/** Content of one widget by its id, or by its configuration while it is not saved. */
const ofWidget =
  <T>(call: Call, fetch: (id: string, house: string | undefined, signal: AbortSignal) => Promise<T>) =>
  ({ id, house, draft }: WidgetRef) => ({
    queryKey: ['widgets', call, id, house, draft],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<T> => {
      if (!draft) return fetch(id, house, signal)
      const preview = await data(
        calls.widgetData.preview({ body: { type: TYPES[call], configs: { ...draft } } }, { signal, ...background }),
      )
      return preview[call] as T // safe: the preview of a type answers its call
    },
    refetchInterval: minute,
    placeholderData: keepPreviousData,
  })

/** Data of dashboards within a session. */
export const sessionSource: DashboardSource = {
  ...sessionContent,
  kind: 'session',
  interfaces: interfacesQuery,
  series: seriesQuery,
  interfacesOf: (entityId, categories) => ({
    queryKey: ['interfaces', 'widget', entityId, categories],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchInterfacesOf(entityId, categories, signal),
    refetchInterval: minute,
  }),
  events: (entityIds, [from, to]) => ({
    queryKey: ['events', 'widget', entityIds, from, to],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchEvents(entityIds, [from, to], signal),
    placeholderData: keepPreviousData,
    // The range moves on: an old one is not asked for again.
    gcTime: minute,
  }),
  consumption: ofWidget('consumption', (id, house, signal) =>
    data(calls.widgetData.consumption({ params: { id }, query: { house } }, { signal, ...background })),
  ),
  silo: ofWidget('silo', (id, house, signal) =>
    data(calls.widgetData.silo({ params: { id }, query: { house } }, { signal, ...background })),
  ),
  milk: ofWidget('milk', (id, house, signal) =>
    data(calls.widgetData.milk({ params: { id }, query: { house } }, { signal, ...background })),
  ),
  batchEvolution: ofWidget('batchEvolution', (id, _, signal) =>
    data(calls.widgetData.batchEvolution({ params: { id } }, { signal, ...background })),
  ),
  forecast: query => ({
    queryKey: ['weather', 'forecast', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => data(calls.weather.forecast({ query }, { signal, ...background })),
    // The server keeps a forecast for 15 minutes.
    refetchInterval: 15 * minute,
    staleTime: 15 * minute,
  }),
}
