import { type Answer, CallFailed, type Client, type Wire, client } from '@steading/contract/client'
import type { Route, Routes } from '@steading/contract/route'
import { isBackground } from './activity.ts'
import { reached, unreachable } from './online.ts'
import { session } from './session.ts'
import { told } from './told.ts'

/** The one tenant, as the server wrote it into the page; it is checked there, and no right is derived from it. */
const tenant = (): string => told('tenant') ?? '1'

/** The server did not answer at all: no network, or no server. Never a reason to log anybody out. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('the server did not answer', { cause })
    this.name = 'Unreachable'
  }
}

/** Whether it was asked with the token of now: another tab may have replaced it meanwhile. */
function isPresent(request: Request): boolean {
  const token = session.get()?.sessionToken
  return token !== undefined && request.headers.get('authorization') === `Bearer ${token}`
}

async function send(request: Request): Promise<Response> {
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    unreachable()
    throw new Unreachable(error)
  }
  reached()
  if (response.status === 401 && isPresent(request)) session.end(true)
  return response
}

const wire: Wire = {
  base: '/services',
  send,
  headers: () => {
    const token = session.get()?.sessionToken
    return {
      'x-tenant': tenant(),
      // Exactly the screen's: what the server says stands beside what the screen says.
      'accept-language': document.documentElement.lang,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isBackground() && { 'x-background': '1' }),
    }
  },
}

/** The calls of one contract: `const calls = api(events)`; refusals are answers, failures are thrown. */
export const api = <const C extends Routes>(contract: C): Client<C> => client(contract, wire)

/** A refusal where the screen has no other use for it than to say it. */
export class WasRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'WasRefused'
    this.code = code
  }
}

/** The data of an answer, for calls that refuse nothing or whose refusals are only shown. */
export async function data<R extends Route>(answer: Promise<Answer<R>>) {
  const given = await answer
  if ('refused' in given) throw new WasRefused(String(given.refused), given.message)
  return given.data
}

export { CallFailed }
