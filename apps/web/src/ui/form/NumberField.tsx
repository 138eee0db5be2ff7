import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Shown, useFormMode } from './Entries.tsx'

function range(t: Translate, min: number | undefined, max: number | undefined, unit: string) {
  const said = (value: number) => quantity(value, unit)
  if (min !== undefined && max !== undefined) return t('form.range', { min: said(min), max: said(max) })
  if (min !== undefined) return t('form.from', { min: said(min) })
  return max === undefined ? undefined : t('form.upTo', { max: said(max) })
}

/** A number with its unit, and below it the range that it may have. It takes no more decimals than `decimals`. */
export function NumberField({
  unit = '',
  decimals = 0,
  min,
  max,
  value,
  onChange,
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
  decimals?: number
  min?: number
  max?: number
}) {
  const t = useText()
  const mode = useFormMode()
  if (mode === 'view') return <Shown label={props.label}>{quantity(value, unit, [0, decimals])}</Shown>
  return (
    <NumberInput
      {...props}
      value={value ?? ''}
      onChange={next => onChange?.(typeof next === 'number' ? next : undefined)}
      withAsterisk={props.required ?? false}
      hideControls
      clampBehavior="none"
      allowNegative={min === undefined || min < 0}
      decimalScale={decimals}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={props.error ? undefined : [range(t, min, max, unit), hint].filter(Boolean).join(' · ')}
      rightSection={unit ? <span className="entry-unit">{unit}</span> : undefined}
      rightSectionWidth={unit ? 20 + unit.length * 8 : undefined}
    />
  )
}
