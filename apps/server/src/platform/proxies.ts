import type { FastifyRequest } from 'fastify'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Config } from './config.ts'
import { isLoopback } from './loopback.ts'

type ProxySettings = Pick<Config, 'TRUSTED_PROXIES' | 'TLS_TERMINATED_ELSEWHERE'>

/** Is this an address, or a network in CIDR notation? */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || isIP(address) === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32))
}

/** Membership test of TRUSTED_PROXIES. Text that is no address belongs to no network. */
export function proxyTrust({ TRUSTED_PROXIES = [] }: Pick<Config, 'TRUSTED_PROXIES'>): (address: string) => boolean {
  const networks = new BlockList()
  for (const network of TRUSTED_PROXIES) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) networks.addAddress(address, family)
    else networks.addSubnet(address, Number(bits), family)
  }
  return address => isIP(address) !== 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Does the caller run on this machine? Behind a proxy that is not trusted the socket's address is the proxy's, so loopback
 * proves nothing.
 */
export function isLocalCaller(request: Pick<FastifyRequest, 'ip' | 'headers'>, settings: ProxySettings): boolean {
  if (!isLoopback(request.ip)) return false
  if (settings.TRUSTED_PROXIES) return true
  return !settings.TLS_TERMINATED_ELSEWHERE && FORWARDING_HEADERS.every(name => request.headers[name] === undefined)
}
