import { type EventStatus, SEVERITIES } from '@steading/contract/event-kinds'
import { type Event, type EventDetails, eventViews } from '@steading/contract/event-views'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { detailsQuery, unsolved } from '../events/index.ts'
import { api, data } from '../platform/api.ts'
import { clock } from '../platform/clock.ts'
import { usePollEvery } from '../platform/live.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { alarmsOf, pinned } from './alarms.ts'

const calls = api(eventViews)
/** So many are looked at closely; the bell counts them all. */
const closely = 8
const hour = 3_600_000
const none: readonly never[] = []

const worst = (asked: { status: EventStatus[]; closeDateFrom?: string }, signal: AbortSignal) => {
  const query = { ...asked, sortProperty: 'severityLevel' as const, sortDirection: 'DESC' as const, itemsPerPage: 50 }
  return data(calls.search({ query }, { signal, background: true }))
}

/** Those that are open, and those that somebody closed just now while what they tell of lasts: the barn is no better for it. */
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

const detailsOf = (results: readonly { readonly data: EventDetails | undefined }[]) => results.flatMap(one => one.data ?? [])

/** The worst events that stand, with what holds them open: the critical ones to pin, and the alarm of each interface. */
export function useAlarms() {
  const may = useMay()
  const { data: found = none } = useQuery({ ...worstNow, enabled: may('events.read'), refetchInterval: usePollEvery() })
  const details = useQueries({ queries: found.slice(0, closely).map(one => detailsQuery(one.id)), combine: detailsOf })
  return useMemo(
    () => ({
      alarms: alarmsOf(details),
      pinned: pinned(found),
      details: new Map(details.map(one => [one.id, one])),
    }),
    [details, found],
  )
}

/** Says that somebody knows: it is in progress, not solved. */
export async function acknowledge({ id, version }: Pick<EventDetails, 'id' | 'version'>): Promise<void> {
  await data(calls.setStatus({ params: { id }, body: { status: 'PENDING', notes: '', version } }))
  await queryClient.invalidateQueries({ queryKey: ['events'] })
}
