import type { CountryCode } from '@steading/contract/users/countryCodes'
import { dials } from '@steading/contract/users/dials'
import { useQuery } from '@tanstack/react-query'
import { api, data } from '../../../platform/api/api.ts'
import { lifetimes } from '../../../platform/api/lifetimes.ts'
import { USUAL_COUNTRY } from './phones.ts'

const calls = api(dials)

/** Whose dial code the platform suggests, by where this browser's address is registered; nobody is asked unless it is `wanted`. */
export function useCallerCountry(isEnabled = true): CountryCode {
  const { data: suggested } = useQuery({
    queryKey: ['dials', 'suggested'],
    queryFn: async ({ signal }) => (await data(calls.codes(undefined, { signal }))).suggested.countryCodeA3,
    staleTime: lifetimes.always,
    enabled: isEnabled,
  })
  return suggested ?? USUAL_COUNTRY
}
