import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useText } from '../../platform/texts.tsx'
import type { Choice } from '../form/choices.ts'
import { DayPicker } from '../DayPicker.tsx'
import { useAbout } from '../inputs/about.ts'
import { weekdayName } from '@steading/locales/weekdays'
import { WeekDay, WeekGrid, weekdays } from '../WeekGrid.tsx'
import { DaySlots } from './DaySlots.tsx'
import { type EnteredSlot, type EnteredWeek, type SlotAt, drawSlot, roomOn } from './edit.ts'
import { useShownDay } from '../useShownDay.ts'
import { busyDays } from '../weekday.ts'
import { useSlotFocus } from './useSlotFocus.ts'
import { usePen } from './usePen.ts'
import './schedule.css'

/** A week to draw in: slots are added, moved and changed with a pointer or with keys. */
export function WeekCalendar({
  week: entered,
  outputs,
  chosen: picked,
  like,
  put,
  choose,
}: {
  week: EnteredWeek
  outputs: readonly Choice[]
  chosen: SlotAt | undefined
  /** What a new slot sets. */
  like: EnteredSlot
  put: (week: EnteredWeek, at?: SlotAt) => void
  choose: (at: SlotAt | undefined) => void
}) {
  const t = useText()
  const { engine } = useAbout()
  const [shown, show] = useShownDay()
  const grid = useRef<HTMLDivElement>(null)
  const want = useSlotFocus(grid, picked)
  const pen = usePen(entered, picked, { like, put, choose })
  const add = (weekday: number) => {
    const room = roomOn(entered, weekday, like.interfaceId)
    const made = room && drawSlot(entered, weekday, room, like)
    if (!made) return
    want(weekday)
    put(made.week, made.at)
  }
  return (
    <>
      <p className="dim schedule-hint">{t('scheduler.draw')}</p>
      <DayPicker shown={shown} busy={busyDays(pen.week)} show={show} />
      <WeekGrid ref={grid} one label={t('scheduler.slotsByDay')}>
        {weekdays.map(weekday => (
          <WeekDay
            key={weekday}
            weekday={weekday}
            shown={weekday === shown}
            beside={
              <button
                type="button"
                className="week-add"
                disabled={roomOn(entered, weekday, like.interfaceId) === undefined}
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
                outputs={outputs}
                forced={engine === 'FORCED_SCHEDULER'}
                chosen={pen.chosen}
                take={pen.take}
                put={(next, at, day = weekday) => {
                  want(day)
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
