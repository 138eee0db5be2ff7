import type { Session } from '@steading/contract/sessions'
import type { Translate } from '@steading/locales/text'
import { z } from 'zod'
import { explain } from '../platform/failures.ts'

/** Somebody was let in, but the answer does not say with which token, or who it is. */
export class SessionIncomplete extends Error {
  constructor(cause: unknown) {
    super('a session without sessionToken or shortName', { cause })
    this.name = 'SessionIncomplete'
  }
}

const mandatory: ReadonlySet<unknown> = new Set(['sessionToken', 'shortName'])

/** What a login answered, once it says all that a session must. Throws SessionIncomplete. */
export async function complete(answer: Promise<Session>): Promise<Session> {
  try {
    return await answer
  } catch (error) {
    const lacks = error instanceof z.ZodError && error.issues.some(({ path }) => path.length === 0 || mandatory.has(path[0]))
    throw lacks ? new SessionIncomplete(error) : error
  }
}

/** Why one was not let in. */
export const whyNotIn = (error: unknown, t: Translate): string =>
  error instanceof SessionIncomplete ? t('login.sessionIncomplete') : explain(error, t).sentence
