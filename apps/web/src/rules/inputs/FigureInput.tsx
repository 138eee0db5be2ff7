import { quantity } from '@steading/locales/format'
import { DurationField } from '../../ui/form/DurationField.tsx'
import { Shown, useFormMode } from '../../ui/form/Entries.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { decimalsOf } from '../../ui/form/typedNumber.ts'
import { useText } from '../../platform/texts.tsx'
import { useAbout } from './about.ts'
import { type InputProps, anyOf } from './props.ts'
import { inputHint, safeByMode } from './words.ts'

/** A figure with its unit and its range, or a span of time. */
export function FigureInput({ input, label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const about = useAbout()
  const { type, unit = '', min, max, step, duration: isSpan, required } = input
  const shown = typeof value === 'number' ? value : undefined
  const hint = inputHint(input, t)
  const of = { label, required, value: shown, error: anyOf(errors), onChange: (next: number | undefined) => onChange(next) }
  const safe = shown === undefined && mode === 'view' ? safeByMode(input, about) : undefined
  if (typeof safe === 'number') return <Shown label={label}>{t('input.safeByMode', { value: quantity(safe, unit, t, 0) })}</Shown>
  if (isSpan) return <DurationField {...of} min={min} max={max} />
  return (
    <NumberField
      {...of}
      unit={unit}
      decimals={step === undefined ? (type === 'DECIMAL' ? (unit === '°C' ? 1 : 3) : 0) : decimalsOf(step)}
      step={step}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(hint && { hint })}
    />
  )
}
