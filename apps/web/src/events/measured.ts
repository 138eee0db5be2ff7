import { feedbackOf } from '@steading/contract/compared'
import type { Cause } from '@steading/contract/events'
import { comparedWords, limitWords, readingWords } from '@steading/locales/condition'
import type { Translate } from '@steading/locales/text'

/** What was compared; of a device that does not follow what it was told and what it said. */
export function measuredWords(cause: Cause, t: Translate): string {
  const feedback = feedbackOf(cause)
  if (!feedback) return comparedWords(cause, cause.value, t)
  return t('event.occurrence.feedback', {
    command: readingWords(cause, feedback.ordered, t),
    state: readingWords(cause, feedback.said, t),
  })
}

/** Any difference counts: "not 0 %" would tell nobody that the device does not follow. */
const differs = (cause: Cause): boolean => {
  const feedback = feedbackOf(cause)
  if (!feedback) return false
  return typeof feedback.said === 'boolean' || (cause.operator === 'NOT_EQUAL' && cause.threshold === 0)
}

/** That on differs from off needs no figure. */
export const hasLimit = (cause: Cause): boolean => !differs(cause)

/** The condition as a field tells it: its limit, or that the device does not follow. */
export const conditionWords = (cause: Cause, t: Translate): string =>
  differs(cause) ? t('event.feedback.differs') : limitWords(cause, t)
