import { sessions } from '@steading/contract/sessions'
import type { Language } from '@steading/locales/languages'
import type { z } from 'zod'
import { api, data } from '../platform/api.ts'
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
}
