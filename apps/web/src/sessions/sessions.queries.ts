import { type Session, sessions } from '@steading/contract/sessions'
import { users } from '@steading/contract/users'
import type { Language } from '@steading/locales/languages'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'
import { queryClient } from '../platform/queries.ts'
import { session } from '../platform/session.ts'
import { complete } from './complete.ts'
import type { Purpose } from './SetPassword.tsx'

const calls = api(sessions)
const people = api(users)

/** Begins a session; the person's language comes with it. */
const begin = (begun: Session): Language => {
  session.begin(begun)
  return begun.language
}

export const signIn = async (credentials: { email: string; password: string }): Promise<Language> =>
  begin(await complete(data(calls.login({ body: credentials }))))

/** The sign-in by a token, once: it holds for one. */
export const tokenLoginQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['sessions', 'token', token],
    queryFn: token === undefined ? skipToken : async () => begin(await complete(data(calls.tokenLogin({ body: { token } })))),
    // A token serves once: whatever makes other answers old, this one is not asked for again.
    enabled: ({ state }) => state.status === 'pending',
    staleTime: lifetimes.always,
    retry: false,
  })

/** The terms of use hold; every open tab knows it. */
export const acceptTerms = async (): Promise<void> => session.note(await data(people.acceptTerms()))

/** The news of this version were seen. */
export const knowNews = async (): Promise<void> => session.note(await data(people.knowledgeVersion()))

/** Mails a code for a new password, if somebody has this address. */
export const askForCode = (email: string) => data(people.passwordReset({ body: { email } }))

/** Sets the password of an account with its mailed code. */
export const setPassword = ({ userId, code, purpose, password }: Wish) =>
  data(
    people.account({
      params: { id: userId },
      query: { resetPassword: purpose === 'reset' ? 'true' : 'false' },
      body: { activationCode: code, password },
    }),
  )

interface Wish {
  readonly userId: string
  readonly code: string
  readonly purpose: Purpose
  readonly password: string
}

/** Whether an account needs no activation any more. */
export const activatedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['sessions', 'activated', userId],
    queryFn: async () => (await data(people.activationStatus({ params: { id: userId } }))).activated,
  })

/** What the contract asks of the first administrator. */
export const SetupForm = sessions.setup.body

export async function setUp(asked: z.input<typeof SetupForm>): Promise<void> {
  session.begin(await complete(data(calls.setup({ body: asked }))))
  queryClient.setQueryData(setupNeededQuery.queryKey, false)
}

/** Whether nobody is here yet: the login leads to the set-up. */
export const setupNeededQuery = queryOptions({
  queryKey: ['sessions', 'setupNeeded'],
  queryFn: async ({ signal }) => (await data(calls.setupNeeded(undefined, { signal, background: true }))).needed,
  staleTime: lifetimes.always,
})
