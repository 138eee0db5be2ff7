import type { FastifyRequest } from 'fastify'
import { isIPv6 } from 'node:net'
import type { Config } from '../config/config.ts'
import { isLoopback } from './loopback.ts'
import { networkMatcher } from './networks.ts'

type ProxySettings = Pick<Config, 'TRUSTED_PROXIES' | 'TLS_TERMINATED_ELSEWHERE'>

/** Membership test of TRUSTED_PROXIES. */
export const proxyTrust = ({ TRUSTED_PROXIES = [] }: Pick<Config, 'TRUSTED_PROXIES'>) => networkMatcher(TRUSTED_PROXIES)

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Does the caller run on this machine? Behind a proxy that is not trusted the socket's address is the proxy's, so loopback
 * proves nothing; a forwarding header tells of a proxy, trusted or not.
 */
export function isLocalCaller(request: Pick<FastifyRequest, 'ip' | 'headers'>, settings: ProxySettings): boolean {
  if (!isLoopback(request.ip) || FORWARDING_HEADERS.some(name => request.headers[name] !== undefined)) return false
  return settings.TRUSTED_PROXIES !== undefined || !settings.TLS_TERMINATED_ELSEWHERE
}

/**
 * The network whose failures count together in a rate limit: an IPv4 address, or the /64 of an IPv6 address, which one line
 * gets as a whole. Other text is returned unchanged.
 */
export function limitNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups = tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
