import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { toggled, tooFew } from '../options/checkedValues.ts'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'

const none: readonly never[] = []

export interface CheckOption<V extends string> {
  readonly value: V
  readonly label: ReactNode
}

/**
 * Boxes to check, at least `min` and at most `max`: beyond `max` the oldest is unchecked, below `min` the field says so once it
 * was touched or `tried`. Exactly one is a choice of radio buttons. With `max` the value
 * may hold what is not among the options.
 */
export function CheckGroup<V extends string>({
  label,
  options,
  value = none,
  onChange,
  min = 0,
  max,
  tried = false,
  error,
  hint,
  hideLabel = false,
  className = '',
  above,
  instead,
}: {
  label: string
  options: readonly CheckOption<V>[]
  /** With `max` in the order of choosing, otherwise in that of the options. */
  value?: readonly V[]
  onChange?: (value: V[]) => void
  min?: number
  max?: number
  /** Somebody tried to save. */
  tried?: boolean
  error?: ReactNode
  hint?: ReactNode
  /** A heading around it says the label already. */
  hideLabel?: boolean
  className?: string
  /** Between label and boxes, such as a search. */
  above?: ReactNode
  /** In place of the boxes while there are none. */
  instead?: ReactNode
}) {
  const t = useText()
  const id = useId()
  const mode = useFormMode()
  const [touched, touch] = useState(false)
  if (mode === 'view')
    return (
      <ReadOnlyField label={label}>
        {options
          .filter(option => value.includes(option.value))
          .map((option, at) => [at > 0 && ', ', <span key={option.value}>{option.label}</span>])}
      </ReadOnlyField>
    )
  const wrong = error ?? (touched || tried ? tooFew(label, value.length, min, t) : undefined)
  const says = max === undefined || max === 1 ? label : `${label} ${t('multi.max', { count: max })}`
  return (
    <fieldset
      className={`span-field check-group ${className}`}
      tabIndex={-1}
      data-wrong={wrong ? true : undefined}
      aria-describedby={wrong ? `${id}-error` : undefined}
    >
      <legend className={hideLabel ? 'vh' : undefined}>
        {says}
        {min > 0 && (
          <span className="span-must" aria-hidden>
            {' *'}
          </span>
        )}
      </legend>
      {above}
      <div className="check-group-boxes">
        {instead}
        {options.map(option => (
          <label key={option.value}>
            <input
              type={min === 1 && max === 1 ? 'radio' : 'checkbox'}
              name={id}
              checked={value.includes(option.value)}
              aria-invalid={wrong ? true : undefined}
              onChange={() => {
                touch(true)
                onChange?.(toggled(value, option.value, { all: options.map(each => each.value), max }))
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
      {wrong ? (
        <p id={`${id}-error`} className="span-wrong" role="alert">
          {wrong}
        </p>
      ) : (
        hint && <p className="span-says">{hint}</p>
      )}
    </fieldset>
  )
}
