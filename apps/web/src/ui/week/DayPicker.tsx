import { useText } from '../../platform/texts.tsx'
import { weekdayName } from '@steading/locales/weekdays'
import { weekdays } from './WeekGrid.tsx'
import './week.css'

/** Which day of a week is shown, where there is room for one alone. Those with time slots are marked. */
export function DayPicker({ shown, busy, show }: { shown: number; busy: ReadonlySet<number>; show: (weekday: number) => void }) {
  const t = useText()
  const spoken = (day: number) => {
    const name = weekdayName(day, t, 'long')
    return busy.has(day) ? t('scheduler.busyDay', { day: name }) : name
  }
  return (
    <fieldset className="day-picker">
      <legend className="vh">{t('scheduler.shownDay')}</legend>
      {weekdays.map(day => (
        <button
          key={day}
          type="button"
          aria-pressed={day === shown}
          data-busy-day={busy.has(day) || undefined}
          onClick={() => show(day)}
        >
          <span aria-hidden>{weekdayName(day, t)}</span>
          <span className="vh">{spoken(day)}</span>
        </button>
      ))}
    </fieldset>
  )
}
