import { duration } from '@steading/locales/format'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'
import { NumberText } from './NumberText.tsx'
import { type SpanUnit, spanOf, spanParts, spanUnits } from '../input/duration.ts'

const words = {
  hour: { key: 'duration.short.hour', name: 'duration.unit.hour' },
  minute: { key: 'duration.short.minute', name: 'duration.unit.minute' },
  second: { key: 'duration.short.second', name: 'duration.unit.second' },
} as const satisfies Record<SpanUnit, unknown>

/** What stands in the parts of a span while somebody is at it. */
interface Typed {
  readonly units: readonly SpanUnit[]
  readonly parts: readonly (number | undefined)[]
}

/** A span of whole seconds, entered in hours and minutes, or minutes and seconds where it is short. NaN while it cannot be read. */
export function DurationField({
  label,
  value,
  onChange,
  min,
  max,
  wholeMinutes = false,
  required = false,
  disabled = false,
  hint,
  error,
}: {
  label: ReactNode
  /** s */
  value: number | undefined
  onChange: (seconds: number | undefined) => void
  min?: number | undefined
  max?: number | undefined
  wholeMinutes?: boolean
  required?: boolean
  disabled?: boolean
  hint?: ReactNode
  error?: ReactNode
}) {
  const t = useText()
  const id = useId()
  const mode = useFormMode()
  const [typed, type] = useState<Typed>()
  if (mode === 'view') return <ReadOnlyField label={label}>{value === undefined ? undefined : duration(value, t)}</ReadOnlyField>
  // A part that is empty, or broken, stays so until one leaves: it must not spring back under the fingers.
  const isMeant = typed !== undefined && Object.is(spanOf(typed.parts, typed.units, wholeMinutes), value)
  const units = isMeant ? typed.units : spanUnits(value, max, wholeMinutes)
  const isEmpty = value === undefined || Number.isNaN(value)
  const parts = isMeant ? typed.parts : isEmpty ? [] : spanParts(value, units)
  const put = (at: number, next: number | undefined) => {
    const own = { units, parts: units.map((_, k) => (k === at ? next : parts[k])) }
    type(own)
    onChange(spanOf(own.parts, units, wholeMinutes))
  }
  const range =
    min !== undefined && max !== undefined ? t('form.range', { min: duration(min, t), max: duration(max, t) }) : undefined
  const says = hint ?? range
  return (
    <fieldset className="span-field" aria-describedby={error || says ? `${id}-says` : undefined}>
      <legend>
        {label}
        {required && (
          <span className="span-must" aria-hidden>
            {' *'}
          </span>
        )}
      </legend>
      <div className="span-parts">
        {units.map((unit, at) => (
          <NumberText
            key={unit}
            aria-label={t(words[unit].name)}
            value={parts[at]}
            onChange={next => put(at, next)}
            onBlur={() => isEmpty || type(undefined)}
            error={Boolean(error)}
            disabled={disabled}
            decimals={2}
            isWhole
            min={0}
            rightSection={<span className="entry-unit">{unitWord(t(words[unit].key, { n: 0 }))}</span>}
            rightSectionWidth={44}
          />
        ))}
      </div>
      {(error || says) && (
        <p id={`${id}-says`} className={error ? 'span-wrong' : 'span-says'}>
          {error || says}
        </p>
      )}
    </fieldset>
  )
}

/** "0 min" without its figure. */
const unitWord = (text: string): string => text.replace(/^[\d\s\u00a0\u202f]+/, '')
