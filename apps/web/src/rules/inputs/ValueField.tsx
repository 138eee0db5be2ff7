import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Value } from '@steading/contract/devices/interfaces'
import { valueWords } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import type { Choice } from '../values/choices.ts'

/** A value for a device: one of its two words, or a figure in its unit and range. */
export function ValueField({
  choice,
  label,
  value,
  onChange,
  error,
  required = false,
}: {
  choice: Choice
  label: string
  value: unknown
  onChange: (value: Value | undefined) => void
  error: string | undefined
  required?: boolean
}) {
  const t = useText()
  const { min, max, decimals } = CATEGORIES[choice.category]
  if (choice.dataType === 'BOOLEAN')
    return (
      <SelectField
        label={label}
        required={required}
        options={['true', 'false'].map(text => ({
          value: text,
          label: valueWords({ category: choice.category, decimals, unit: choice.unit }, text === 'true', t),
        }))}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={next => onChange(next === null ? undefined : next === 'true')}
        error={error}
      />
    )
  return (
    <NumberField
      label={label}
      required={required}
      unit={choice.unit ?? ''}
      decimals={decimals}
      {...(min !== null && { min })}
      {...(max !== null && { max })}
      value={typeof value === 'number' ? value : undefined}
      onChange={onChange}
      error={error}
    />
  )
}
