import { events } from '@steading/contract/events'
import { type DeploymentStatus, type RuleKind, rules } from '@steading/contract/rules'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'

export const calls = { rules: api(rules), events: api(events) }

export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', 'details', id],
    queryFn: ({ signal }) => data(calls.rules.details({ params: { id } }, { signal })),
  })

/** How many rules of a kind stand in one of these states. */
export const countQuery = (kind: RuleKind, deploymentStatus: readonly DeploymentStatus[]) =>
  queryOptions({
    queryKey: ['rules', 'count', kind, deploymentStatus],
    queryFn: async ({ signal }) => {
      const query = { kind, deploymentStatus: [...deploymentStatus] }
      return (await data(calls.rules.search({ query }, { signal, background: true }))).totalElements
    },
  })

/** The last events that a rule has opened. */
export const ruleEventsQuery = (ruleId: string) =>
  queryOptions({
    queryKey: ['events', 'rule', ruleId],
    queryFn: ({ signal }) => data(calls.events.search({ query: { ruleId } }, { signal })),
  })
