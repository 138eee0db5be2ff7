import { entities } from '@steading/contract/entities/entities'
import { escalation } from '@steading/contract/events/escalation'
import { type UserRef, users } from '@steading/contract/users/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { type OptionsSource, sourceQuery } from '../ui/form/options/useAsyncOptions.ts'

const calls = { entities: api(entities), escalation: api(escalation), users: api(users) }

/** Whom an alarm there notifies first. */
export const recipientsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['entities', 'recipients', entityId],
    queryFn: ({ signal }) => data(calls.escalation.recipients({ params: { id: entityId } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** The people in charge who are notified of what `besides` does there. */
export const inChargeQuery = (entityId: string, besides: string) =>
  queryOptions({
    queryKey: ['entities', 'in charge', entityId, besides],
    queryFn: ({ signal }) => data(calls.entities.responsibleUsers({ params: { id: entityId }, query: { besides } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** Active people to choose from, found by what somebody types; `sees`: only those who see this place. */
export const peopleWho = (sees?: string): OptionsSource<UserRef> => ({
  key: ['users', 'choices', ...(sees === undefined ? [] : [sees])],
  fetch: ({ search, ids }, signal) => {
    const query = { ...(ids ? { ids: [...ids] } : { status: 'ACTIVE' as const, search, sees }), itemsPerPage: ids ? 200 : 20 }
    return data(calls.users.choices({ query }, { signal }))
  },
  optionOf: one => ({ value: one.userId, label: one.displayName }),
  staleTime: lifetimes.activePeople,
})
export const everybody = peopleWho()

/** The people of these ids, as far as one sees them; undefined until they are known. */
export function usePeople(ids: readonly string[]): readonly UserRef[] | undefined {
  const { data: page } = useQuery({ ...sourceQuery(everybody, { ids: ids.toSorted() }), enabled: ids.length > 0 })
  return ids.length === 0 ? nobody : page?.content
}
const nobody: readonly UserRef[] = []
