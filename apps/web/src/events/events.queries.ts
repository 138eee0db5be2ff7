import {
  type Check,
  type EventStatus,
  type EventStep,
  type Finding,
  EVENT_ORIGINS,
  type LastTime,
  SEVERITIES,
  eventFilters,
  eventPages,
  events,
  occurrencePages,
  type CreateEvent,
  type EditEvent,
} from '@steading/contract/events/events'
import { entities } from '@steading/contract/entities/entities'
import { readings } from '@steading/contract/devices/readings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write } from '../platform/api/write.ts'
import { asked } from '../ui/list/filter/period.ts'

const calls = { entities: api(entities), events: api(events), readings: api(readings) }

export { changesQuery, detailsQuery } from './event.queries.ts'

/** The presets of the lists of events and tickets, and the one that they have by themselves. */
export const lastTimes = ['ONE', 'SIX', 'TWELVE', 'TWENTYFOUR'] as const satisfies readonly z.output<typeof LastTime>[]
type LastTimeName = z.output<typeof LastTime>
const usualLastTime: LastTimeName = 'TWENTYFOUR'

/** The same of the events of a batch. */
export const batchTimes = ['TWENTYFOUR', 'WEEK', 'MONTH'] as const satisfies readonly z.output<typeof LastTime>[]
const usualBatchTime: LastTimeName = 'MONTH'

/** What an event list keeps in its address. A preset that it does not offer would narrow it unseen: it counts as not given. */
const schemaOf = eventPages.query.extend(eventFilters)
export type EventQuery = z.output<typeof schemaOf>
export const listSchema: z.ZodType<EventQuery> = schemaOf.extend({ lastTime: z.enum(lastTimes).optional() })
/** Of a batch, the page says which. */
export const batchListSchema: z.ZodType<EventQuery> = schemaOf.extend({ lastTime: z.enum(batchTimes).optional() })
export const severityLevels = SEVERITIES.toReversed()
export const origins = EVENT_ORIGINS

/** The preset of a list of these statuses. What is not solved is shown however long ago it began. */
export const defaultLastTime = (status: readonly EventStatus[] | undefined, ofBatch = false): LastTimeName | undefined =>
  status && !status.includes('CLOSED') ? undefined : ofBatch ? usualBatchTime : usualLastTime

/** Whether a preset period bounds closed events only: the list shows closed and other events. Typed dates bound all of them. */
export const boundsClosedOnly = (status: readonly EventStatus[] | undefined): boolean =>
  !status || (status.includes('CLOSED') && status.length > 1)

type EventSearch = EventQuery & { readonly withNotClosed?: true }

/** What is asked of the server: the period as dates or as a preset, never both; what is not closed stands beside a preset. */
export function toSearch({ lastTime, fromDate, toDate, ...rest }: EventQuery, ofBatch = false): EventSearch {
  const period = asked({ lastTime, fromDate, toDate }, defaultLastTime(rest.status, ofBatch))
  return { ...rest, ...period, ...(period.lastTime && boundsClosedOnly(rest.status) && { withNotClosed: true }) }
}

const search = (query: EventSearch, signal?: AbortSignal) => data(calls.events.search({ query }, { ...(signal && { signal }) }))
export const searchEvents = (query: EventQuery, signal?: AbortSignal) => search(toSearch(query), signal)
export const searchBatchEvents = (query: EventQuery, signal?: AbortSignal) => search(toSearch(query, true), signal)

/** How many there are of a status, whenever they opened; of one entity and below, or of all. */
export const countQuery = (status: EventStatus, helpdesk: boolean, entity: string | undefined) =>
  queryOptions({
    queryKey: ['events', 'count', status, helpdesk, entity],
    queryFn: async ({ signal }) => {
      const query = { status: [status], helpdesk, ...(entity && { entity }) }
      return (await data(calls.events.search({ query }, { signal }))).totalElements
    },
  })

/** How many events a batch has since it began. */
export const batchCountQuery = (batchId: string, openDate: string) =>
  queryOptions({
    queryKey: ['events', 'count', 'batch', batchId, openDate],
    queryFn: async ({ signal }) =>
      (await search({ ...batchListSchema.parse({}), batchId, fromDate: openDate }, signal)).totalElements,
  })

