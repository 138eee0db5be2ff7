import { useId } from 'react'
import { useText } from '../../platform/texts.tsx'
import { weekdayName } from '@steading/locales/weekdays'
import './weekdays.css'

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
const none: ReadonlySet<number> = new Set()

/** Days of the week to tick; those that are `taken` cannot be chosen. 0 is Monday. */
export function WeekdayPicker({
  label,
  value,
  taken = none,
  onChange,
  error,
}: {
  label: string
  value: readonly number[]
  taken?: ReadonlySet<number>
  onChange: (value: number[]) => void
  error: string | undefined
}) {
  const t = useText()
  const id = useId()
  return (
    <fieldset
      className="weekdays"
      tabIndex={-1}
      data-wrong={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{label}</legend>
      <div>
        {weekdays.map(day => {
          const isTaken = taken.has(day) && !value.includes(day)
          const name = weekdayName(day, t, 'long')
          return (
            <label key={day} title={isTaken ? t('scheduler.weekdayTaken', { day: name }) : undefined}>
              <input
                type="checkbox"
                aria-label={name}
                checked={value.includes(day)}
                disabled={isTaken}
                aria-invalid={error ? true : undefined}
                onChange={({ currentTarget }) =>
                  onChange(
                    currentTarget.checked ? [...value, day].toSorted((a, b) => a - b) : value.filter(value => value !== day),
                  )
                }
              />
              <span aria-hidden>{weekdayName(day, t)}</span>
            </label>
          )
        })}
      </div>
      {error && (
        <p id={`${id}-error`} className="span-wrong">
          {error}
        </p>
      )}
    </fieldset>
  )
}
