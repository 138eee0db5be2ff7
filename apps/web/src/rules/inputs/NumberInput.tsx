import { quantity } from '@steading/locales/format'
import { DurationField } from '../../ui/form/fields/DurationField.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { decimalsOf } from '@steading/locales/numbers'
import { useText } from '../../platform/texts.tsx'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { type InputProps, firstError } from './inputProps.ts'
import { inputHint, safeValueByMode } from './inputWords.ts'

/** A figure with its unit and its range, or a span of time. */
export function NumberInput({ input, label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const about = useRuleFormData()
  const { type, unit = '', min, max, step, duration: isSpan, required } = input
  const shown = typeof value === 'number' ? value : undefined
  const hint = inputHint(input, t)
  const item = {
    label,
    required,
    value: shown,
    error: firstError(errors),
    onChange: (next: number | undefined) => onChange(next),
  }
  const safe = shown === undefined && mode === 'view' ? safeValueByMode(input, about) : undefined
  if (typeof safe === 'number')
    return <ReadOnlyField label={label}>{t('input.safeByMode', { value: quantity(safe, unit, t, 0) })}</ReadOnlyField>
  if (isSpan) return <DurationField {...item} min={min} max={max} />
  return (
    <NumberField
      {...item}
      unit={unit}
      decimals={step === undefined ? (type === 'DECIMAL' ? (unit === '°C' ? 1 : 3) : 0) : decimalsOf(step)}
      step={step}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(hint && { hint })}
    />
  )
}
