import type { Channel } from '@steading/contract/events/outbox'
import type { Translate } from '@steading/locales/text'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { Part } from '../platform/part.ts'
import type { DirectNotification, EnqueuedMessage, QueuedNotification } from './notification.ts'
import type { Destination, EventTarget, OnDutyRecipients, Recipient } from './recipients/recipients.ts'
import type { ProviderCallback } from './transport/provider.ts'

/** A recipient acknowledged an event by a message. */
export interface Acknowledged {
  readonly eventId: string
  /** null: somebody without an account. */
  readonly userId: string | null
  /** The number that was called. */
  readonly recipient: string
  readonly channel: Channel
  /** They are on the way as well. */
  readonly isGoing?: boolean
}
declare module '../platform/bus.ts' {
  interface Messages {
    'notification.acknowledged': Acknowledged
    /** A recipient confirmed a message of a drill. */
    'drill.confirmed': { readonly drillId: string }
  }
}

export interface Notifier {
  /**
   * Queues a notification in the transaction of what it is about; it is sent after the commit. One message per dedupe key,
   * recipient and channel. Answers one result for each recipient and channel; a heartbeat has none.
   */
  notify<Values>(work: UnitOfWork, notification: QueuedNotification<Values>): Promise<readonly EnqueuedMessage[]>
  /**
   * Sends a notification now and stores nothing. A PERSON without a mail server: the message is kept, where only ROOT finds it.
   * Answers the number of recipients reached. @throws NotDelivered to a PERSON
   */
  notifyNow<Values>(notification: DirectNotification<Values>): Promise<number>
  /** The destinations that a notification would have now. */
  preview(
    work: UnitOfWork,
    recipients: ({ readonly kind: 'EVENT' } & EventTarget) | OnDutyRecipients,
  ): Promise<readonly Destination[]>
}

export interface Outbox extends Notifier {
  readonly part: Part
  /** The listener runs after the commit, once for each event that a key press acknowledged. Answers how to unsubscribe. */
  onAcknowledged(listener: (acknowledged: Acknowledged) => void | Promise<void>): () => void
  /** A key was pressed during a call. undefined: the call is unknown, or the provider did not sign. */
  pressed(key: Pressed): Promise<KeyResult | undefined>
  /** A text message arrived; false: the provider did not sign it. */
  replied(reply: Reply): Promise<boolean>
  /** Delivery status of a message; false: the provider did not sign it, or there is no such message. */
  reported(report: Report): Promise<boolean>
  /** Confirms a message of a drill; false: it was confirmed before. */
  confirm(work: UnitOfWork, notificationId: string): Promise<boolean>
  /** People in charge of an entity whom an open channel reaches. */
  reached(work: UnitOfWork, entityId: string): Promise<Recipient[]>
  /**
   * Channels that have sent nothing since then though messages wait, each with a channel that may notify these people of it;
   * null: no open channel works.
   */
  stalled(
    work: UnitOfWork,
    since: Date,
    to: readonly Recipient[],
  ): Promise<readonly { readonly channel: Channel; readonly by: Channel | null }[]>
  /** Is there an open CRITICAL alarm that has reached nobody since then, as each of its messages was refused? */
  isUnheard(work: UnitOfWork, since: Date): Promise<boolean>
  /** Looks for due messages now rather than within a second. */
  wake(): void
}

export interface Pressed extends Pick<ProviderCallback, 'fields' | 'signature'> {
  readonly token: string
  readonly digits: string
}

export interface KeyResult {
  /** Translator of the recipient. */
  readonly t: Translate
  readonly isNoted: boolean
  /** The recipient is on the way. */
  readonly isGoing: boolean
  readonly isDrill: boolean
}

export interface Reply extends Pick<ProviderCallback, 'fields' | 'signature'> {
  readonly from: string
  readonly text: string
}

export interface Report extends Pick<ProviderCallback, 'fields' | 'signature'> {
  /** Id of the message. */
  readonly id: string
  readonly status: string
  /** The provider's error code; empty: none. */
  readonly reason: string
}
