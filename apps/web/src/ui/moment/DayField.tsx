import { ActionIcon, TextInput } from '@mantine/core'
import { dateExample } from '@steading/locales/format'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../form/edit/FormFields.tsx'
import { useDismissal } from '../overlay/dismissal.ts'
import { Calendar } from './Calendar.tsx'
import { dayPattern, readDay, writeDay } from './day.ts'
import './moment.css'

/** A day of the calendar, whatever the zone: typed in the reader's order or chosen from a month. Reported once typing is over. */
export function DayField({
  label,
  value,
  onChange,
  required = false,
  hint,
  error,
}: {
  label: ReactNode
  /** YYYY-MM-DD */
  value: string | undefined
  onChange: (day: string | undefined) => void
  required?: boolean
  hint?: ReactNode
  error?: ReactNode
}) {
  const t = useText()
  const mode = useFormMode()
  const button = useRef<HTMLButtonElement>(null)
  const [typed, type] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useDismissal(open, field, button, () => setOpen(false))
  if (mode === 'view') return <ReadOnlyField label={label}>{writeDay(value, t)}</ReadOnlyField>
  // What cannot be read stands there as it was typed, so that nothing is saved without it.
  const shown = writeDay(value, t)
  const wrong = typed === undefined && readDay(shown, t) === undefined
  const take = () => {
    if (typed === undefined) return
    type(undefined)
    const read = readDay(typed, t) ?? typed
    if (read !== (value ?? '')) onChange(read === '' ? undefined : read)
  }
  return (
    <div ref={field} className="day-field">
      <TextInput
        label={label}
        withAsterisk={required}
        classNames={{ input: 'num' }}
        value={typed ?? shown}
        placeholder={dayPattern(t)}
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={error || wrong ? undefined : hint}
        error={wrong ? t('form.dayInvalid', { date: dateExample(t.notation) }) : error}
        onChange={event => type(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={event => {
          if (event.key === 'Enter') take()
        }}
        rightSection={
          <ActionIcon
            ref={button}
            variant="subtle"
            aria-label={t('calendar.open')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        }
      />
      {open && (
        <div className="day-month">
          <Calendar
            chosen={wrong ? undefined : value}
            onChoose={day => {
              type(undefined)
              setOpen(false)
              button.current?.focus()
              onChange(day)
            }}
          />
        </div>
      )}
    </div>
  )
}
