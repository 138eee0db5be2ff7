import type { Cause } from '@steading/contract/events'
import { comparedWords, readingWords } from '@steading/locales/condition'
import type { Translate } from '@steading/locales/text'
import { feedbackOf } from './feedback.ts'

/** What was compared; of a device that does not follow what it was told and what it said. */
export function measuredWords(cause: Cause, t: Translate): string {
  const feedback = feedbackOf(cause)
  if (!feedback) return comparedWords(cause, cause.value, t)
  return t('event.occurrence.feedback', {
    command: readingWords(cause, feedback.ordered, t),
    state: readingWords(cause, feedback.said, t),
  })
}

/** That on differs from off needs no figure. */
export const hasLimit = (cause: Cause): boolean => typeof feedbackOf(cause)?.said !== 'boolean'
