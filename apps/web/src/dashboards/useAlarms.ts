import { type EventDetails, eventViews } from '@steading/contract/event-views'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { detailsQuery, unsolved } from '../events/index.ts'
import { api, data } from '../platform/api.ts'
import { usePollEvery } from '../platform/live.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { alarmsOf, pinned } from './alarms.ts'

const calls = api(eventViews)
/** So many are looked at closely; the bell counts them all. */
const closely = 8

const worstOpen = {
  queryKey: ['events', 'worst'],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const query = {
      status: [...unsolved],
      sortProperty: 'severityLevel' as const,
      sortDirection: 'DESC' as const,
      itemsPerPage: 50,
    }
    return data(calls.search({ query }, { signal, background: true }))
  },
}

const detailsOf = (results: readonly { readonly data: EventDetails | undefined }[]) => results.flatMap(one => one.data ?? [])

/** The worst open events, with what holds them open: the critical ones to pin, and the alarm of each interface. */
export function useAlarms() {
  const may = useMay()
  const { data: found } = useQuery({ ...worstOpen, enabled: may('events.read'), refetchInterval: usePollEvery() })
  const worst = (found?.content ?? []).slice(0, closely)
  const details = useQueries({ queries: worst.map(one => detailsQuery(one.id)), combine: detailsOf })
  return useMemo(
    () => ({
      alarms: alarmsOf(details),
      pinned: pinned(found?.content ?? []),
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
