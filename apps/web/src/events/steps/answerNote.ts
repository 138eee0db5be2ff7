import type { EventChange } from '@steading/contract/events/steps'
import { camel } from '@steading/locales/camel'
import { since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'

type Told = Pick<EventChange, 'arrivesAt' | 'checks' | 'date'>

/** What an answer says besides its step: the arrival, or what was looked at. */
export function answerNote({ arrivesAt, checks, date }: Told, timeZone: string, t: Translate): string {
  if (arrivesAt !== null) return t('alarm.arrivesBy', { time: since(arrivesAt, date, timeZone, t) })
  return checks.length > 0 ? t('event.checked', { list: checks.map(check => t(`event.check.${camel(check)}`)).join(', ') }) : ''
}
