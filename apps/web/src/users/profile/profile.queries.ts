import type { Translate } from '@steading/locales/text'
import { sessions } from '@steading/contract/users/sessions'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { write } from '../../platform/api/write.ts'
import { session } from '../../platform/session/session.ts'
import { calls } from '../users.queries.ts'
import { askedFirst } from '../../ui/overlay/askedFirst.ts'

const entrance = api(sessions)

/** Everything that one's own version is a part of: one change makes all of it old. */
const own = ['users', 'own'] as const

export const ownQuery = queryOptions({
  queryKey: [...own, 'details'],
  queryFn: ({ signal }) => data(calls.personal(undefined, { signal })),
})
export const ownNotificationsQuery = queryOptions({
  queryKey: [...own, 'notifications'],
  queryFn: ({ signal }) => data(calls.notifications(undefined, { signal })),
})
export const ownSubscriptionsQuery = queryOptions({
  queryKey: [...own, 'subscriptions'],
  queryFn: ({ signal }) => data(calls.subscriptions(undefined, { signal })),
})
export const ownSessionsQuery = queryOptions({
  queryKey: ['users', 'sessions'],
  queryFn: ({ signal }) => data(calls.ownSessions(undefined, { signal })),
})

export const ownChanged = () => queryClient.invalidateQueries({ queryKey: own })
export const ownSessionsChanged = () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })

/** A sign-in for another device of the same person, for a minute. */
export const signInToken = () => data(write(['sessions', 'token'], entrance.token, undefined))

/** The account is gone, and with it this session. */
export async function removeOneself(userId: string, t: Translate): Promise<void> {
  const send = (isConfirmed: boolean) =>
    write(['users', 'removeSelf'], calls.removeSelf, { params: { id: userId }, query: { confirm: isConfirmed } })
  if (await askedFirst(send, t)) session.end(false)
}
