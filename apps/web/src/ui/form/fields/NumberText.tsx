import { TextInput, type TextInputProps } from '@mantine/core'
import { quantity } from '@steading/locales/format'
import { useText } from '../../../platform/texts.tsx'
import { hasOtherMark, readingsOf } from '../input/typedNumber.ts'
import { useTypedNumber } from '../input/useTypedNumber.ts'

/** An input of a number with its unit. What the mark that is not the decimal mark was taken for is told as long as one types. */
export function NumberText({
  value,
  onChange,
  onBlur,
  inputMode,
  step,
  decimals,
  min,
  max,
  isWhole = false,
  unit = '',
  description,
  error,
  ...props
}: Omit<TextInputProps, 'step' | 'value' | 'onChange' | 'onBlur' | 'min' | 'max' | 'description'> & {
  value: number | undefined
  onChange: (value: number | undefined) => void
  onBlur?: (() => void) | undefined
  /** By how much the arrow keys go: 1 where nothing else is said. */
  step?: number | undefined
  /** The most that are taken. */
  decimals: number
  min?: number | undefined
  max?: number | undefined
  /** Decimals are refused: the decimal mark, too, may have been meant for thousands. */
  isWhole?: boolean
  unit?: string
  description?: string | undefined
}) {
  const t = useText()
  const { typed, input } = useTypedNumber(value, onChange, { t, decimals, step, min, max, isWhole })
  const readings = typed === undefined ? undefined : readingsOf(typed, t, isWhole, decimals)
  const wrong = readings ? t('form.twofold', { text: typed ?? '', ...readings }) : error
  const understood = typed !== undefined && hasOtherMark(typed, t) && `= ${quantity(value, unit, t, [0, decimals])}`
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={unit ? <span className="entry-unit">{unit}</span> : undefined}
      rightSectionWidth={unit ? 20 + unit.length * 8 : undefined}
      {...props}
      {...input}
      error={wrong}
      inputMode={inputMode ?? input.inputMode}
      description={wrong ? undefined : [understood, description].filter(Boolean).join(' · ')}
      onBlur={() => {
        input.onBlur()
        onBlur?.()
      }}
    />
  )
}
