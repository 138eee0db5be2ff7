import type { WallInterval, WeekLine } from '@steading/contract/rules/schedule'
import { useText } from '../../platform/texts.tsx'
import { DayPicker } from './DayPicker.tsx'
import { placeSlots } from './slotLayout.ts'
import { SlotBox } from './SlotBox.tsx'
import { slotTime } from './slotTime.ts'
import { useShownDay } from './useShownDay.ts'
import { scheduledDays } from './weekday.ts'
import { WeekDay, WeekGrid, weekdays } from './WeekGrid.tsx'
import type { WeekLook } from './weekLook.ts'

/** A week in seven columns; `words` say the same to those who cannot see it. */
export function WeekView<S extends WallInterval>({
  lines,
  look,
  words,
}: {
  lines: readonly WeekLine<S>[]
  look: WeekLook<S>
  words: readonly string[]
}) {
  const t = useText()
  const [shown, show] = useShownDay()
  const slots = placeSlots(lines, look.strength)
  return (
    <>
      <DayPicker shown={shown} busy={scheduledDays(lines)} show={show} />
      <WeekGrid drawing one label={`${t('scheduler.week')}. ${words.join('. ')}`}>
        {weekdays.map(weekday => (
          <WeekDay key={weekday} weekday={weekday} shown={weekday === shown}>
            <div className="week-column">
              {slots
                .filter(slot => slot.weekday === weekday)
                .map(slot => {
                  const time = slotTime(slot.slot, t)
                  const value = look.words(slot.slot)
                  return (
                    <SlotBox
                      key={`${slot.slot.startTime} ${slot.slot.endTime}`}
                      place={slot}
                      forced={look.isForced ?? false}
                      time={time}
                      value={look.short?.(slot.slot) ?? value}
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
