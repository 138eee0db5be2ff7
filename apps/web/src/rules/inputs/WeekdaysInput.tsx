import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { weekdaysWords } from '@steading/locales/weekdays'
import { type InputProps, firstError } from './inputProps.ts'
import { WeekdayPicker } from '../../ui/week/WeekdayPicker.tsx'

const toDays = (value: unknown): readonly number[] => (Array.isArray(value) ? value.filter(item => typeof item === 'number') : [])

export function WeekdaysInput({ label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const days = toDays(value)
  if (mode === 'view') return <ReadOnlyField label={label}>{days.length > 0 && weekdaysWords(days, t)}</ReadOnlyField>
  return <WeekdayPicker label={label} value={days} onChange={onChange} error={firstError(errors)} />
}
