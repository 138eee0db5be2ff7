import { SEVERITIES } from '@steading/contract/events/events'
import type { Severity } from '@steading/contract/events/events'
import { ActionConfiguration } from '@steading/contract/events/outbox'
import type { Channel } from '@steading/contract/events/outbox'
import { defaultLanguage } from '@steading/locales/languages'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { parsePhone } from '../../platform/text/phones.ts'
import { peopleInCharge } from './peopleInCharge.ts'
import { recipientsById, timeZoneOf } from './recipients.sql.ts'
import type { AddressedRecipient, EventTarget, Recipient } from './recipients.ts'

/** The recipients of an event on one channel. */
export interface ChannelRecipients {
  readonly channel: Channel
  /** Least time between two messages of one event on this channel, s; 0: not throttled. */
  readonly recurrence: number
  /** Each address once. */
  readonly to: readonly AddressedRecipient[]
  /** People without an address for this channel, or who want no messages of this severity on it. */
  readonly unreachable: readonly Recipient[]
}

/** Default action: the people in charge, by e-mail. */
export const BY_MAIL: ActionConfiguration = ActionConfiguration.parse({ type: 'MAIL' })

/** Address of a recipient on a channel; null: they have none. */
export const addressOn = (channel: Channel, { email, phone }: Pick<Recipient, 'email' | 'phone'>): string | null =>
  channel === 'MAIL' ? email : phone === null ? null : parsePhone(phone).international

/** The recipients of an event, channel by channel. Runs in system scope: they may stand above the actor. */
export const resolveEventRecipients = (work: UnitOfWork, event: EventTarget): Promise<ChannelRecipients[]> =>
  work.withSystemScope(whole => resolve(whole, event))

async function resolve(work: UnitOfWork, event: EventTarget): Promise<ChannelRecipients[]> {
  const { entityId, severity, escalation, actions } = event
  const resolved: ChannelRecipients[] = []
  let inCharge: Promise<Recipient[]> | undefined
  const loadInCharge = () => (inCharge ??= peopleInCharge(work, event))
  for (const { type, status = 'ACTIVE', notifyResponsible, recurrence, properties } of actions ?? [BY_MAIL]) {
    if (status !== 'ACTIVE') continue
    const found = new Map<string, AddressedRecipient>()
    const unreachable = new Map<string | null, Recipient>()
    const add = (some: readonly Recipient[]) => {
      for (const recipient of some) {
        const address = addressOn(type, recipient)
        const name = address?.toLowerCase() ?? ''
        const known = found.get(name)
        // Two people share a number: the second may be reached on another channel.
        const isShared = known !== undefined && recipient.userId !== null && known.userId !== recipient.userId
        if (address === null || isShared || !acceptsSeverity(recipient, type, severity))
          unreachable.set(recipient.userId, recipient)
        else if (!known) found.set(name, { ...recipient, address })
      }
    }
    add(await recipientsById(work, properties.usersList, entityId))
    if (notifyResponsible || escalation > 0) add(await loadInCharge())
    if (properties.contactsList.length > 0) {
      const timeZone = await timeZoneOf(work, entityId)
      // Contacts have no profile: they read the language of the people in charge.
      const language = (await loadInCharge())[0]?.language ?? defaultLanguage
      const plain = { userId: null, language, timeZone }
      add(properties.contactsList.map(contact => ({ ...plain, email: contact, phone: type === 'MAIL' ? null : contact })))
    }
    resolved.push({ channel: type, recurrence, to: [...found.values()], unreachable: [...unreachable.values()] })
  }
  return resolved
}

/** Preferences of a user; CRITICAL ignores them. */
export const acceptsSeverity = ({ notifications }: Recipient, channel: Channel, severity: Severity) =>
  severity === 'CRITICAL' ||
  !notifications ||
  (notifications.channels[channel] && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(notifications.from))
