import { DANGER_SHARES, type Escalation, STEP_DELAYS } from '@steading/contract/events/escalation'
import { duration, quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { EscalationFormValues } from './escalationForm.ts'

/** What does not hold, by the path of its entry. `shiftsOf`: whose roster the place has. */
export function validate(
  { steps, shifts }: EscalationFormValues,
  { shiftsOf }: Pick<Escalation, 'shiftsOf'>,
  t: Translate,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  const required = t('invalid.required')
  // Whether there is one above a roster of its own, which is taken away here, the server alone knows.
  const isNobodyOnDuty = shifts.length === 0 && shiftsOf === null
  for (const [at, { userIds, onDuty, delay, dangerShare }] of steps.entries()) {
    if (userIds.length === 0 && !onDuty) wrong[`steps.${at}.userIds`] = required
    if (userIds.length === 0 && onDuty && isNobodyOnDuty) wrong[`steps.${at}.onDuty`] = t('invalid.noRoster')
    if (!(delay >= STEP_DELAYS.min && delay <= STEP_DELAYS.max)) wrong[`steps.${at}.delay`] = delayWords(t)
    if (dangerShare !== null && !isShare(dangerShare)) wrong[`steps.${at}.dangerShare`] = shareWords(t)
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
export const messageFor = (field: string, t: Translate): string | undefined =>
  /^steps\.\d+\.delay$/.test(field) ? delayWords(t) : undefined

const isShare = (percent: number): boolean =>
  Number.isInteger(percent) && percent >= DANGER_SHARES.min && percent <= DANGER_SHARES.max

const shareWords = (t: Translate): string =>
  t('form.range', { min: quantity(DANGER_SHARES.min, '%', t, 0), max: quantity(DANGER_SHARES.max, '%', t, 0) })

const delayWords = (t: Translate): string =>
  t('form.spanRange', { min: duration(STEP_DELAYS.min, t), max: duration(STEP_DELAYS.max, t) })

/** What was said before and is so still, in the words of now: entries may have moved. */
export const remainingErrors = (shownErrors: Readonly<Record<string, unknown>>, errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field in shownErrors))
