import { sessions } from '@steading/contract/sessions'
import { api, data } from '../platform/api.ts'
import { session } from '../platform/session.ts'

const calls = api(sessions)

export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  session.begin(await data(calls.login({ body: credentials })))
}
