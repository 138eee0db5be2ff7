import { useText } from '../../platform/texts.tsx'
import { ClockField } from '../../ui/form/fields/ClockField.tsx'
import { useFormMode, ReadOnlyField } from '../../ui/form/edit/FormFields.tsx'
import { DayField } from '../../ui/moment/DayField.tsx'
import { writeDay } from '../../ui/moment/day.ts'
import { type InputProps, firstError } from './inputProps.ts'

const toText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export const DateInput = ({ input, label, value, onChange, errors }: InputProps) => (
  <DayField label={label} required={input.required} value={toText(value)} onChange={onChange} error={firstError(errors)} />
)

export const TimeInput = ({ input, label, value, onChange, errors }: InputProps) => (
  <ClockField
    label={label}
    required={input.required}
    value={toText(value)}
    onChange={onChange}
    hint="HH:mm"
    error={firstError(errors)}
  />
)

/** A day with a time on the clock of the farm: YYYY-MM-DDTHH:mm. */
export function DateTimeInput({ input, label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const [day = '', time = ''] = (toText(value) ?? '').split('T')
  const put = (nextDay: string, nextTime: string) => onChange(nextDay || nextTime ? `${nextDay}T${nextTime}` : undefined)
  if (mode === 'view') return <ReadOnlyField label={label}>{`${writeDay(day, t)} ${time}`.trim()}</ReadOnlyField>
  return (
    <div className="pair">
      <DayField
        label={label}
        required={input.required}
        value={day || undefined}
        onChange={next => put(next ?? '', time || '00:00')}
        error={firstError(errors)}
      />
      <ClockField label="HH:mm" value={time || undefined} onChange={next => put(day, next ?? '')} />
    </div>
  )
}

const toSpan = (value: unknown): { readonly from?: unknown; readonly to?: unknown } =>
  typeof value === 'object' && value !== null ? value : {}

/** From one to another, in the way of `Part`. */
const createIntervalInput = (Part: (props: InputProps) => React.ReactNode) =>
  function IntervalInput(props: InputProps) {
    const t = useText()
    const { from, to } = toSpan(props.value)
    return (
      <fieldset className="pair-set">
        <legend>{props.label}</legend>
        <div className="pair">
          <Part
            {...props}
            label={t('input.from')}
            value={from}
            onChange={next => props.onChange({ from: next, to })}
            errors={{}}
          />
          <Part {...props} label={t('input.until')} value={to} onChange={next => props.onChange({ from, to: next })} />
        </div>
      </fieldset>
    )
  }

export const DateIntervalInput = createIntervalInput(DateInput)
export const TimeIntervalInput = createIntervalInput(TimeInput)
export const DateTimeIntervalInput = createIntervalInput(DateTimeInput)
