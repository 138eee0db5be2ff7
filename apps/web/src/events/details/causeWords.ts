import { feedbackOf } from '@steading/contract/events/comparison'
import type { Cause } from '@steading/contract/events/events'
import { comparedWords, limitWords, readingWords } from '@steading/locales/condition'
import type { Translate } from '@steading/locales/text'

/** What was compared; of a device that does not follow what it was told and what it said. */
export function comparedValueWords(cause: Cause, t: Translate): string {
  const feedback = feedbackOf(cause)
  if (!feedback) return comparedWords(cause, cause.value, t)
  return t('event.occurrence.feedback', {
    command: readingWords(cause, feedback.ordered, t),
    state: readingWords(cause, feedback.feedback, t),
  })
}

/** A device that just does not follow has no limit: "not 0 %" would tell nobody so, and on differs from off without a figure. */
export const hasLimit = (cause: Cause): boolean => {
  const feedback = feedbackOf(cause)
  if (!feedback) return true
  return typeof feedback.feedback !== 'boolean' && !(cause.operator === 'NOT_EQUAL' && cause.threshold === 0)
}

/** The condition as a field tells it: its limit, or that the device does not follow. */
export const conditionWords = (cause: Cause, t: Translate): string =>
  hasLimit(cause) ? limitWords(cause, t) : t('event.feedback.differs')
