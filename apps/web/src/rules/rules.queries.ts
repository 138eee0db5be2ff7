import { events } from '@steading/contract/events/events'
import { rules } from '@steading/contract/rules/rules'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'

export const calls = { rules: api(rules), events: api(events) }

export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', 'details', id],
    queryFn: ({ signal }) => data(calls.rules.details({ params: { id } }, { signal })),
  })

/** Rules that depend on values that only these rules write. */
export const dependentsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['rules', 'leaving', ids],
    queryFn: ({ signal }) => data(calls.rules.leaving({ query: { ids: [...ids] } }, { signal })),
    staleTime: 0,
  })

/** Rules that cannot be deployed because other rules drive their devices. */
export const conflictsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['rules', 'conflicts', ids],
    queryFn: ({ signal }) => data(calls.rules.conflicts({ query: { ids: [...ids] } }, { signal })),
    staleTime: 0,
  })

/** Which rules are counted. */
export type CountFilter = Pick<
  NonNullable<Parameters<typeof calls.rules.count>[0]['query']>,
  'kind' | 'search' | 'entityId' | 'entities' | 'terminalId' | 'category'
>

/** Number of rules by status; the previous counts stay while new ones load. */
export const countQuery = (query: CountFilter) =>
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
