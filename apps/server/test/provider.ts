import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** What it does with a message: takes it, or breaks in one of these ways. */
export type Manner =
  | { readonly kind: 'take' | 'hang' | 'dropBefore' | 'dropAfter' | 'holdAfter' | 'redirect' | 'flood' }
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter?: string; readonly body?: string }

export interface Took {
  readonly path: string
  readonly authorization: string
  /** Of a provider that honours keys. */
  readonly key: string | undefined
  /** The form of Twilio, or the JSON of a webhook. */
  readonly fields: Readonly<Record<string, string>>
  readonly at: number
}

export interface ProviderOptions {
  readonly port?: number
  readonly manner?: Manner | ((took: Took) => Manner)
  /** What it took before it went away. */
  readonly took?: Took[]
  /** ms that it thinks about each. */
  readonly thinks?: number
}

/** A provider over HTTP that does as it is told, and counts. */
export async function aProvider({ port = 0, manner: first = { kind: 'take' }, took = [], thinks = 0 }: ProviderOptions = {}) {
  let manner = first
  let asked = 0
  let open = 0
  let most = 0
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    asked++
    most = Math.max(most, ++open)
    response.once('close', () => void open--)
    const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    void text(request).then(async body => {
      if (thinks > 0) await pause(thinks)
      const isForm = request.headers['content-type']?.includes('urlencoded') === true
      const key = request.headers['idempotency-key']
      const one: Took = {
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        key: Array.isArray(key) ? key[0] : key,
        fields: isForm ? Object.fromEntries(new URLSearchParams(body)) : (JSON.parse(body) as Record<string, string>), // safe: a test looks at it
        at: Date.now(),
      }
      // What it has under a key, it has.
      const take = () => {
        if (one.key === undefined || !took.some(other => other.key === one.key)) took.push(one)
      }
      const now = typeof manner === 'function' ? manner(one) : manner
      if (now.kind === 'answer')
        return answer(now.status, now.body ?? '{"message":"no"}', now.retryAfter ? { 'retry-after': now.retryAfter } : {})
      if (now.kind === 'hang') return undefined
      if (now.kind === 'dropBefore') return request.socket.destroy()
      if (now.kind === 'redirect') return answer(302, '', { location: 'http://127.0.0.1:1/' })
      take()
      if (now.kind === 'dropAfter') return request.socket.destroy()
      if (now.kind === 'holdAfter') return undefined
      if (now.kind === 'flood') return response.writeHead(200).end(Buffer.alloc(3_000_000, 'x'))
      return answer(201, JSON.stringify({ sid: `SM${took.length}` }))
    })
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>(listening => server.listen(port, '127.0.0.1', listening))
  const at = (server.address() as AddressInfo).port // safe: it listens on a port
  return {
    took,
    port: at,
    /** How often it was asked, and how many at once at most. */
    seen: () => ({ asked, most }),
    behave: (next: Manner | ((one: Took) => Manner)) => {
      manner = next
      most = 0
    },
    twilio: `twilio+http://AC123:secret-token@127.0.0.1:${at}?from=%2B351210000000`,
    webhook: `webhook+http://gate:secret-word@127.0.0.1:${at}/messages`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(closed => server.close(closed))
    },
  }
}
export type FakeProvider = Awaited<ReturnType<typeof aProvider>>
