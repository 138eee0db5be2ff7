import { DurationField } from '../../ui/form/fields/DurationField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { type EachInput, isList } from '../details/templateWords.ts'

/** Numeric setting of an input in its unit: number, duration or count. Its bounds are the hint. */
export function FigureField({
  of: { type, unit = '', duration: isSpan, min, max },
  ...field
}: {
  of: Pick<EachInput, 'type' | 'unit' | 'duration' | 'min' | 'max'>
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  error: string | undefined
}) {
  if (isSpan) return <DurationField {...field} min={min} max={max} />
  return (
    <NumberField
      {...field}
      unit={isList({ type }) ? '' : unit}
      decimals={type === 'DECIMAL' ? (unit === '°C' ? 1 : 3) : 0}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
    />
  )
}
