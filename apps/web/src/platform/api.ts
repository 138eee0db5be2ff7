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

const bearer = 'Bearer '
const tokenOf = (request: Request): string | undefined => request.headers.get('authorization')?.slice(bearer.length)

/** Files are sent once: a copy of them would fill the memory. */
const isRepeatable = (request: Request) => !request.headers.get('content-type')?.startsWith('multipart/')

async function fetched(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    reached()
    return response
  } catch (error) {
    if (request.signal.aborted) throw error
    unreachable()
    throw new Unreachable(error)
  }
}

/** A refused token that another one has replaced meanwhile is no end of the session: the call is repeated with the new one. */
async function send(request: Request): Promise<Response> {
  const token = tokenOf(request)
  const isRepeated = token !== undefined && isRepeatable(request)
  // The body as text, not as a clone's stream: a text can be sent twice.
  const body = isRepeated && request.body ? await request.text() : undefined
  const copy = () => (body === undefined ? request : new Request(request, { method: request.method, body }))
  const response = await fetched(copy())
  if (response.status !== 401 || token === undefined) return response
  const next = await session.replacementOf(token)
  if (next === undefined) {
    if (session.get()?.sessionToken === token) session.end(true)
    return response
  }
  if (!isRepeated) return response
  const again = copy()
  again.headers.set('authorization', bearer + next)
  return fetched(again)
}

export const wire: Wire = {
  base: '/services',
  send,
  headers: () => {
    const token = session.get()?.sessionToken
    return {
      'x-tenant': tenant(),
      // Exactly the screen's: what the server says stands beside what the screen says.
      'accept-language': document.documentElement.lang,
      ...(token && { authorization: bearer + token }),
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
