import { type ReactNode, useId } from 'react'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'
import type { Option } from './SelectField.tsx'

/** One of a few, side by side, each with its mark where it has one. */
export function ChoiceField<V extends string>({
  label,
  options,
  value,
  onChange,
  required = false,
  error,
  mark,
  className = '',
}: {
  label: ReactNode
  options: readonly Option<V>[]
  value: V | null
  onChange: (value: V) => void
  required?: boolean
  error?: ReactNode
  mark?: (value: V) => ReactNode
  className?: string
}) {
  const id = useId()
  const mode = useFormMode()
  if (mode === 'view') return <ReadOnlyField label={label}>{options.find(option => option.value === value)?.label}</ReadOnlyField>
  return (
    // The one answer that is wrong is wrong as a whole.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <fieldset
      className={`span-field ${className}`}
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>
        {label}
        {required && (
          <span className="span-must" aria-hidden>
            {' *'}
          </span>
        )}
      </legend>
      <div className="choice-field">
        {options.map(option => (
          <label key={option.value}>
            <input type="radio" name={id} checked={option.value === value} onChange={() => onChange(option.value)} />
            {mark?.(option.value)}
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="span-wrong">
          {error}
        </p>
      )}
    </fieldset>
  )
}
