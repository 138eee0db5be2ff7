import { COUNTRIES } from '@steading/contract/users/countries'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const byAlpha2 = new Map<string, keyof typeof COUNTRIES>(
  Object.entries(COUNTRIES).map(([a3, [a2]]) => [a2, a3 as keyof typeof COUNTRIES]), // safe: the table's own keys
)

export interface Phone {
  readonly valid: boolean
  /** E.164. */
  readonly international: string | null
  readonly countryCodeA3: keyof typeof COUNTRIES | null
}

/**
 * Parses a phone number in international form, with + or 00. Numbers without a dial code are ambiguous and count as invalid.
 */
export function parsePhone(text: string): Phone {
  const number = text.trim().replace(/^00/, '+')
  const phone = number.startsWith('+') ? parsePhoneNumberFromString(number) : undefined
  if (!phone?.isValid()) return { valid: false, international: null, countryCodeA3: null }
  return { valid: true, international: phone.number, countryCodeA3: byAlpha2.get(phone.country ?? '') ?? null }
}
