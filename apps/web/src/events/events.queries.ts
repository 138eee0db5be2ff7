import {
  type EventStatus,
  EVENT_ORIGINS,
  LastTime,
  SEVERITIES,
  eventFilters,
  eventPages,
  events,
  occurrencePages,
} from '@steading/contract/events'
import type { z } from 'zod'
import { readings } from '@steading/contract/readings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { asked } from '../ui/list/period.ts'

const calls = { events: api(events), readings: api(readings) }

/** What an event list keeps in its address. */
export const listSchema = eventPages.query.extend(eventFilters)
export type EventQuery = z.output<typeof listSchema>
export const severityLevels = SEVERITIES.toReversed()
export const origins = EVENT_ORIGINS

type LastTimeName = z.output<typeof LastTime>
/** The presets of event lists, and the one that a list has by itself. */
export const lastTimes = LastTime.options
const standardLastTime: LastTimeName = 'MONTH'

/** What is not solved, as the bell and the pinned strip count it: acknowledged is not solved. */
export const unsolved = ['OPEN', 'PENDING'] as const satisfies readonly EventStatus[]

/** The preset of a list of these statuses. What is not solved is shown however long ago it began. */
export const standardOf = (status: readonly EventStatus[] | undefined): LastTimeName | undefined =>
  status && !status.includes('CLOSED') ? undefined : standardLastTime

/** What is asked of the server: the period as dates or as a preset, never both. */
export const searchOf = ({ lastTime, fromDate, toDate, ...rest }: EventQuery): EventQuery => ({
  ...rest,
  ...asked({ lastTime, fromDate, toDate }, standardOf(rest.status)),
})

export const searchEvents = (query: EventQuery, signal?: AbortSignal) =>
  data(calls.events.search({ query: searchOf(query) }, { ...(signal && { signal }) }))

/** How many there are of a status, whenever they opened; of one entity and below, or of all. */
export const countQuery = (status: EventStatus, entity: string | undefined) =>
  queryOptions({
    queryKey: ['events', 'count', status, entity],
    queryFn: async ({ signal }) => {
      const query = { status: [status], ...(entity && { entity }) }
      return (await data(calls.events.search({ query }, { signal }))).totalElements
    },
  })

export const detailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'details', id],
    queryFn: ({ signal }) => data(calls.events.details({ params: { id } }, { signal })),
  })

/** The history of changes, newest first. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'changes', id],
    queryFn: ({ signal }) => data(calls.events.changes({ params: { id } }, { signal })),
  })

export const occurrenceSchema = occurrencePages.query
export const occurrenceSizes = occurrencePages.sizes
export type OccurrenceQuery = z.output<typeof occurrenceSchema>

export async function searchOccurrences({ id, ...query }: OccurrenceQuery & { readonly id: string }, signal: AbortSignal) {
  const page = await data(calls.events.occurrences({ params: { id }, query }, { signal }))
  const first = page.number * page.size
  return { ...page, content: page.content.map((one, at) => ({ ...one, id: `${page.totalElements - first - at}` })) }
}
export type Occurrence = Awaited<ReturnType<typeof searchOccurrences>>['content'][number]

export const setStatus = (id: string, body: { status: EventStatus; notes: string; version: number }) =>
  data(calls.events.setStatus({ params: { id }, body }))

/** The readings of some interfaces in a window (ms UTC). The old ones stay while its end moves on. */
export const windowQuery = (interfaceIds: readonly string[], [from, to]: readonly [from: number, to: number]) =>
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
