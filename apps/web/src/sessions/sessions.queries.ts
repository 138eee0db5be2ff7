import { sessions } from '@steading/contract/sessions'
import type { Language } from '@steading/locales/languages'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { session } from '../platform/session.ts'

const calls = api(sessions)

/** Begins a session; the person's language comes with it. */
export async function signIn(credentials: { email: string; password: string }): Promise<Language> {
  const begun = await data(calls.login({ body: credentials }))
  session.begin(begun)
  return begun.language
}

/** What the contract asks of the first administrator. */
export const SetupForm = sessions.setup.body

export async function setUp(asked: z.input<typeof SetupForm>): Promise<void> {
  session.begin(await data(calls.setup({ body: asked })))
  queryClient.setQueryData(setupNeededQuery.queryKey, false)
}

/** Whether nobody is here yet: the login leads to the set-up. */
export const setupNeededQuery = queryOptions({
  queryKey: ['sessions', 'setupNeeded'],
  queryFn: async ({ signal }) => (await data(calls.setupNeeded(undefined, { signal, background: true }))).needed,
  staleTime: Number.POSITIVE_INFINITY,
})