export const occurrenceSchema = occurrencePages.query
export const occurrenceSizes = occurrencePages.sizes
export type OccurrenceQuery = z.output<typeof occurrenceSchema>

export async function searchOccurrences({ id, ...query }: OccurrenceQuery & { readonly id: string }, signal: AbortSignal) {
  const page = await data(calls.events.occurrences({ params: { id }, query }, { signal }))
  const first = page.number * page.size
  return { ...page, content: page.content.map((occurrence, at) => ({ ...occurrence, id: `${page.totalElements - first - at}` })) }
}
export type Occurrence = Awaited<ReturnType<typeof searchOccurrences>>['content'][number]

export const setStatus = (id: string, body: { status: EventStatus; notes: string; version: number }) =>
  data(write(['events', 'setStatus'], calls.events.setStatus, { params: { id }, body }))
interface Step {
  step: EventStep | null
  notes: string
  arrivesIn?: number
  checks?: Check[]
  finding?: Finding
}
export const takeStep = (id: string, body: Step) =>
  data(write(['events', 'takeStep'], calls.events.takeStep, { params: { id }, body }))

/** The readings of some interfaces in a window (ms UTC). The old ones stay while its end moves on. */
export const readingsQuery = (interfaceIds: readonly string[], [from, to]: readonly [from: number, to: number]) =>
  queryOptions({
    queryKey: ['readings', 'around', interfaceIds, from, to],
    queryFn: ({ signal }) => {
      const query = {
        interfaceIds: [...interfaceIds],
        fromDate: new Date(from).toISOString(),
        toDate: new Date(to).toISOString(),
      }
      return data(calls.readings.series({ query }, { signal, background: true }))
    },
    enabled: interfaceIds.length > 0,
    placeholderData: keepPreviousData,
  })

/** Whether something asked is about one event: by its id, or as a list within its page. */
const isAboutEvent =
  (id: string) =>
  ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    queryKey.some(part => part === id || (typeof part === 'object' && part !== null && 'id' in part && part.id === id))

/** Invalidates all event queries except those about a deleted event. */
export const eventsChanged = (deletedId?: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['events'], predicate: query => !deletedId || !isAboutEvent(deletedId)(query) }),
    queryClient.invalidateQueries({ queryKey: ['outbox'] }),
  ])

/** Removes a deleted event from the cache, so that going back does not show it. */
export const forgetEvent = (deletedId: string): void =>
  queryClient.removeQueries({ queryKey: ['events'], predicate: isAboutEvent(deletedId) })

export const createEvent = (body: CreateEvent, files: readonly File[]) =>
  data(write(['events', 'create'], calls.events.create, { body, files }))
export const editEvent = (id: string, body: EditEvent, files: readonly File[]) =>
  data(write(['events', 'edit'], calls.events.edit, { params: { id }, body, files }))
export const removeEvent = (id: string) => data(write(['events', 'remove'], calls.events.remove, { params: { id } }))
/** How many were closed: those that were closed already are none of them. */
export const closeEvents = async (ids: readonly string[], notes: string) =>
  (await data(write(['events', 'quickClose'], calls.events.quickClose, { body: { ids: [...ids], notes } }))).closed

/** Who hears of it, channel by channel. */
export const actionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'actions', id],
    queryFn: ({ signal }) => data(calls.events.actions({ params: { id } }, { signal })),
  })

/** Recipients of the next escalation step; null if there is none. */
export const nextRecipientsQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'next', id],
    queryFn: async ({ signal }) => (await data(calls.events.next({ params: { id } }, { signal }))).next,
  })

/** A file with its content, by its name. */
export const fetchAttachment = (id: string, name: string) => data(calls.events.attachment({ params: { id, name } }))

/** Houses and rooms below a place. */
export const sectorsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['entities', 'sectors', entityId],
    queryFn: ({ signal }) => data(calls.entities.sectors({ params: { id: entityId } }, { signal })),
    staleTime: lifetimes.sectorsOfFarm,
  })
