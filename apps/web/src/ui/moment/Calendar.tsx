import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { dayAfterKey, plusMonths, weeksOf } from './month.ts'
import { dayOf } from './zoned.ts'
import './moment.css'

const spoken = (language: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(Date.parse(`${day}T00:00:00Z`))
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

/** A month to choose a day from (YYYY-MM-DD), with names in the person's language. Arrows move by days and weeks, pages by months. */
export function Calendar({ chosen, onChoose }: { chosen: string | undefined; onChoose: (day: string) => void }) {
  const { language } = useText()
  const t = useText()
  const today = dayOf(clock.now(), useZone())
  const [{ at, byKey }, move] = useState({ at: chosen ?? today, byKey: false })
  const weeks = weeksOf(at)
  const month = spoken(language, { month: 'long', year: 'numeric' })(at)
  const weekday = spoken(language, { weekday: 'short' })
  const wholeWeekday = spoken(language, { weekday: 'long' })
  const whole = spoken(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const turn = (months: number) => move({ at: plusMonths(at, months), byKey: false })
  const step = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at)
    if (next === undefined) return
    event.preventDefault()
    move({ at: next, byKey: true })
  }
  return (
    <div className="calendar">
      <div className="calendar-head">
        <ActionIcon aria-label={t('calendar.before')} onClick={() => turn(-1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <output>{month}</output>
        <ActionIcon aria-label={t('calendar.after')} onClick={() => turn(1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </div>
      <table aria-label={month}>
        <thead>
          <tr>
            {weeks[0]?.map(day => (
              <th key={day} scope="col" abbr={wholeWeekday(day)}>
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <td key={day}>
                  <button
                    type="button"
                    ref={day === at && byKey ? focus : undefined}
                    onKeyDown={step}
                    tabIndex={day === at ? 0 : -1}
                    aria-label={whole(day)}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    className={day.slice(0, 7) === at.slice(0, 7) ? 'num' : 'num beside'}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
