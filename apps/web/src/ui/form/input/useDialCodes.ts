import type { CountryCode } from '@steading/contract/users/countryCodes'
import { useMemo } from 'react'
import { byName } from '../../../platform/page/sortNames.ts'
import { useLanguage } from '../../../platform/texts.tsx'
import { countryNames } from './countries.ts'
import { dialCodeOf, dialCountries } from './phones.ts'
import type { Option } from '../fields/SelectField.tsx'

/** Every country with its dial code, to choose from, by name. */
export function useDialCodes(): readonly Option<CountryCode>[] {
  const { language } = useLanguage()
  return useMemo(
    () =>
      dialCountries
        .map(value => ({ value, label: `${countryNames(language)[value]} (${dialCodeOf(value)})` }))
        .toSorted((a, b) => byName(a.label, b.label, language)),
    [language],
  )
}
