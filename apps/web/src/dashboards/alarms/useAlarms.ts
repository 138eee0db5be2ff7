import { type EventStatus, SEVERITIES } from '@steading/contract/events/kinds'
import { type Event, type EventDetails, eventViews } from '@steading/contract/events/views'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { detailsQuery, unsolved } from '../../events/index.ts'
import { api, data } from '../../platform/api/api.ts'
import { clock } from '../../platform/page/clock.ts'
import { pollEvery, queryClient } from '../../platform/api/queries.ts'
import { write } from '../../platform/api/write.ts'
import { useMay } from '../../platform/session/session.ts'
import { alarmsOf, pinned } from './interfaceAlarms.ts'

const calls = api(eventViews)
/** Number of alarms loaded with details; the bell counts all. */
const closely = 8
const hour = 3_600_000
const none: readonly never[] = []

const worst = (asked: { status: EventStatus[]; closeDateFrom?: string }, signal: AbortSignal) => {
  const query = { ...asked, sortProperty: 'severityLevel' as const, sortDirection: 'DESC' as const, itemsPerPage: 50 }
  return data(calls.search({ query }, { signal, background: true }))
}

/** Open events, and recently closed ones whose condition is still met. */
const worstNow = {
  queryKey: ['events', 'worst'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const lately = new Date(clock.now() - hour).toISOString()
    const [open, closed] = await Promise.all([
      worst({ status: [...unsolved] }, signal),
      worst({ status: ['CLOSED'], closeDateFrom: lately }, signal),
    ])
    const rank = (one: Event) => SEVERITIES.indexOf(one.severityLevel)
    return [...open.content, ...closed.content.filter(one => one.lasting)].toSorted((a, b) => rank(b) - rank(a))
  },
}

const detailsOf = (results: readonly { readonly data: EventDetails | undefined }[]) =>
  results.flatMap(result => result.data ?? [])

/** Worst current events with their causes: critical ones to pin, and the alarm of each interface. */
export function useAlarms() {
  const may = useMay()
  const { data: found = none } = useQuery({ ...worstNow, enabled: may('events.read'), refetchInterval: pollEvery })
  const details = useQueries({ queries: found.slice(0, closely).map(one => detailsQuery(one.id)), combine: detailsOf })
  return useMemo(
    () => ({
      alarms: alarmsOf(details),
      pinned: pinned(found),
      details: new Map(details.map(detail => [detail.id, detail])),
    }),
    [details, found],
  )
}

/** Acknowledges an event: in progress, not solved. */
export async function acknowledge({ id, version }: Pick<EventDetails, 'id' | 'version'>): Promise<void> {
  await data(write(['events', 'setStatus'], calls.setStatus, { params: { id }, body: { status: 'PENDING', notes: '', version } }))
  await queryClient.invalidateQueries({ queryKey: ['events'] })
}
