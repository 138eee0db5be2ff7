import { COUNTRIES } from '@steading/contract/users/countries'
import type { CountryCode } from '@steading/contract/users/countryCodes'
import { dials } from '@steading/contract/users/dials'
import { slice } from '../platform/http/call.ts'
import { countryOfCaller } from './caller.ts'

const USUAL = 'PT'
const all = (Object.keys(COUNTRIES) as CountryCode[]) // safe: the table's own keys
  .map(countryCodeA3 => ({ countryCodeA3, a2: COUNTRIES[countryCodeA3][0], dialCode: COUNTRIES[countryCodeA3][1] }))

/** Dial codes by country, and the one that the caller's address suggests. */
export const dialsSlice = () =>
  slice(dials, {
    codes: ({ actor }) => {
      const names = new Intl.DisplayNames(actor.language, { type: 'region' })
      const dialCodes = all
        .flatMap(({ countryCodeA3, a2, dialCode }) =>
          dialCode ? [{ countryCodeA3, country: names.of(a2) ?? a2, dialCode }] : [],
        )
        .toSorted((a, b) => a.country.localeCompare(b.country, actor.language))
      const ofCountry = (a2: string | undefined) => dialCodes.find(dialCode => COUNTRIES[dialCode.countryCodeA3][0] === a2)
      return { suggested: ofCountry(countryOfCaller(actor.ip ?? '')) ?? ofCountry(USUAL)!, dialCodes }
    },
  })
