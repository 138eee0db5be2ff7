import { events } from '@steading/contract/events'
import { rules } from '@steading/contract/rules'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'

export const calls = { rules: api(rules), events: api(events) }

export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', 'details', id],
    queryFn: ({ signal }) => data(calls.rules.details({ params: { id } }, { signal })),
  })

/** Who needs what these rules alone write. */
export const leavingQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['rules', 'leaving', ids],
    queryFn: ({ signal }) => data(calls.rules.leaving({ query: { ids: [...ids] } }, { signal })),
    staleTime: 0,
  })

/** Which rules cannot enter service, since others drive their devices. */
export const conflictsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['rules', 'conflicts', ids],
    queryFn: ({ signal }) => data(calls.rules.conflicts({ query: { ids: [...ids] } }, { signal })),
    staleTime: 0,
  })

/** Which rules are counted. */
export type Counted = Pick<
  NonNullable<Parameters<typeof calls.rules.count>[0]['query']>,
  'kind' | 'search' | 'entityId' | 'terminalId' | 'category'
>

/** How many rules stand where; while others are counted, what was counted before. */
export const countQuery = (query: Counted) =>
  queryOptions({
    queryKey: ['rules', 'count', query],
    queryFn: ({ signal }) => data(calls.rules.count({ query }, { signal, background: true })),
    placeholderData: keepPreviousData,
  })

/** The last events that a rule has opened. */
export const ruleEventsQuery = (ruleId: string) =>
  queryOptions({
    queryKey: ['events', 'rule', ruleId],
    queryFn: ({ signal }) => data(calls.events.search({ query: { ruleId } }, { signal })),
  })
