import { IconLock } from '@tabler/icons-react'
import type { WeekLine } from '@steading/contract/schedule'
import { useText } from '../platform/texts.tsx'
import { slotTime, slotValue, weekdayName } from './schedule.ts'
import { type Drawn, drawnSlots } from './slots.ts'
import type { Slot } from './week.ts'
import './week.css'

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
const hours = ['00:00', '06:00', '12:00', '18:00', '24:00'] as const

/** A week in seven columns; `words` say the same to those who cannot see it. */
export function WeekView({
  lines,
  full,
  forced,
  say,
  words,
}: {
  lines: readonly WeekLine<Slot>[]
  /** The action that is drawn strongest. */
  full: number
  forced: boolean
  say: (value: boolean | number) => string
  words: readonly string[]
}) {
  const t = useText()
  const slots = drawnSlots(lines, full)
  return (
    // A drawing of many parts.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="week" role="img" aria-label={`${t('scheduler.week')}. ${words.join('. ')}`}>
      <div className="week-hours">
        {hours.map((hour, at) => (
          <span key={hour} className="num" style={{ top: `${(100 * at) / (hours.length - 1)}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {weekdays.map(weekday => (
        <div key={weekday} className="week-day">
          <b>{weekdayName(weekday, t)}</b>
          <div className="week-column">
            {slots
              .filter(one => one.weekday === weekday)
              .map(one => (
                <SlotView key={`${one.slot.startTime} ${one.slot.endTime}`} of={one} forced={forced} say={say} />
              ))}
          </div>
        </div>
      ))}
    </div>
  )
}

function SlotView({
  of: { slot, top, height, room, strength },
  forced,
  say,
}: {
  of: Drawn
  forced: boolean
  say: (value: boolean | number) => string
}) {
  const t = useText()
  const [time, value] = [slotTime(slot, t), slotValue(slot, say)]
  return (
    <div
      className="week-slot"
      data-strength={strength}
      data-forced={forced || undefined}
      title={`${time}: ${value}`}
      style={{ top: `${top}%`, height: `${height}%` }}
    >
      {room !== 'none' && (
        <b>
          {value}
          {forced && <IconLock size={12} aria-hidden />}
        </b>
      )}
      {room === 'time' && <span className="num">{time}</span>}
    </div>
  )
}
