import { since } from '@steading/locales/format'
import { translateWording } from '../../../platform/text/wording.ts'
import type { Wording } from '../../../platform/text/wording.ts'
import { timesIn } from '../email.ts'
import { eventUrl } from '../linkTokens.ts'
import { defineTemplate, emailContent } from '../template.ts'

export interface ArrivalValues {
  readonly eventId: string
  readonly title: string | Wording
  /** Display name of the entity. */
  readonly place: string
  /** Who is on the way. */
  readonly name: string
  /** UTC ms. */
  readonly arrivesAt: number
  /** When they said it, UTC ms. */
  readonly at: number
}

/** Somebody is on the way to an alarm: the others need not go. */
export const arrivalTemplate = defineTemplate<ArrivalValues>({
  name: 'arrival',
  render({ eventId, title, place, name, arrivesAt, at }, { t, timeZone, baseUrl }) {
    const answeredAt = new Date(at)
    const what = typeof title === 'string' ? title : translateWording(t, title)
    const time = since(new Date(arrivesAt), answeredAt, timeZone, t)
    const subject = t('mail.arrival.subject', { name, time, title: what, place })
    return emailContent(
      {
        subject,
        title: subject,
        lines: [t('mail.arrival.rest')],
        link: { words: t('mail.alarm.link'), href: eventUrl(baseUrl, eventId) },
        times: timesIn(timeZone, answeredAt, t),
        footer: t('mail.alarm.footer'),
      },
      t,
    )
  },
})
