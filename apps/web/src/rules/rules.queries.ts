import { events } from '@steading/contract/events'
import { type RuleKind, rules } from '@steading/contract/rules'
import { queryOptions } from '@tanstack/react-query'
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

/** How many rules of a kind stand where. */
export const countQuery = (kind: RuleKind) =>
  queryOptions({
    queryKey: ['rules', 'count', kind],
    queryFn: ({ signal }) => data(calls.rules.count({ query: { kind } }, { signal, background: true })),
  })

/** The last events that a rule has opened. */
export const ruleEventsQuery = (ruleId: string) =>
  queryOptions({
    queryKey: ['events', 'rule', ruleId],
    queryFn: ({ signal }) => data(calls.events.search({ query: { ruleId } }, { signal })),
  })
