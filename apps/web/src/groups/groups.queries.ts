import { groups } from '@steading/contract/entities/groups'
import { type Rule, rules } from '@steading/contract/rules/rules'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { pollEvery, queryClient } from '../platform/api/queries.ts'
import { everyPage } from '../ui/list/export/fetchAllPages.ts'
import { type GroupSelection, REST } from './rules/openGroup.ts'

export const calls = { groups: api(groups), rules: api(rules) }
export type GroupQuery = z.output<typeof groups.search.query>
export type RuleQuery = z.output<typeof rules.search.query>

/** A page of groups. What happens to rules makes it old: it is kept under their name. */
export const groupsQuery = (query: GroupQuery) =>
  queryOptions({
    queryKey: ['rules', 'groups', query],
    queryFn: ({ signal }) => data(calls.groups.search({ query }, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery,
  })

/** The farms that have rules, each with its houses that have some. */
export const farmsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['rules', 'farms', entityId],
    queryFn: ({ signal }) => data(calls.rules.farmAndSectorFilter({ params: { id: entityId } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** How the rules of no group stand. */
export const restQuery = (entityId: string | undefined) =>
  queryOptions({
    queryKey: ['rules', 'rest', entityId],
    queryFn: ({ signal }) => data(calls.rules.count({ query: { groupId: REST, ...(entityId && { entityId }) } }, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery,
  })

export const searchRules = (query: z.input<typeof rules.search.query>, signal?: AbortSignal) =>
  data(calls.rules.search({ query }, { ...(signal && { signal }) }))

/** Every rule of a group that this person sees, each once. */
export async function rulesOf(chosen: GroupSelection): Promise<readonly Rule[]> {
  const { rows } = await everyPage(
    paging => searchRules({ ...chosen, ...paging, sortProperty: 'id' }),
    () => undefined,
  )
  return rows
}

/** How the rules of a group stand, after an order to all of them. */
export const standingQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['rules', 'standing', groupId],
    queryFn: async () => new Map((await rulesOf({ groupId })).map(rule => [rule.id, rule.deploymentStatus])),
    staleTime: lifetimes.always,
    refetchInterval: pollEvery,
  })

export const groupsChanged = () => queryClient.invalidateQueries({ queryKey: ['rules'] })
