import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { writeDay } from '../ui/moment/day.ts'
import { DayField } from '../ui/moment/DayField.tsx'
import './tariffs.css'

/** Dates with the periods of another weekday. */
export function HolidaysInput({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: readonly string[]
  onChange: (days: readonly string[]) => void
  error: string | undefined
}) {
  const t = useText()
  return (
    <fieldset className="tariff-holidays">
      <legend>{label}</legend>
      <p className="dim">{t('tariff.holidaysHint')}</p>
      <ul>
        {value.map(day => (
          <li key={day} className="num">
            {writeDay(day, t)}
            <ActionIcon
              variant="subtle"
              size={28}
              aria-label={t('tariff.removeHoliday', { date: writeDay(day, t) })}
              onClick={() => onChange(value.filter(other => other !== day))}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <DayField
        key={value.length}
        label={t('tariff.addHoliday')}
        value={undefined}
        error={error}
        onChange={day => day && onChange([...new Set([...value, day])].toSorted())}
      />
    </fieldset>
  )
}
