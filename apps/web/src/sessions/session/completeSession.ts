import type { Session } from '@steading/contract/users/sessions'
import type { Translate } from '@steading/locales/text'
import { z } from 'zod'
import { explain } from '../../platform/api/failures.ts'

/** The login succeeded, but its answer lacks the token or the name. */
export class SessionIncomplete extends Error {
  constructor(cause: unknown) {
    super('a session without sessionToken or shortName', { cause })
    this.name = 'SessionIncomplete'
  }
}

const mandatory: ReadonlySet<unknown> = new Set(['sessionToken', 'shortName'])

/** Session of a login answer. @throws SessionIncomplete if a mandatory field is missing */
export async function complete(answer: Promise<Session>): Promise<Session> {
  try {
    const session = await answer
    // A client without schema validation may pass an empty text.
    if (session.sessionToken === '' || session.shortName === '') throw new SessionIncomplete(undefined)
    return session
  } catch (error) {
    const lacks = error instanceof z.ZodError && error.issues.some(({ path }) => path.length === 0 || mandatory.has(path[0]))
    throw lacks ? new SessionIncomplete(error) : error
  }
}

/** Reason of a failed login. */
export const whyNotIn = (error: unknown, t: Translate): string =>
  error instanceof SessionIncomplete ? t('login.sessionIncomplete') : explain(error, t).sentence
