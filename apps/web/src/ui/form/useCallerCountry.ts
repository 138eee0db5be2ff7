import type { CountryCode } from '@steading/contract/country-codes'
import { dials } from '@steading/contract/dials'
import { useQuery } from '@tanstack/react-query'
import { api, data } from '../../platform/api.ts'
import { lifetimes } from '../../platform/lifetimes.ts'
import { USUAL_COUNTRY } from './phones.ts'

const calls = api(dials)

/** Whose dial code the platform suggests, by where this browser's address is registered; nobody is asked unless it is `wanted`. */
export function useCallerCountry(wanted = true): CountryCode {
  const { data: suggested } = useQuery({
    queryKey: ['dials', 'suggested'],
    queryFn: async ({ signal }) => (await data(calls.codes(undefined, { signal }))).suggested.countryCodeA3,
    staleTime: lifetimes.always,
    enabled: wanted,
  })
  return suggested ?? USUAL_COUNTRY
}
