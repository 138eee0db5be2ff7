import { isIP, isIPv6 } from 'node:net'
import { networkMatcher } from './networks.ts'

/** Special-purpose networks of IPv4 (IANA registry): none is the public Internet. */
const SPECIAL_IPV4 = networkMatcher([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
])
/** Global unicast of IPv6. Mapped, translated and local addresses lie outside of it. */
const GLOBAL_IPV6 = networkMatcher(['2000::/3'])
/** Within global unicast: protocols (Teredo, ORCHID), documentation, and 6to4, which embeds an IPv4 address. */
const SPECIAL_IPV6 = networkMatcher(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Is this an address of the public Internet? Loopback, private, link-local, multicast and translated ones are none. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  return isIPv6(address) ? GLOBAL_IPV6(address) && !SPECIAL_IPV6(address) : !SPECIAL_IPV4(address)
}
