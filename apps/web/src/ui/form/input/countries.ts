import { COUNTRIES } from '@steading/contract/users/countries'
import type { CountryCode } from '@steading/contract/users/countryCodes'
import type { Option } from '../fields/SelectField.tsx'
import { byName } from '../../../platform/page/sortNames.ts'

type Names = Readonly<Record<CountryCode, string>>
const known = new Map<string, Names>()

/** What each country is called in a language. */
export function countryNames(language: string): Names {
  const found = known.get(language)
  if (found) return found
  const words = new Intl.DisplayNames(language, { type: 'region' })
  const names = Object.fromEntries(Object.entries(COUNTRIES).map(([code, [alpha2]]) => [code, words.of(alpha2) ?? code])) as Names // safe: made of the table's own keys
  known.set(language, names)
  return names
}

/** All countries, by name. */
export const countryOptions = (language: string): readonly Option<CountryCode>[] =>
  Object.entries(countryNames(language))
    .map(([code, label]) => ({ value: code as CountryCode, label })) // safe: the table's own keys
    .toSorted((a, b) => byName(a.label, b.label, language))
