import type { Strength } from './slotLayout.ts'
import type { SlotValues } from './weekValues.ts'

/** How the slots of a week are drawn: what each sets, in words and as the strength of its tint. */
export interface WeekLook<S = SlotValues> {
  /** Lanes side by side; slots of one lane may overlap those of another. None or one: a slot has the whole width. */
  readonly lanes?: readonly string[]
  readonly isForced?: boolean
  readonly words: (slot: S) => string
  /** The same where there is little room, without a unit that stands elsewhere. */
  readonly short?: (slot: S) => string
  readonly strength: (slot: S) => Strength
}
