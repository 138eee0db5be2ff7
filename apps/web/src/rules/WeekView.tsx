import type { WeekLine } from '@steading/contract/schedule'
import { useText } from '../platform/texts.tsx'
import { DayPicker } from './DayPicker.tsx'
import { slotTime, slotValue } from './schedule.ts'
import { drawnSlots } from './slots.ts'
import { SlotBox } from './SlotBox.tsx'
import { useShownDay } from './useShownDay.ts'
import type { Slot } from './week.ts'
import { busyDays } from './weekday.ts'
import { WeekDay, WeekGrid, weekdays } from './WeekGrid.tsx'

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
  const [shown, show] = useShownDay()
  const slots = drawnSlots(lines, full)
  return (
    <>
      <DayPicker shown={shown} busy={busyDays(lines)} show={show} />
      <WeekGrid drawing one label={`${t('scheduler.week')}. ${words.join('. ')}`}>
        {weekdays.map(weekday => (
          <WeekDay key={weekday} weekday={weekday} shown={weekday === shown}>
            <div className="week-column">
              {slots
                .filter(one => one.weekday === weekday)
                .map(one => {
                  const [time, value] = [slotTime(one.slot, t), slotValue(one.slot, say)]
                  return (
                    <SlotBox
                      key={`${one.slot.startTime} ${one.slot.endTime}`}
                      place={one}
                      forced={forced}
                      time={time}
                      value={value}
                      title={`${time}: ${value}`}
                    />
                  )
                })}
            </div>
          </WeekDay>
        ))}
      </WeekGrid>
    </>
  )
}
