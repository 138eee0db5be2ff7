import { useText } from '../../platform/texts.tsx'
import { Shown, useFormMode } from '../../ui/form/Entries.tsx'
import { weekdaysWords } from '@steading/locales/weekdays'
import { type InputProps, anyOf } from './props.ts'
import { Weekdays } from './Weekdays.tsx'

const daysIn = (value: unknown): readonly number[] => (Array.isArray(value) ? value.filter(one => typeof one === 'number') : [])

export function WeekdaysInput({ label, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const days = daysIn(value)
  if (mode === 'view') return <Shown label={label}>{days.length > 0 && weekdaysWords(days, t)}</Shown>
  return <Weekdays label={label} value={days} onChange={onChange} error={anyOf(errors)} />
}
