import { sessions } from '@steading/contract/sessions'
import { users } from '@steading/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { session } from '../platform/session.ts'

export const people = api(users)
const entrance = api(sessions)

/** Everything that one's own version is a part of: one change makes all of it old. */
const own = ['users', 'own'] as const

export const ownNotificationsQuery = queryOptions({
  queryKey: [...own, 'notifications'],
  queryFn: ({ signal }) => data(people.notifications(undefined, { signal })),
})
export const ownSubscriptionsQuery = queryOptions({
  queryKey: [...own, 'subscriptions'],
  queryFn: ({ signal }) => data(people.subscriptions(undefined, { signal })),
})
export const ownSessionsQuery = queryOptions({
  queryKey: ['users', 'sessions'],
  queryFn: ({ signal }) => data(people.ownSessions(undefined, { signal })),
})

export const ownChanged = () => queryClient.invalidateQueries({ queryKey: own })
export const ownSessionsChanged = () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })

/** A sign-in for another device of the same person, for a minute. */
export const signInToken = () => data(entrance.token())

/** The account is gone, and with it this session. */
export async function removeOneself(userId: string): Promise<void> {
  await data(people.removeSelf({ params: { id: userId } }))
  session.end(false)
}
