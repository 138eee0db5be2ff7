import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useText } from '../../platform/texts.tsx'
import { DayPicker } from './DayPicker.tsx'
import { weekdayName } from '@steading/locales/weekdays'
import { WeekDay, WeekGrid, weekdays } from './WeekGrid.tsx'
import { DaySlots } from './DaySlots.tsx'
import { type SlotValues, type WeekValues, type SlotAt, drawSlot, roomOn } from './weekValues.ts'
import type { WeekLook } from './weekLook.ts'
import { useShownDay } from './useShownDay.ts'
import { scheduledDays } from './weekday.ts'
import { useSlotFocus } from './useSlotFocus.ts'
import { useSlotPointer } from './useSlotPointer.ts'
import './schedule.css'

/** A week to draw in: slots are added, moved and changed with a pointer or with keys. */
export function WeekCalendar({
  week: values,
  look,
  hint,
  chosen: picked,
  sample,
  put,
  choose,
}: {
  week: WeekValues
  look: WeekLook
  /** How to draw; by default of time slots. */
  hint?: string
  chosen: SlotAt | undefined
  /** What a new slot sets. */
  sample: SlotValues
  put: (week: WeekValues, at?: SlotAt) => void
  choose: (at: SlotAt | undefined) => void
}) {
  const t = useText()
  const [shown, show] = useShownDay()
  const grid = useRef<HTMLDivElement>(null)
  const focusSlot = useSlotFocus(grid, picked)
  const pen = useSlotPointer(values, picked, { sample, put, choose })
  const add = (weekday: number) => {
    const room = roomOn(values, weekday, sample.interfaceId)
    const drawn = room && drawSlot(values, weekday, room, sample)
    if (!drawn) return
    focusSlot(weekday)
    put(drawn.week, drawn.at)
  }
  return (
    <>
      <p className="dim schedule-hint">{hint ?? t('scheduler.draw')}</p>
      <DayPicker shown={shown} busy={scheduledDays(pen.week)} show={show} />
      <WeekGrid ref={grid} one label={t('scheduler.slotsByDay')}>
        {weekdays.map(weekday => (
          <WeekDay
            key={weekday}
            weekday={weekday}
            shown={weekday === shown}
            aside={
              <button
                type="button"
                className="week-add"
                disabled={roomOn(values, weekday, sample.interfaceId) === undefined}
                onClick={() => add(weekday)}
              >
                <IconPlus size={14} aria-hidden />
                <span className="vh">{t('scheduler.addOn', { day: weekdayName(weekday, t, 'long') })}</span>
              </button>
            }
          >
            <div className="week-column drawable" {...pen.column(weekday)}>
              <DaySlots
                week={pen.week}
                weekday={weekday}
                look={look}
                chosen={pen.chosen}
                take={pen.take}
                put={(next, at, day = weekday) => {
                  focusSlot(day)
                  show(day)
                  put(next, at)
                }}
              />
            </div>
          </WeekDay>
        ))}
      </WeekGrid>
    </>
  )
}
