import { useText } from '../platform/texts.tsx'
import { weekdayName } from '@steading/locales/weekdays'
import { weekdays } from './WeekGrid.tsx'
import './week.css'

/** Which day of a week is shown, where there is room for one alone. */
export function DayPicker({ shown, show }: { shown: number; show: (weekday: number) => void }) {
  const t = useText()
  return (
    <fieldset className="day-picker">
      <legend className="vh">{t('scheduler.shownDay')}</legend>
      {weekdays.map(day => (
        <button key={day} type="button" aria-pressed={day === shown} onClick={() => show(day)}>
          <span aria-hidden>{weekdayName(day, t)}</span>
          <span className="vh">{weekdayName(day, t, 'long')}</span>
        </button>
      ))}
    </fieldset>
  )
}
