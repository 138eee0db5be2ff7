import { type Answer, CallFailed, type Client, type Wire, client } from '@steading/contract/http/client'
import type { Route, Routes } from '@steading/contract/http/route'
import { isBackground } from '../session/activity.ts'
import { reached, unreachable } from '../session/online.ts'
import { session } from '../session/session.ts'
import { bootConfig } from '../bootConfig.ts'

/** Tenant of the page, written by the server. The server checks it; no permission depends on it. */
const tenant = (): string => bootConfig('tenant') ?? '1'

/** No answer: no network, or no server. Never ends the session. */
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

/** Repeats a call whose token was refused but has been replaced meanwhile, instead of ending the session. */
async function send(request: Request): Promise<Response> {
  const token = tokenOf(request)
  const isRepeated = token !== undefined && isRepeatable(request)
  // Text can be sent twice, the stream of a cloned request cannot.
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
  const retryRequest = copy()
  retryRequest.headers.set('authorization', bearer + next)
  return fetched(retryRequest)
}

/** Routes whose schema mismatch was logged: a polled list would log it for hours. */
const mismatched = new Set<string>()

export const wire: Wire = {
  base: '/services',
  send,
  // In production an old tab may call a newer server; in development a mismatch is an error.
  ...(import.meta.env.PROD && {
    onMismatch: ({ method, path }, error) => {
      const route = `${method} ${path}`
      if (mismatched.has(route)) return
      mismatched.add(route)
      console.error(`${route}: the reply differs from this version of the contract and is shown as it is`, error)
    },
  }),
  headers: () => {
    const token = session.get()?.sessionToken
    return {
      'x-tenant': tenant(),
      // The language of the page: texts of the server appear beside those of the page.
      'accept-language': document.documentElement.lang,
      ...(token && { authorization: bearer + token }),
      ...(isBackground() && { 'x-background': '1' }),
    }
  },
}

/** Client of one contract: `const calls = api(events)`. Refusals are returned, failures are thrown. */
export const api = <const C extends Routes>(contract: C): Client<C> => client(contract, wire)

/** A refusal that the screen only displays. */
export class WasRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'WasRefused'
    this.code = code
  }
}

/** Data of an answer. @throws WasRefused on a refusal, for calls whose refusals are only displayed */
export async function data<R extends Route>(answer: Promise<Answer<R>>) {
  const result = await answer
  if ('refused' in result) throw new WasRefused(String(result.refused), result.message)
  return result.data
}

export { CallFailed }
