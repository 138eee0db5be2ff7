import { type MappedEntity, entities } from '@steading/contract/entities/entities'
import { groups } from '@steading/contract/entities/groups'
import { events, type EventStatus, type Severity } from '@steading/contract/events/events'
import { batches } from '@steading/contract/production/batches'
import { batchFigures } from '@steading/contract/production/batchFigures'
import type { SpeciesCode } from '@steading/contract/production/species'
import type { DeploymentStatus } from '@steading/contract/rules/deploymentStatus'
import { rules } from '@steading/contract/rules/rules'
import type { PublicContent } from '@steading/contract/widgets/publicContent'
import {
  type AnimalsByWeight,
  type BatchEvolution,
  type BatchInfo,
  type MortalityByCause,
  widgetData,
} from '@steading/contract/widgets/widgetData'
import { keepPreviousData } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../../platform/api/api.ts'
import { pollEvery } from '../../platform/api/queries.ts'
import type { SourceQuery, WidgetRef } from './sourceQuery.ts'

const calls = {
  batches: api(batches),
  batchFigures: api(batchFigures),
  entities: api(entities),
  events: api(events),
  groups: api(groups),
  rules: api(rules),
  widgetData: api(widgetData),
}

type Ids = readonly string[]
/** Events of a status; closed ones of the last 24 hours, as their list shows them. */
export interface EventCountQuery {
  readonly entities: Ids
  readonly status: EventStatus
  readonly severities: readonly Severity[]
}
export interface RuleCountQuery {
  readonly entities: Ids
  readonly deploymentStatus: readonly DeploymentStatus[]
}
type Content<K extends keyof PublicContent> = Exclude<PublicContent[K], undefined>
export type RuleCounts = Content<'ruleCount'>
export type EventCounts = Content<'eventCount'>
export type RuleGroups = Content<'ruleGroups'>
export type BatchInfoCall = 'averageDailyGain' | 'conversionIndex' | 'averageWeight' | 'mortality'
export type BatchInfoQuery = z.input<typeof widgetData.mortality.query>
/** A batch, or the open one of a house; with the KPIs of the batch before it in the same house, if there was one. */
export type BatchKpis = NonNullable<PublicContent['batchKpi']>
/** A place on the map; `dashboard`: of a session alone. */
export type MappedPlace = Content<'map'>[number] & Partial<Pick<MappedEntity, 'dashboard'>>
export interface BatchChoice {
  readonly batchId?: string | undefined
  readonly entityId?: string | undefined
}

/**
 * What widgets show beside readings. A session asks for it by what is configured, a public link by the widget, so each call takes
 * both.
 */
export interface ContentSource {
  readonly eventCount: (query: EventCountQuery, widget: WidgetRef) => SourceQuery<EventCounts>
  readonly ruleCount: (query: RuleCountQuery, widget: WidgetRef) => SourceQuery<RuleCounts>
  readonly ruleGroups: (ids: Ids, widget: WidgetRef) => SourceQuery<RuleGroups>
  readonly map: (entityId: string | undefined, widget: WidgetRef) => SourceQuery<readonly MappedPlace[]>
  readonly openBatches: (
    query: { readonly entities: Ids; readonly species: readonly SpeciesCode[] },
    widget: WidgetRef,
  ) => SourceQuery<number>
  readonly batchInfo: (query: BatchInfoQuery & { readonly call: BatchInfoCall }, widget: WidgetRef) => SourceQuery<BatchInfo>
  readonly mortalityByCause: (entityIds: Ids, widget: WidgetRef) => SourceQuery<MortalityByCause>
  readonly animalsByWeight: (entityIds: Ids, widget: WidgetRef) => SourceQuery<AnimalsByWeight>
  /** Null: the house has no open batch. */
  readonly batchKpis: (choice: BatchChoice, widget: WidgetRef) => SourceQuery<BatchKpis | null>
  readonly batchEvolution: (widget: WidgetRef) => SourceQuery<BatchEvolution>
}

