import { CATEGORIES } from '@steading/contract/categories'
import type { Value } from '@steading/contract/interfaces'
import { valueWords } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import type { Choice } from '../form/choices.ts'

/** A value for a device: one of its two words, or a figure in its unit and range. */
export function ValueField({
  of,
  label,
  value,
  onChange,
  error,
  required = false,
}: {
  of: Choice
  label: string
  value: unknown
  onChange: (value: Value | undefined) => void
  error: string | undefined
  required?: boolean
}) {
  const t = useText()
  const { min, max, decimals } = CATEGORIES[of.category]
  if (of.dataType === 'BOOLEAN')
    return (
      <SelectField
        label={label}
        required={required}
        options={['true', 'false'].map(one => ({
          value: one,
          label: valueWords({ category: of.category, decimals, unit: of.unit }, one === 'true', t),
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
      unit={of.unit ?? ''}
      decimals={decimals}
      {...(min !== null && { min })}
      {...(max !== null && { max })}
      value={typeof value === 'number' ? value : undefined}
      onChange={onChange}
      error={error}
    />
  )
}
