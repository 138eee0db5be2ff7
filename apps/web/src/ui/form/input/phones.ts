import { COUNTRIES } from '@steading/contract/users/countries'
import type { CountryCode } from '@steading/contract/users/countryCodes'

/** Whose dial code stands before a number while nothing says better. */
export const USUAL_COUNTRY: CountryCode = 'PRT'

/** A number as it is typed: beside the country whose dial code goes before it. */
export interface TypedPhone {
  readonly country: CountryCode
  readonly number: string
}

/** Of the countries that share a dial code, the one where most of its numbers are. */
const most: Readonly<Record<string, CountryCode>> = {
  '+1': 'USA',
  '+7': 'RUS',
  '+39': 'ITA',
  '+44': 'GBR',
  '+47': 'NOR',
  '+61': 'AUS',
  '+212': 'MAR',
  '+262': 'REU',
  '+358': 'FIN',
  '+590': 'GLP',
  '+599': 'CUW',
}

/** Every country that has a dial code. */
export const dialCountries = Object.keys(COUNTRIES).filter(code => COUNTRIES[code as CountryCode][1] !== null) as CountryCode[] // safe: the table's own keys

export const dialCodeOf = (country: CountryCode): string => COUNTRIES[country][1] ?? ''

const countriesByCode = Map.groupBy(dialCountries, dialCodeOf)
const longestFirst = [...countriesByCode.keys()].toSorted((a, b) => b.length - a.length)

const isInternational = (number: string) => /^(\+|00)/.test(number)
const plain = (text: string) => text.replaceAll(/\s/g, '')

/** The number with its dial code; one that was typed with + or 00 has it already. Nothing typed is nothing. */
export function phoneOf({ country, number }: TypedPhone): string {
  const typed = plain(number)
  return typed === '' || isInternational(typed) ? typed : dialCodeOf(country) + typed
}

/** The other way round. `country` stands for a number that says none, and where several share its dial code. */
export function typedPhone(phone: string, country: CountryCode): TypedPhone {
  const number = plain(phone).replace(/^00/, '+')
  const code = longestFirst.find(one => number.startsWith(one))
  if (code === undefined) return { country, number: plain(phone) }
  const own = dialCodeOf(country) === code ? country : (most[code] ?? countriesByCode.get(code)?.[0] ?? country)
  return { country: own, number: number.slice(code.length) }
}

/** A number as it reads: dial code, then three digits at a time. */
export function spokenPhone(phone: string): string {
  const { country, number } = typedPhone(phone, USUAL_COUNTRY)
  if (!isInternational(plain(phone)) || /\D/.test(number)) return phone
  return `${dialCodeOf(country)} ${number.replaceAll(/(\d{3})(?=\d{2})/g, '$1 ')}`
}
