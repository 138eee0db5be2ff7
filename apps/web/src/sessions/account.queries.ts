import { users } from '@steading/contract/users/users'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { write } from '../platform/api/write.ts'
import { session } from '../platform/session/session.ts'
import type { Purpose } from './password/purpose.ts'

// Apart from the sign-in: the contract of users is large.
const people = api(users)

/** Accepts the terms of use, for all open tabs. */
export const acceptTerms = async (): Promise<void> =>
  session.note(await data(write(['users', 'acceptTerms'], people.acceptTerms, undefined)))

/** Marks the release notes as read. */
export const knowNews = async (): Promise<void> =>
  session.note(await data(write(['users', 'knowledgeVersion'], people.knowledgeVersion, undefined)))

/** Requests a reset code by e-mail, if the address is known. */
export const askForCode = (email: string) => data(write(['users', 'passwordReset'], people.passwordReset, { body: { email } }))

/** Sets the password of an account with its mailed code. */
export const setPassword = ({ userId, code, purpose, password }: Wish) =>
  data(
    write(['users', 'account'], people.account, {
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

/** Whether an account is activated already. */
export const activatedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['sessions', 'activated', userId],
    queryFn: async () => (await data(people.activationStatus({ params: { id: userId } }))).activated,
  })
