import type { ReactNode, Ref } from 'react'
import { useText } from '../../platform/texts.tsx'
import { weekdayName } from '@steading/locales/weekdays'
import './week.css'

/** 0 is Monday. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
const hours = ['00:00', '06:00', '12:00', '18:00', '24:00'] as const

/** Seven columns, a `WeekDay` each, with the hours at their left. */
export function WeekGrid({
  label,
  drawing = false,
  one: item = false,
  ref,
  children,
}: {
  label: string
  /** To look at as a whole: its label says all. */
  drawing?: boolean
  /** Where there is room for one day alone, only the one that is `shown` stays. */
  one?: boolean
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  return (
    <div className="week" ref={ref} data-one={item || undefined} role={drawing ? 'img' : 'group'} aria-label={label}>
      <div className="week-hours">
        {hours.map((hour, at) => (
          <span key={hour} className="num" style={{ top: `${(100 * at) / (hours.length - 1)}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {children}
    </div>
  )
}

/** The column of a day below its name; `beside` stands right of the name. */
export function WeekDay({
  weekday,
  shown = false,
  aside,
  children,
}: {
  weekday: number
  shown?: boolean
  aside?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  return (
    <div className="week-day" data-shown={shown || undefined}>
      <div className="week-head">
        <b>{weekdayName(weekday, t)}</b>
        {aside}
      </div>
      {children}
    </div>
  )
}
