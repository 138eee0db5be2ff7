import { duration } from '@steading/locales/format'
import { type ReactNode, useId } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Shown, useFormMode } from './Entries.tsx'
import { NumberText } from './NumberText.tsx'
import { type SpanUnit, spanParts, spanUnits, spanWith } from './spans.ts'

const words = {
  hour: { key: 'duration.short.hour', name: 'duration.unit.hour' },
  minute: { key: 'duration.short.minute', name: 'duration.unit.minute' },
  second: { key: 'duration.short.second', name: 'duration.unit.second' },
} as const satisfies Record<SpanUnit, unknown>

/** A span of whole seconds, entered in hours and minutes, or minutes and seconds where it is short. */
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
  if (mode === 'view') return <Shown label={label}>{value === undefined ? undefined : duration(value, t)}</Shown>
  const units = spanUnits(value, max, wholeMinutes)
  const parts = value === undefined ? [] : spanParts(value, units)
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
            onChange={next => Number.isNaN(next) || onChange(spanWith(value, units, at, next))}
            error={Boolean(error)}
            disabled={disabled}
            decimals={0}
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
const unitWord = (said: string): string => said.replace(/^[\d\s\u00a0\u202f]+/, '')