/** Some of several values; none means all. */
const some = <T>(values: readonly T[]): T[] | undefined => (values.length > 0 ? [...values] : undefined)

interface Options {
  readonly signal: AbortSignal
  readonly background: true
}
/** A query that is repeated every 60 s; the old answer stays while the next one comes. Keys begin with the stem of their slice. */
const polled = <T>(queryKey: readonly unknown[], fetch: (options: Options) => Promise<T>): SourceQuery<T> => ({
  queryKey,
  queryFn: ({ signal }) => fetch({ signal, background: true }),
  refetchInterval: pollEvery,
  placeholderData: keepPreviousData as never, // safe: it answers what it takes
})

async function countEvents({ entities: places, status, severities }: EventCountQuery, options: Options): Promise<EventCounts> {
  const filter = { status: [status], severityLevel: some(severities), helpdesk: false }
  if (status === 'CLOSED') {
    const query = { ...filter, entities: some(places), lastTime: 'TWENTYFOUR' as const, itemsPerPage: 10 }
    return { total: (await data(calls.events.search({ query }, options))).totalElements }
  }
  const { total, ...bySeverity } = await data(calls.events.count({ query: { ...filter, entity: some(places) } }, options))
  return { total, bySeverity }
}

const countRules = ({ entities: places, deploymentStatus }: RuleCountQuery, options: Options) =>
  data(calls.rules.count({ query: { entities: some(places), deploymentStatus: some(deploymentStatus) } }, options))

async function kpisOf({ batchId, entityId }: BatchChoice, options: Options): Promise<BatchKpis | null> {
  const query = batchId ? { ids: [batchId] } : { entityId, status: ['OPEN' as const] }
  const [batch] = (await data(calls.batches.search({ query }, options))).content
  if (!batch) return null
  const kpis = await data(calls.batchFigures.kpis({ params: { id: batch.id } }, options))
  const { batch: before } = await data(calls.batches.last({ params: { id: batch.id } }, options))
  const previous = before && (await data(calls.batchFigures.kpis({ params: { id: before.id } }, options)))
  return { batch: { ...batch, species: batch.species.value }, kpis, previous }
}

export const sessionContent: Omit<ContentSource, 'batchEvolution'> = {
  eventCount: query => polled(['events', 'widgetCount', query], options => countEvents(query, options)),
  ruleCount: query => polled(['rules', 'widgetCount', query], options => countRules(query, options)),
  ruleGroups: ids =>
    polled<RuleGroups>(['rules', 'groups', 'widget', ids], async options => {
      const { content } = await data(calls.groups.search({ query: { ids: [...ids], itemsPerPage: 50 } }, options))
      return ids.flatMap(id => content.find(group => group.id === id) ?? [])
    }),
  map: entityId =>
    polled<readonly MappedPlace[]>(['entities', 'map', 'widget', entityId], options =>
      data(calls.entities.map({ query: { entityId } }, options)),
    ),
  openBatches: ({ entities: places, species }) =>
    polled(['batches', 'openCount', places, species], async options => {
      const query = { status: ['OPEN' as const], entities: some(places), speciesCodes: some(species), itemsPerPage: 10 }
      return (await data(calls.batches.search({ query }, options))).totalElements
    }),
  batchInfo: ({ call, ...query }) =>
    polled(['batches', 'info', call, query], options => data(calls.widgetData[call]({ query }, options))),
  mortalityByCause: ids =>
    polled(['batches', 'mortalityByCause', ids], options =>
      data(calls.widgetData.mortalityByCause({ query: { entityIds: some(ids) } }, options)),
    ),
  animalsByWeight: ids =>
    polled(['batches', 'animalsByWeight', ids], options =>
      data(calls.widgetData.animalsByWeight({ query: { entityIds: some(ids) } }, options)),
    ),
  batchKpis: choice => polled(['batches', 'widgetKpis', choice], options => kpisOf(choice, options)),
}
