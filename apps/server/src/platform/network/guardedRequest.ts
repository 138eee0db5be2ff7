import { lookup as resolve } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { networkMatcher } from './networks.ts'
import { isPublicAddress } from './publicAddress.ts'

/** ms from the first byte to the whole answer. */
const TIMEOUT = 10_000
const MAX_ANSWER_BYTES = 65_536

/** A request that was not sent or not answered; the message quotes nothing of an answer. */
export class RequestFailed extends Error {}

export interface GuardedClient {
  /** The address as it is requested. @throws RequestFailed for one that may not be requested, as far as its text says */
  check(text: string): URL
  /** Posts a body and answers the HTTP status. Redirects are not followed. @throws RequestFailed */
  post(text: string, body: string, headers: Readonly<Record<string, string>>): Promise<number>
}

type Resolve = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveAll: Resolve = (hostname, done) => resolve(hostname, { all: true }, done)

/** Names that resolve within a machine or network. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|localdomain)$/

/**
 * Requests addresses that users enter, guarded against server-side request forgery: https and public addresses alone. The address is
 * checked inside the DNS lookup of the connection itself, so that a name cannot resolve otherwise between check and connection.
 * `networks`: further networks of the operator; their addresses, written as such, may also be requested by http.
 */
export function createGuardedClient(networks: readonly string[] = [], resolveName: Resolve = resolveAll): GuardedClient {
  const isOperated = networkMatcher(networks)
  const isAllowed = (address: string) => isPublicAddress(address) || isOperated(address)

  const check = (text: string): URL => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url) throw new RequestFailed('not an address')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isAddress = isIP(host) !== 0
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAddress && isOperated(host)))
      throw new RequestFailed('not an https address')
    if (url.username || url.password) throw new RequestFailed('an address with a password')
    if (isAddress ? !isAllowed(host) : !host.includes('.') || LOCAL_NAME.test(host.replace(/\.$/, '')))
      throw new RequestFailed('not a public address')
    url.hash = ''
    return url
  }

  const lookup: LookupFunction = (hostname, options, done) =>
    resolveName(hostname, (error, addresses) => {
      if (error) return done(error, [])
      // Each of them: which one is connected to is not chosen here.
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        return done(new RequestFailed('not a public address'), [])
      return options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family)
    })

  return {
    check,
    async post(text, body, headers) {
      const url = check(text)
      return await new Promise<number>((done, fail) => {
        const send = url.protocol === 'https:' ? requestHttps : requestHttp
        const request = send(
          url,
          {
            method: 'POST',
            // No connection is kept: each one passes the guard.
            agent: false,
            lookup,
            signal: AbortSignal.timeout(TIMEOUT),
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          },
          response => {
            let received = 0
            response.on('data', (chunk: Buffer) => {
              received += chunk.length
              if (received > MAX_ANSWER_BYTES) request.destroy(new RequestFailed('the answer is too long'))
            })
            response.once('error', error => fail(failureOf(error)))
            response.once('end', () => done(response.statusCode ?? 0))
          },
        )
        request.once('error', error => fail(failureOf(error)))
        request.end(body)
      })
    },
  }
}

const failureOf = (error: Error): RequestFailed => {
  if (error instanceof RequestFailed) return error
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return new RequestFailed('no answer in time')
  // The code alone: messages of TLS quote the certificate of the peer.
  return new RequestFailed('code' in error && typeof error.code === 'string' ? error.code : 'no connection')
}
