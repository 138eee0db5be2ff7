import { TextInput } from '@mantine/core'
import type { CountryCode } from '@steading/contract/users/countryCodes'
import { COUNTRIES } from '@steading/contract/users/countries'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'
import { dialCodeOf, dialCountries, phoneOf, spokenPhone, typedPhone } from '../input/phones.ts'
import { useCallerCountry } from '../input/useCallerCountry.ts'
import { useDialCodes } from '../input/useDialCodes.ts'

/** A phone number beside the dial code that goes before it. Its value is the whole number; '' when nothing was typed. */
export function PhoneField({
  label,
  value = '',
  onChange,
  required = false,
  country,
  hint,
  error,
}: {
  label: string
  value?: string
  onChange?: (phone: string) => void
  error?: ReactNode
  required?: boolean
  hint?: ReactNode
  /** The first guess, until a number or the person says otherwise; absent: where the caller is. */
  country?: CountryCode
}) {
  const t = useText()
  const mode = useFormMode()
  const [chosen, choose] = useState<CountryCode>()
  const [text, type] = useState<string>()
  const caller = useCallerCountry(mode !== 'view')
  const guess = chosen ?? country ?? caller
  // What was typed stays as it was typed, for as long as it is still what the form holds.
  const typed =
    text !== undefined && phoneOf({ country: guess, number: text }) === value
      ? { country: guess, number: text }
      : typedPhone(value, guess)
  const codes = useDialCodes()
  if (mode === 'view')
    return <ReadOnlyField label={label}>{value && <a href={`tel:${value}`}>{spokenPhone(value)}</a>}</ReadOnlyField>
  const enter = (next: { country: CountryCode; number: string }) => {
    choose(next.country)
    type(next.number)
    const phone = phoneOf(next)
    // The same number written otherwise is nothing new: what was said of it still holds.
    if (phone !== value) onChange?.(phone)
  }
  return (
    <TextInput
      type="tel"
      label={label}
      withAsterisk={required}
      value={typed.number}
      onChange={event => enter({ country: typed.country, number: event.currentTarget.value })}
      // A number that brought its own dial code shows it where dial codes stand.
      onBlur={() => enter(typedPhone(value, typed.country))}
      error={error}
      description={error ? undefined : hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSectionWidth={104}
      leftSectionPointerEvents="all"
      leftSection={
        <span className="dial">
          <span aria-hidden>
            {COUNTRIES[typed.country][0]} {dialCodeOf(typed.country)}
            <IconChevronDown size={13} />
          </span>
          <select
            aria-label={`${label}: ${t('phone.dialCode')}`}
            value={typed.country}
            onChange={event => {
              const next = dialCountries.find(code => code === event.currentTarget.value)
              if (next) enter({ country: next, number: typed.number })
            }}
          >
            {codes.map(({ value: code, label: words }) => (
              <option key={code} value={code}>
                {words}
              </option>
            ))}
          </select>
        </span>
      }
    />
  )
}
