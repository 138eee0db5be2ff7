import type { Translate } from '@steading/locales/text'
import type { Entered } from './entered.ts'

/** What does not hold, by the path of its entry. */
export function wrongIn({ steps, shifts }: Entered, t: Translate): Record<string, string> {
  const wrong: Record<string, string> = {}
  const required = t('invalid.required')
  for (const [at, { userIds, onDuty }] of steps.entries())
    if (userIds.length === 0 && !onDuty) wrong[`steps.${at}.userIds`] = required
  for (const [at, { weekdays, from, to, userId }] of shifts.entries()) {
    if (weekdays.length === 0) wrong[`shifts.${at}.weekdays`] = required
    if (!/^\d\d:\d\d$/.test(from)) wrong[`shifts.${at}.from`] = t('invalid.clockTime')
    if (!/^\d\d:\d\d$/.test(to)) wrong[`shifts.${at}.to`] = t('invalid.clockTime')
    if (userId === '') wrong[`shifts.${at}.userId`] = required
  }
  return wrong
}
