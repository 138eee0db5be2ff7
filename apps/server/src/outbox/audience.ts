import { SEVERITIES } from '@steading/contract/events'
import type { Severity } from '@steading/contract/events'
import { ActionConfiguration } from '@steading/contract/outbox'
import type { Channel } from '@steading/contract/outbox'
import { defaultLanguage } from '@steading/locales/languages'
import type { Work } from '../platform/database/work.ts'
import { peopleOf, responsiblesOf, zoneOf } from './outbox.sql.ts'
import type { Recipient } from './outbox.sql.ts'

export interface Told {
  readonly entityId: string
  readonly severity: Severity
  /** Steps up the list of people; 0: the event's own recipients. */
  readonly escalation: number
  /** null: the responsibles, by mail. */
  readonly actions: readonly ActionConfiguration[] | null
}

/** Who hears on one channel. */
export interface Audience {
  readonly channel: Channel
  /** s between two on this channel for one event; 0: each. */
  readonly recurrence: number
  /** Each address once, whoever named it. */
  readonly to: readonly Recipient[]
}

/** What is done where nobody said anything else: the people in charge, by mail. */
export const BY_MAIL: ActionConfiguration = ActionConfiguration.parse({ type: 'MAIL' })

/** Who is to hear of an event, channel by channel, as far as its channels have a way out. */
export async function audience(work: Work, { entityId, severity, escalation, actions }: Told): Promise<Audience[]> {
  const heard: Audience[] = []
  for (const { type, status = 'ACTIVE', notifyResponsible, recurrence, properties } of actions ?? [BY_MAIL]) {
    if (type !== 'MAIL' || status !== 'ACTIVE') continue
    const found = new Map<string, Recipient>()
    const add = (some: readonly Recipient[]) => {
      for (const one of some)
        if (wants(one, type, severity) && !found.has(one.email.toLowerCase())) found.set(one.email.toLowerCase(), one)
    }
    add(await peopleOf(work, properties.usersList, entityId))
    if (notifyResponsible || escalation > 0) add(await responsiblesOf(work, entityId, escalation))
    if (properties.contactsList.length > 0) {
      const timeZone = await zoneOf(work, entityId)
      add(properties.contactsList.map(email => ({ userId: null, email, language: defaultLanguage, timeZone })))
    }
    heard.push({ channel: type, recurrence, to: [...found.values()] })
  }
  return heard
}

/** What a person has chosen; of what is CRITICAL everybody hears. */
const wants = ({ notifications }: Recipient, channel: Channel, severity: Severity) =>
  severity === 'CRITICAL' ||
  !notifications ||
  (notifications.channels[channel] && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(notifications.from))
