import { DAY_SECONDS, secondOf } from '@steading/contract/schedule'
import type { WeekLine } from '@steading/contract/schedule'
import type { Slot } from './week.ts'

/** Where a slot stands in the column of its day, and how it looks. */
export interface Place {
  /** From the top of the day and of its own height, in percent of a day. */
  readonly top: number
  readonly height: number
  /** How much of it fits: nothing, its value, its value and its time. */
  readonly room: 'none' | 'value' | 'time'
  /** The strength of its tint, 0 is off. */
  readonly strength: 0 | 1 | 2 | 3
}

/** A slot as it is drawn in the column of its weekday. */
export interface Drawn extends Place {
  readonly weekday: number
  readonly slot: Slot
}

const hour = 3600

/** Off, or a third, two thirds or all of `full`. */
export const strengthOf = (action: boolean | number, full: number): Place['strength'] => {
  const share = Number(action) / full
  if (!(share > 0)) return 0
  return share <= 1 / 3 ? 1 : share <= 2 / 3 ? 2 : 3
}

/** From one second of the day to another, its last. */
export function placeOf(from: number, to: number, action: boolean | number, full: number): Place {
  const length = to + 1 - from
  return {
    top: (100 * from) / DAY_SECONDS,
    height: (100 * length) / DAY_SECONDS,
    room: length >= 2.5 * hour ? 'time' : length >= 1.25 * hour ? 'value' : 'none',
    strength: strengthOf(action, full),
  }
}

/** The slots of a week; `full` is the action that is drawn strongest. */
export const drawnSlots = (lines: readonly WeekLine<Slot>[], full: number): readonly Drawn[] =>
  lines.flatMap(({ weekdays, intervals }) =>
    intervals.flatMap(slot => {
      const place = { slot, ...placeOf(secondOf(slot.startTime), secondOf(slot.endTime), slot.action, full) }
      return weekdays.map(weekday => ({ weekday, ...place }))
    }),
  )

/** The action that is drawn strongest: of a percentage all of it, of other figures the greatest that is set. */
export const fullOf = (actions: readonly (boolean | number | undefined)[], unit: string | null | undefined): number =>
  unit === '%' ? 100 : Math.max(1, ...actions.map(action => Number(action ?? 0)))
