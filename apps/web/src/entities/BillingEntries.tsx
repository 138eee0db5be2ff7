import { useMemo } from 'react'
import { useLanguage, useText } from '../platform/texts.tsx'
import { countryOptions } from '../ui/form/countries.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import type { EntityFormState } from './entered.ts'

const lines = [
  ['name', 150],
  ['email', 254],
  ['phoneNumber', undefined],
  ['fax', undefined],
  ['addressLine1', 150],
  ['addressLine2', 150],
  ['postalCode', 20],
  ['city', 150],
  ['region', 150],
  ['vat', 20],
  ['iban', undefined],
  ['bicSwiftIso9362', undefined],
] as const
const types = { email: 'email', phoneNumber: 'tel', fax: 'tel' } as const

/** Who pays, of tenants. */
export function BillingEntries({ form }: { form: EntityFormState }) {
  const t = useText()
  const { language } = useLanguage()
  const countries = useMemo(() => countryOptions(language), [language])
  return (
    <>
      {lines.map(([field, max]) => (
        <TextField
          key={field}
          label={t(`billing.${field}`)}
          {...(max !== undefined && { max })}
          {...(field in types && { type: types[field as keyof typeof types] })} // safe: just looked up
          {...form.getInputProps(`billingInformation.${field}`)}
        />
      ))}
      <SelectField label={t('billing.country')} options={countries} {...form.getInputProps('billingInformation.country')} />
    </>
  )
}
