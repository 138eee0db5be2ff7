import { DAY_SECONDS, secondOf } from '@steading/contract/rules/schedule'
import type { WallInterval, WeekLine } from '@steading/contract/rules/schedule'

/** The strength of the tint of a slot: 0 is off. */
export type Strength = 0 | 1 | 2 | 3

/** Where a slot stands in the column of its day, and how it looks. */
export interface SlotLayout {
  /** From the top of the day and of its own height, in percent of a day. */
  readonly top: number
  readonly height: number
  /** How much of it fits: nothing, its value, its value and its time. */
  readonly room: 'none' | 'value' | 'time'
  readonly strength: Strength
}

/** A slot as it is drawn in the column of its weekday. */
export interface PlacedSlot<S> extends SlotLayout {
  readonly weekday: number
  readonly slot: S
}

const hour = 3600

/** A third, two thirds or all of `full`; nothing is off. */
export const shareStrength = (value: number, full: number): Strength => {
  const share = value / full
  if (!(share > 0)) return 0
  return share <= 1 / 3 ? 1 : share <= 2 / 3 ? 2 : 3
}

/** From one second of the day to another, its last. */
export function slotLayout(from: number, to: number, strength: Strength): SlotLayout {
  const length = to + 1 - from
  return {
    top: (100 * from) / DAY_SECONDS,
    height: (100 * length) / DAY_SECONDS,
    room: length >= 2.5 * hour ? 'time' : length >= 1.25 * hour ? 'value' : 'none',
    strength,
  }
}

/** The slots of a week. */
export const placeSlots = <S extends WallInterval>(
  lines: readonly WeekLine<S>[],
  strength: (slot: S) => Strength,
): readonly PlacedSlot<S>[] =>
  lines.flatMap(({ weekdays, intervals }) =>
    intervals.flatMap(slot => {
      const place = { slot, ...slotLayout(secondOf(slot.startTime), secondOf(slot.endTime), strength(slot)) }
      return weekdays.map(weekday => ({ weekday, ...place }))
    }),
  )
