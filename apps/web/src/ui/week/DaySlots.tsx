import { weekdayName } from '@steading/locales/weekdays'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useText } from '../../platform/texts.tsx'
import { SlotBox } from './SlotBox.tsx'
import { slotLayout } from './slotLayout.ts'
import { slotTime } from './slotTime.ts'
import type { WeekLook } from './weekLook.ts'
import { type WeekValues, type Grip, type SlotAt, STEP, dragSlot, eraseSlot, moveToDay, spanOf } from './weekValues.ts'

/** How far a key moves a slot. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -STEP, ArrowDown: STEP }

/** The slots of one day. Arrows move the one with the focus, to another day too, with Shift its end, with Alt its start; Delete removes it. */
export function DaySlots({
  week,
  weekday,
  look,
  chosen,
  take,
  put,
}: {
  week: WeekValues
  weekday: number
  look: WeekLook
  chosen: SlotAt | undefined
  take: (at: SlotAt, grip: Grip, weekday: number) => (event: PointerEvent<HTMLElement>) => void
  /** `day`: where the slot is then. */
  put: (week: WeekValues, at?: SlotAt, day?: number) => void
}) {
  const t = useText()
  const { lanes = [] } = look
  const press = (at: SlotAt) => (event: KeyboardEvent<HTMLElement>) => {
    const by = steps[event.key]
    if (by !== undefined) {
      event.preventDefault()
      const next = dragSlot(week, at, event.shiftKey ? 'end' : event.altKey ? 'start' : 'whole', by)
      put(next.week, next.at)
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault()
      const to = weekday + (event.key === 'ArrowRight' ? 1 : -1)
      const next = to < 0 || to > 6 ? null : moveToDay(week, at, { from: weekday, to, by: 0 })
      if (next) put(next.week, next.at, to)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      put(eraseSlot(week, at))
    }
  }
  return week.flatMap(({ weekdays, intervals }, line) =>
    weekdays.includes(weekday)
      ? intervals.flatMap((interval, slot) => {
          const span = spanOf(interval)
          if (!span || span.to < span.from) return []
          const at = { line, slot }
          const { startTime = '', endTime = '', interfaceId } = interval
          const time = slotTime({ startTime, endTime }, t)
          const value = look.words(interval)
          const lane = interfaceId === undefined || lanes.length < 2 ? undefined : lanes.indexOf(interfaceId)
          return (
            <SlotBox
              // Slots are named by their place in their line.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${line}.${slot}`}
              place={slotLayout(span.from, span.to, look.strength(interval))}
              lane={lane === undefined ? undefined : { at: Math.max(lane, 0), value: lanes.length }}
              forced={look.isForced ?? false}
              time={time}
              value={look.short?.(interval) ?? value}
              // It is moved with arrows and holds its edges.
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="button"
              tabIndex={0}
              data-slot={`${weekday}.${line}.${slot}`}
              data-chosen={(chosen?.line === line && chosen.slot === slot) || undefined}
              spoken={t('scheduler.slotOn', { day: weekdayName(weekday, t, 'long'), time, value, line: line + 1 })}
              title={`${time}: ${value}`}
              onPointerDown={take(at, 'whole', weekday)}
              onKeyDown={press(at)}
            >
              <i className="slot-grip start" onPointerDown={take(at, 'start', weekday)} />
              <i className="slot-grip end" onPointerDown={take(at, 'end', weekday)} />
            </SlotBox>
          )
        })
      : [],
  )
}
