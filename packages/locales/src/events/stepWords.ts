import type { EventStep } from '@steading/contract/events/steps'
import type { TextKey } from '../text.ts'

/** What an event is after each step: on its history, its answer page and in the audit. */
export const STEP_WORDS = {
  SEEN: 'alarm.seen',
  GOING: 'event.state.going',
  CHECKED: 'alarm.checkedOnSite',
  NOTHING_FOUND: 'alarm.nothingFound',
  SOLVED: 'alarm.solved',
  WITHDRAWN: 'alarm.withdrawn',
} as const satisfies Record<EventStep, TextKey>
