import { type Session, sessions } from '@steading/contract/users/sessions'
import type { Language } from '@steading/locales/languages'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'
import { session } from '../platform/session/session.ts'
import { complete } from './session/completeSession.ts'

const calls = api(sessions)

/** Begins a session; answers the language of the user. */
const begin = (begun: Session): Language => {
  session.begin(begun)
  return begun.language
}

export const signIn = async (credentials: { email: string; password: string }): Promise<Language> =>
  begin(await complete(data(calls.login({ body: credentials }))))

/** Login by a token, which is valid once. */
export const tokenLoginQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['sessions', 'token', token],
    queryFn: token === undefined ? skipToken : async () => begin(await complete(data(calls.tokenLogin({ body: { token } })))),
    // A token is valid once: never refetch.
    enabled: ({ state }) => state.status === 'pending',
    staleTime: lifetimes.always,
    retry: false,
  })

/** Schema of the first administrator. */
export const SetupForm = sessions.setup.body

export async function setUp(asked: z.input<typeof SetupForm>): Promise<void> {
  session.begin(await complete(data(calls.setup({ body: asked }))))
  queryClient.setQueryData(setupNeededQuery.queryKey, false)
}

/** Whether the platform has no user yet: the login redirects to the set-up. */
export const setupNeededQuery = queryOptions({
  queryKey: ['sessions', 'setupNeeded'],
  queryFn: async ({ signal }) => (await data(calls.setupNeeded(undefined, { signal, background: true }))).needed,
  staleTime: lifetimes.always,
})
