import type { Channel } from '@steading/contract/events/outbox'
import type { Template } from './messages/template.ts'
import type { DirectRecipients, QueuedRecipients } from './recipients/recipients.ts'

/** CRITICAL passes everything else in the queue, ignores quiet hours, and has a budget of its own. */
export type Urgency = 'NORMAL' | 'CRITICAL'

/** What a notification is about: its history, its links, and what a digest groups. */
export type Subject =
  | { readonly type: 'EVENT'; readonly eventId: string; readonly occurrenceId: string }
  | { readonly type: 'DRILL'; readonly drillId: string }
  | { readonly type: 'RULE'; readonly ruleId: string }
  /** The entity or the person that receives it. */
  | { readonly type: 'RECIPIENT' }

interface Notification<Values> {
  readonly template: Template<Values>
  /** JSON: stored with the message, so that it can be rendered again. */
  readonly values: Values
  /** One message per key, recipient and channel. Providers that honour idempotency keys receive it, too. */
  readonly dedupeKey: string
}

/** Written in the transaction of what it is about, and sent after the commit. */
export interface QueuedNotification<Values = unknown> extends Notification<Values> {
  readonly recipients: QueuedRecipients
  readonly urgency: Urgency
  readonly subject: Subject
}

/**
 * Sent at once and not stored: because its values are secret (a code that sets a password), or because it reports that the
 * queue itself is blocked. It passes budgets, quiet hours and digests.
 */
export interface DirectNotification<Values = unknown> extends Notification<Values> {
  readonly recipients: DirectRecipients
}

/** A message to one recipient on one channel. */
export interface EnqueuedMessage {
  readonly channel: Channel
  readonly userId: string | null
  /** null: the recipient has this message on this channel already. */
  readonly id: string | null
  /** Will the recipient read it: it is queued, or it is kept while no channel is open. */
  readonly isReached: boolean
}
