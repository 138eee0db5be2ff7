import { DAY_SECONDS, secondOf } from '@steading/contract/schedule'
import type { WeekLine } from '@steading/contract/schedule'
import type { Slot } from './week.ts'

/** A slot as it is drawn in the column of its weekday. */
export interface Drawn {
  readonly weekday: number
  readonly slot: Slot
  /** From the top of the day and of its own height, in percent of a day. */
  readonly top: number
  readonly height: number
  /** How much of it fits: nothing, its value, its value and its time. */
  readonly room: 'none' | 'value' | 'time'
  /** The strength of its tint, 0 is off. */
  readonly strength: 0 | 1 | 2 | 3
}

const hour = 3600

/** Off, or a third, two thirds or all of `full`. */
export const strengthOf = (action: boolean | number, full: number): Drawn['strength'] => {
  const share = Number(action) / full
  if (!(share > 0)) return 0
  return share <= 1 / 3 ? 1 : share <= 2 / 3 ? 2 : 3
}

/** The slots of a week; `full` is the action that is drawn strongest. */
export const drawnSlots = (lines: readonly WeekLine<Slot>[], full: number): readonly Drawn[] =>
  lines.flatMap(({ weekdays, intervals }) =>
    intervals.flatMap(slot => {
      const from = secondOf(slot.startTime)
      const length = secondOf(slot.endTime) + 1 - from
      const place = {
        slot,
        top: (100 * from) / DAY_SECONDS,
        height: (100 * length) / DAY_SECONDS,
        room: length >= 2.5 * hour ? 'time' : length >= 1.25 * hour ? 'value' : 'none',
        strength: strengthOf(slot.action, full),
      } as const
      return weekdays.map(weekday => ({ weekday, ...place }))
    }),
  )
