import type { CountryCode } from '@steading/contract/country-codes'
import { useQuery } from '@tanstack/react-query'
import { USUAL_COUNTRY, typedPhone } from '../ui/form/phones.ts'
import { oneselfQuery } from './users.queries.ts'

/** The first guess of the country of a number or an address: where whoever fills in the form is at home. */
export function useHomeCountry(): CountryCode {
  const { data: me } = useQuery(oneselfQuery)
  if (!me) return USUAL_COUNTRY
  const address = me.contacts.find(one => one.type === 'POSTAL_ADDRESS' && one.countryCodeA3 !== null)
  if (address?.type === 'POSTAL_ADDRESS' && address.countryCodeA3) return address.countryCodeA3
  return typedPhone(me.phone ?? '', USUAL_COUNTRY).country
}
