import type { KeyboardEvent, PointerEvent } from 'react'
import { useText } from '../../platform/texts.tsx'
import type { Choice } from '../form/choices.ts'
import { useAbout } from '../inputs/about.ts'
import { weekdayName } from '@steading/locales/weekdays'
import { slotTime, slotValue } from '../schedule.ts'
import { SlotBox } from '../SlotBox.tsx'
import { fullOf, placeOf } from '../slots.ts'
import { settingOf } from '../wiring.ts'
import { type EnteredWeek, type Grip, type SlotAt, STEP, dragSlot, erasedSlot, moveToDay, spanOf } from './edit.ts'

/** How far a key moves a slot. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -STEP, ArrowDown: STEP }

/** The slots of one day. Arrows move the one with the focus, to another day too, with Shift its end, with Alt its start; Delete removes it. */
export function DaySlots({
  week,
  weekday,
  outputs,
  forced,
  chosen,
  take,
  put,
}: {
  week: EnteredWeek
  weekday: number
  outputs: readonly Choice[]
  forced: boolean
  chosen: SlotAt | undefined
  take: (at: SlotAt, grip: Grip, weekday: number) => (event: PointerEvent<HTMLElement>) => void
  /** `day`: where the slot is then. */
  put: (week: EnteredWeek, at?: SlotAt, day?: number) => void
}) {
  const t = useText()
  const { knownOf } = useAbout()
  const ids = outputs.map(one => one.id)
  const full = fullOf(
    week.flatMap(line => line.intervals.map(one => one.action)),
    outputs[0]?.unit,
  )
  const say = (value: boolean | number) => settingOf(ids, value, knownOf, t)
  const press = (at: SlotAt) => (event: KeyboardEvent<HTMLElement>) => {
    const by = steps[event.key]
    if (by !== undefined) {
      event.preventDefault()
      const made = dragSlot(week, at, event.shiftKey ? 'end' : event.altKey ? 'start' : 'whole', by)
      put(made.week, made.at)
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault()
      const to = weekday + (event.key === 'ArrowRight' ? 1 : -1)
      const made = to < 0 || to > 6 ? null : moveToDay(week, at, { from: weekday, to, by: 0 })
      if (made) put(made.week, made.at, to)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      put(erasedSlot(week, at))
    }
  }
  return week.flatMap(({ weekdays, intervals }, line) =>
    weekdays.includes(weekday)
      ? intervals.flatMap((one, slot) => {
          const span = spanOf(one)
          if (!span || span.to < span.from) return []
          const at = { line, slot }
          const { startTime = '', endTime = '', action = false, displayName, interfaceId } = one
          const time = slotTime({ startTime, endTime }, t)
          const value = one.action === undefined ? '?' : slotValue({ startTime, endTime, action, displayName }, say)
          const lane = interfaceId === undefined || ids.length < 2 ? undefined : ids.indexOf(interfaceId)
          return (
            <SlotBox
              // Slots are named by their place in their line.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${line}.${slot}`}
              place={placeOf(span.from, span.to, action, full)}
              lane={lane === undefined ? undefined : { at: Math.max(lane, 0), of: ids.length }}
              forced={forced}
              time={time}
              value={value}
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
