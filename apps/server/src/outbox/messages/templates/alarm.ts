import type { ActionConfiguration } from '@steading/contract/events/outbox'
import type { QueuedNotification } from '../../notification.ts'
import { alarmEmail } from '../alarmEmail.ts'
import type { AlarmContent } from '../alarmEmail.ts'
import { eventUrl } from '../linkTokens.ts'
import { shortText, spokenText } from '../shortText.ts'
import { defineTemplate } from '../template.ts'

/** An occurrence of an event, and whom it notifies. */
export interface Alarm extends Omit<AlarmContent, 'link' | 'own'> {
  readonly eventId: string
  readonly entityId: string
  readonly occurrenceId: string
  /** Identifies the occurrence: nobody is notified of it twice on a channel. */
  readonly key: string
  /** Escalation level; 0: the recipients of the event itself. */
  readonly escalation: number
  /** null: the people in charge, by e-mail. */
  readonly actions: readonly ActionConfiguration[] | null
}

/** Stored with a message, so that a fallback channel and a digest can be rendered from it. */
export interface AlarmValues extends Omit<Alarm, 'actions'> {
  /** Text that the author of the rule wrote for this channel. */
  readonly own?: AlarmContent['own']
}

const parseAlarm = (stored: unknown): AlarmValues => {
  const values = stored as Omit<AlarmValues, 'at' | 'openedAt'> & { at: string; openedAt: string } // safe: only alarmTemplate stores them
  return { ...values, at: new Date(values.at), openedAt: new Date(values.openedAt) }
}

export const alarmTemplate = defineTemplate<AlarmValues>({
  name: 'alarm',
  parse: parseAlarm,
  render(values, { t, timeZone, baseUrl }) {
    const alarm: AlarmContent = { ...values, own: values.own ?? null, link: eventUrl(baseUrl, values.eventId) }
    const email = alarmEmail(alarm, t, timeZone)
    return {
      // A short message has no subject of its own: lists show that of the e-mail.
      subject: email.subject,
      mail: () => email,
      short: () => shortText(alarm, t, timeZone),
      spoken: () => spokenText(alarm, t, timeZone),
    }
  },
})

/** Notifies of an alarm: the channels, people and contacts of its actions, or the people in charge at its escalation level. */
export function alarmNotification({ actions, ...values }: Alarm): QueuedNotification<AlarmValues> {
  const { entityId, eventId, occurrenceId, severity, escalation, at, key } = values
  return {
    recipients: { kind: 'EVENT', entityId, eventId, severity, escalation, actions, at },
    template: alarmTemplate,
    values,
    urgency: severity === 'CRITICAL' ? 'CRITICAL' : 'NORMAL',
    dedupeKey: key,
    subject: { type: 'EVENT', eventId, occurrenceId },
  }
}

/** The alarm that a stored message is about; null: it is about something else. */
export const storedAlarm = (row: { readonly template: string | null; readonly template_values: unknown }): AlarmValues | null =>
  row.template === alarmTemplate.name ? parseAlarm(row.template_values) : null
