import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { NotDelivered } from './provider.ts'

export interface HttpAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

const TIMEOUT = 10_000
const MAX_RESPONSE_BYTES = 1_048_576
/** Upper bound of Retry-After, ms: it delays the whole channel, alarms included. */
const MAX_RETRY_AFTER = 45_000
/** Statuses of a wrong account or address, which a person must correct; they say nothing about the message. */
const ACCOUNT_STATUSES = new Set([401, 402, 403, 404, 405, 407])
const RETRY_STATUSES = new Set([408, 409, 425, 429])
/** Statuses of a gateway: the service behind it may have taken the message. */
const GATEWAY_STATUSES = new Set([502, 504])

/** POST, see request(). */
export const post = (to: URL, headers: Readonly<Record<string, string>>, body: string) => request('POST', to, headers, body)
/** GET, see request(). */
export const get = (from: URL) => request('GET', from, {}, '')

/**
 * One HTTP request on a connection of its own, without redirects.
 * @throws NotDelivered; UNKNOWN once connected, since the request may have been processed
 */
function request(method: 'GET' | 'POST', to: URL, headers: Readonly<Record<string, string>>, body: string): Promise<HttpAnswer> {
  return new Promise((done, fail) => {
    const secure = to.protocol === 'https:'
    let isConnected = false
    const asked = (secure ? https : http)(to, {
      method,
      agent: false,
      headers: method === 'GET' ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    const lost = (why: string) => {
      clearTimeout(limit)
      asked.destroy()
      fail(new NotDelivered(why, { outcome: isConnected ? 'UNKNOWN' : 'FAILED' }))
    }
    const limit = setTimeout(() => lost(`no answer in ${TIMEOUT / 1000} s`), TIMEOUT)
    asked.once('socket', socket => socket.once(secure ? 'secureConnect' : 'connect', () => (isConnected = true)))
    asked.on('error', error => lost(error.message))
    asked.on('response', response => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if ((bytes += chunk.length) > MAX_RESPONSE_BYTES) response.destroy()
      })
      response.on('error', () => undefined)
      // The status decides, even if the body is incomplete.
      response.once('close', () => {
        clearTimeout(limit)
        const retryAfter = response.headers['retry-after']
        done({
          status: response.statusCode ?? 0,
          retryAfter,
          text: Buffer.concat(chunks).toString('utf8').slice(0, MAX_RESPONSE_BYTES),
        })
      })
    })
    asked.end(body)
  })
}

/** @throws NotDelivered unless the status is 2xx; masks `secrets` in its message */
export function requireAccepted({ status, retryAfter, text }: HttpAnswer, reason: string, secrets: readonly string[]): void {
  if (status >= 200 && status < 300) return
  const words = `${status} ${reason || text}`.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
  const masked = secrets
    .filter(secret => secret.length > 3)
    .reduce((all, secret) => all.replaceAll(secret, '…'), words)
    .slice(0, 300)
  if (status >= 400 && status < 500 && !ACCOUNT_STATUSES.has(status) && !RETRY_STATUSES.has(status))
    throw new NotDelivered(masked, { outcome: 'REFUSED' })
  throw new NotDelivered(masked, {
    outcome: GATEWAY_STATUSES.has(status) ? 'UNKNOWN' : 'FAILED',
    retryAfterMs: parseRetryAfter(retryAfter),
  })
}

/** Ms of a Retry-After: seconds or a date. */
function parseRetryAfter(header: string | undefined): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(MAX_RETRY_AFTER, Math.max(0, ms)) : 0
}

export const basicAuth = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
