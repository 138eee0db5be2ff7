import type { Finding } from '@steading/contract/events/kinds'
import type { TextKey } from '../text.ts'

/** Whether something was found after an alarm: on its page, its answer page, in lists, files and the audit. */
export const FINDING_WORDS = {
  SOMETHING: 'event.finding.something',
  NOTHING: 'alarm.nothingFound',
  NOT_LOOKED: 'event.finding.notLooked',
} as const satisfies Record<Finding, TextKey>
