import { isOnStep } from '@steading/contract/rules/templateInputs'
import { quantity, ungrouped } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'
import { decimalsOf } from '@steading/locales/numbers'
import { NumberText } from './NumberText.tsx'

function range(t: Translate, min: number | undefined, max: number | undefined, unit: string) {
  // As it is to be written: 1.000 may be two numbers.
  const words = (value: number) => ungrouped(quantity(value, unit, t), t)
  if (min !== undefined && max !== undefined) return t('form.range', { min: words(min), max: words(max) })
  if (min !== undefined) return t('form.from', { min: words(min) })
  return max === undefined ? undefined : t('form.upTo', { max: words(max) })
}

/** Decimals that are read where there should be none. */
const most = 3

/** A number with its unit, and below it the range that it may have. It takes no more decimals than `decimals`; of a whole number they are refused. */
export function NumberField({
  unit = '',
  step,
  decimals = step === undefined ? 0 : decimalsOf(step),
  min,
  max,
  value,
  onChange,
  onBlur,
  hint,
  ...props
}: {
  label: ReactNode
  value?: number | undefined
  onChange?: (value: number | undefined) => void
  onBlur?: () => void
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Said with the range. */
  hint?: string
  unit?: string
  /** The value is a multiple of it, and the arrow keys go by it; without `decimals` it takes as many as the step has. */
  step?: number | undefined
  decimals?: number
  min?: number | undefined
  max?: number | undefined
  /** The first entry of a dialog. */
  'data-autofocus'?: boolean
}) {
  const t = useText()
  const mode = useFormMode()
  if (mode === 'view') return <ReadOnlyField label={props.label}>{quantity(value, unit, t, [0, decimals])}</ReadOnlyField>
  // A mark that was swallowed would make 25 of 2,5: it stands there, and is told.
  const isWhole = decimals > 0 || value === undefined || Number.isInteger(value)
  const isBelow = value !== undefined && value < 0 && min !== undefined && min >= 0
  const isOff = step !== undefined && value !== undefined && Number.isFinite(value) && !isOnStep(value, step)
  const rule = isBelow ? t('invalid.tooSmall', { min }) : isWhole ? undefined : t('invalid.whole')
  const error = props.error || rule || (isOff ? t('invalid.step', { step }) : undefined)
  return (
    <NumberText
      {...props}
      error={error}
      value={value}
      onChange={next => onChange?.(next)}
      onBlur={onBlur}
      withAsterisk={props.required ?? false}
      step={step}
      decimals={decimals > 0 ? decimals : most}
      isWhole={decimals === 0}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      min={min}
      max={max}
      unit={unit}
      description={[range(t, min, max, unit), hint].filter(Boolean).join(' · ')}
    />
  )
}
