import { useMemo } from 'react'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { countryOptions } from '../../ui/form/input/countries.ts'
import { PhoneField } from '../../ui/form/fields/PhoneField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import type { EntityFormState } from './entityForm.ts'

const reached = [
  ['name', 150],
  ['email', 254],
] as const
const lines = [
  ['addressLine1', 150],
  ['addressLine2', 150],
  ['postalCode', 20],
  ['city', 150],
  ['region', 150],
  ['vat', 20],
  ['iban', undefined],
  ['bicSwiftIso9362', undefined],
] as const
/** After the name and the mail address. */
const phones = ['phoneNumber', 'fax'] as const

/** Who pays, of tenants. */
export function BillingEntries({ form }: { form: EntityFormState }) {
  const t = useText()
  const { language } = useLanguage()
  const countries = useMemo(() => countryOptions(language), [language])
  return (
    <>
      {reached.map(([field, max]) => (
        <TextField
          key={field}
          label={t(`billing.${field}`)}
          max={max}
          {...(field === 'email' && { type: 'email' })}
          {...form.getInputProps(`billingInformation.${field}`)}
        />
      ))}
      {phones.map(field => (
        <PhoneField key={field} label={t(`billing.${field}`)} {...form.getInputProps(`billingInformation.${field}`)} />
      ))}
      {lines.map(([field, max]) => (
        <TextField
          key={field}
          label={t(`billing.${field}`)}
          {...(max !== undefined && { max })}
          {...form.getInputProps(`billingInformation.${field}`)}
        />
      ))}
      <SelectField label={t('billing.country')} options={countries} {...form.getInputProps('billingInformation.country')} />
    </>
  )
}
