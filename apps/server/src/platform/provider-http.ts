import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { NotDelivered } from './provider.ts'

export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

const WITHIN = 10_000
const LARGEST = 1_048_576
/** A provider that asks for more patience is asked sooner, ms: what one message was told holds up the whole channel, alarms too. */
const PATIENCE = 45_000
/** They tell of the account or the address, which people mend, and nothing of one message. */
const OF_ACCOUNT = new Set([401, 402, 403, 404, 405, 407])
const LATER = new Set([408, 409, 425, 429])
/** A gateway says so of somebody behind it who may have taken the message. */
const BEHIND = new Set([502, 504])

/** Posts once: see ask(). */
export const post = (to: URL, headers: Readonly<Record<string, string>>, body: string) => ask('POST', to, headers, body)
/** Calls an address once: see ask(). */
export const get = (from: URL) => ask('GET', from, {}, '')

/**
 * Asks once, on a connection of its own, and follows nobody elsewhere.
 * @throws NotDelivered: UNKNOWN once there was a connection, for nobody knows how far it came
 */
function ask(method: 'GET' | 'POST', to: URL, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
  return new Promise((done, fail) => {
    const secure = to.protocol === 'https:'
    let reached = false
    const asked = (secure ? https : http)(to, {
      method,
      agent: false,
      headers: method === 'GET' ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    const lost = (why: string) => {
      clearTimeout(limit)
      asked.destroy()
      fail(new NotDelivered(why, { outcome: reached ? 'UNKNOWN' : 'FAILED' }))
    }
    const limit = setTimeout(() => lost(`no answer in ${WITHIN / 1000} s`), WITHIN)
    asked.once('socket', socket => socket.once(secure ? 'secureConnect' : 'connect', () => (reached = true)))
    asked.on('error', error => lost(error.message))
    asked.on('response', response => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if ((bytes += chunk.length) > LARGEST) response.destroy()
      })
      response.on('error', () => undefined)
      // However much of its words came: the status says what became of the message.
      response.once('close', () => {
        clearTimeout(limit)
        const retryAfter = response.headers['retry-after']
        done({ status: response.statusCode ?? 0, retryAfter, text: Buffer.concat(chunks).toString('utf8').slice(0, LARGEST) })
      })
    })
    asked.end(body)
  })
}

/** @throws NotDelivered unless it was taken; `secrets` stand in no message */
export function mustBeTaken({ status, retryAfter, text }: Answer, said: string, secrets: readonly string[]): void {
  if (status >= 200 && status < 300) return
  const words = `${status} ${said || text}`.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
  const masked = secrets
    .filter(one => one.length > 3)
    .reduce((all, one) => all.replaceAll(one, '…'), words)
    .slice(0, 300)
  if (status >= 400 && status < 500 && !OF_ACCOUNT.has(status) && !LATER.has(status))
    throw new NotDelivered(masked, { outcome: 'REFUSED' })
  throw new NotDelivered(masked, { outcome: BEHIND.has(status) ? 'UNKNOWN' : 'FAILED', again: waitOf(retryAfter) })
}

/** Ms of a Retry-After: seconds or a date. */
function waitOf(header: string | undefined): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(PATIENCE, Math.max(0, ms)) : 0
}

export const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
