import type { Severity } from '@steading/contract/events/events'
import type { ActionConfiguration, Channel } from '@steading/contract/events/outbox'
import type { NotificationPreferences, QuietHours } from '@steading/contract/users/users'
import type { NotationChoice } from '@steading/locales/notation'
import type { z } from 'zod'

/** Somebody who receives messages; without an id: somebody without an account. */
export interface Recipient extends NotationChoice {
  readonly userId: string | null
  /** Address, or the number of somebody without an account: their name in lists. */
  readonly email: string
  readonly phone: string | null
  readonly language: string
  readonly timeZone: string
  /** Preferences of a user. */
  readonly notifications?: Pick<z.output<typeof NotificationPreferences>, 'channels' | 'from'> & {
    readonly quiet?: QuietHours | null
  }
}

/** A recipient with their address on one channel: an e-mail address, or a number in E.164. */
export interface AddressedRecipient extends Recipient {
  readonly address: string
}

export interface EventTarget {
  readonly entityId: string
  /** Its escalation run knows whose turn it was; null: no event yet. */
  readonly eventId: string | null
  readonly severity: Severity
  /** Escalation level; 0: the recipients of the event itself. */
  readonly escalation: number
  /** null: the people in charge, by e-mail. */
  readonly actions: readonly ActionConfiguration[] | null
}

/** The recipients of an alarm: by its actions and its escalation level, throttled, with fallback channels. */
export interface EventRecipients extends EventTarget {
  readonly kind: 'EVENT'
  /** Time of the occurrence: repetitions are throttled against it. */
  readonly at: Date
}

/** The people in charge of an entity, on every open channel on which they receive alarms. */
export interface OnDutyRecipients {
  readonly kind: 'ON_DUTY'
  readonly entityId: string
}

/**
 * The responsibles of an entity but one, by e-mail and whatever their preferences; where it has none, those of the nearest
 * entity above.
 */
export interface ResponsibleRecipients {
  readonly kind: 'RESPONSIBLES'
  readonly entityId: string
  /** Who caused the notification. */
  readonly except: string | null
}

/** A person whom the caller knows, by e-mail. */
export interface PersonRecipient {
  readonly kind: 'PERSON'
  readonly entityId: string
  readonly person: Omit<Recipient, 'phone' | 'notifications'>
}

/**
 * A user, by one message on what they subscribed to: an e-mail, or a WhatsApp message where their preferences turn e-mail off and
 * WhatsApp on, and it reaches them.
 */
export interface SubscriberRecipient {
  readonly kind: 'SUBSCRIBER'
  readonly entityId: string
  readonly userId: string
}

/** The external service that watches the heartbeat of the alarm path. Only the newest message counts. */
export interface MonitorRecipient {
  readonly kind: 'MONITOR'
  readonly entityId: string
}

/** Everybody who was notified of an event but one, each once, by a written message on a channel that reached them. */
export interface NotifiedRecipients {
  readonly kind: 'NOTIFIED'
  readonly entityId: string
  readonly eventId: string
  /** Who caused the notification. */
  readonly except: { readonly userId: string | null; readonly recipient: string | null }
}

/** People whom the caller knows, each over the first of e-mail, SMS and call that works. */
export interface PeopleRecipients {
  readonly kind: 'PEOPLE'
  readonly people: readonly Recipient[]
}

export type StoredRecipients =
  | EventRecipients
  | OnDutyRecipients
  | ResponsibleRecipients
  | NotifiedRecipients
  | PersonRecipient
  | SubscriberRecipient
export type QueuedRecipients = StoredRecipients | MonitorRecipient
export type DirectRecipients = PersonRecipient | PeopleRecipients

/** One recipient on one channel. */
export interface Destination {
  readonly channel: Channel
  readonly to: AddressedRecipient
  /** Text that the author of the rule wrote for this channel. */
  readonly own?: { readonly subject: string; readonly body: string } | null
}
