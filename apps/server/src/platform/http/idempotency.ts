import { IDEMPOTENCY_HEADER } from '@steading/contract/http/route'
import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { Failed, invalid } from '../failures.ts'
import type { Once, Upload } from './call.ts'
import { claimKey, storeReply } from './idempotency.sql.ts'

/** How long a key answers its first reply, ms. */
export const KEY_LIFETIME = 24 * 3_600_000

/** A request as its fingerprint takes it: of files the name, type and size. */
interface Content {
  readonly body: unknown
  readonly files: readonly Upload[]
}

const fingerprintOf = ({ method, url }: FastifyRequest, { body, files }: Content): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body, files.map(({ name, type, size }) => [name, type, size])]))
    .digest('hex')

/** `Once` for a request, by the key in its header. @throws Failed for a key that is none */
export function onceFor(request: FastifyRequest, content: Content): Once {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return (_, change) => change()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key)) throw invalid(IDEMPOTENCY_HEADER, 'format')
  const fingerprint = fingerprintOf(request, content)
  return async <T>(work: Parameters<Once>[0], change: () => Promise<T>) => {
    const first = await claimKey(work, { key, fingerprint, lifetime: KEY_LIFETIME })
    if (first && first.fingerprint !== fingerprint) throw new Failed('IDEMPOTENCY_KEY_REUSED')
    if (first) return first.reply as T // safe: stored below by the same route, which is part of the fingerprint
    const reply = await change()
    await storeReply(work, key, reply)
    return reply
  }
}
