import { type Escalation, STEP_DELAYS } from '@steading/contract/escalation'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { Entered } from './entered.ts'

/** What does not hold, by the path of its entry. `shiftsOf`: whose roster the place has. */
export function wrongIn(
  { steps, shifts }: Entered,
  { shiftsOf }: Pick<Escalation, 'shiftsOf'>,
  t: Translate,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  const required = t('invalid.required')
  // Whether there is one above a roster of its own, which is taken away here, the server alone knows.
  const isNobodyOnDuty = shifts.length === 0 && shiftsOf === null
  for (const [at, { userIds, onDuty, delay }] of steps.entries()) {
    if (userIds.length === 0 && !onDuty) wrong[`steps.${at}.userIds`] = required
    if (userIds.length === 0 && onDuty && isNobodyOnDuty) wrong[`steps.${at}.onDuty`] = t('invalid.noRoster')
    if (!(delay >= STEP_DELAYS.min && delay <= STEP_DELAYS.max)) wrong[`steps.${at}.delay`] = delayWords(t)
  }
  for (const [at, { weekdays, from, to, userId }] of shifts.entries()) {
    if (weekdays.length === 0) wrong[`shifts.${at}.weekdays`] = required
    if (!/^\d\d:\d\d$/.test(from)) wrong[`shifts.${at}.from`] = t('invalid.clockTime')
    if (!/^\d\d:\d\d$/.test(to)) wrong[`shifts.${at}.to`] = t('invalid.clockTime')
    if (userId === '') wrong[`shifts.${at}.userId`] = required
  }
  return wrong
}

/** What the server says in seconds, the field says in its own units. */
export const wordsAt = (field: string, t: Translate): string | undefined =>
  /^steps\.\d+\.delay$/.test(field) ? delayWords(t) : undefined

const delayWords = (t: Translate): string =>
  t('form.spanRange', { min: duration(STEP_DELAYS.min, t), max: duration(STEP_DELAYS.max, t) })

/** What was said before and is so still, in the words of now: entries may have moved. */
export const stillWrong = (said: Readonly<Record<string, unknown>>, now: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(now).filter(([field]) => field in said))
