import type { EventStatus } from '@steading/contract/events/events'
import type { ActionConfiguration, Channel } from '@steading/contract/events/outbox'
import type { Alarm, Destination, EventTarget } from '../../outbox/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Wording } from '../../platform/text/wording.ts'
import type { EventRow } from '../events.sql.ts'

export interface Occurrence extends Pick<Alarm, 'n' | 'last' | 'escalation' | 'cause' | 'fact' | 'written' | 'key' | 'at'> {
  readonly id: string
  /** What people did meanwhile, a sentence each. */
  readonly news?: readonly Wording[]
}

export interface Notifier {
  /** Publishes a change to the browsers after the commit. */
  publishChange(work: UnitOfWork, event: Pick<EventRow, 'id' | 'entity_id' | 'status'>): void
  /** To the people; null actions mean the responsibles by mail. Answers how many hear of it on each channel. */
  notify(
    work: UnitOfWork,
    event: EventRow,
    actions: readonly ActionConfiguration[] | null,
    occurrence: Occurrence,
  ): Promise<ReachedByChannel>
  /** The recipients that an alarm of an event would have now, by channel. */
  resolveRecipients(work: UnitOfWork, event: EventTarget): Promise<readonly Destination[]>
  /** Whom its rule tells now, or its writer told; null: the people in charge, by mail. */
  actionsOf(work: UnitOfWork, event: EventRow): Promise<readonly ActionConfiguration[] | null>
  /** Schedules the notification of a very late occurrence: sent after the rest of the backlog, if the event is still open. */
  notifyLater(work: UnitOfWork, event: EventRow, attempt?: number): Promise<void>
  notifyIfStillOpen(work: UnitOfWork, eventId: string): Promise<void>
  /** Tells everybody else who was notified that the actor is on the way. */
  announceArrival(work: UnitOfWork, event: EventRow, promise: { readonly date: Date; readonly arrivesAt: Date }): Promise<void>
  /** Sends the status to the rule that opened the event, on its box or in the server. */
  sendStatusToRule(work: UnitOfWork, event: EventRow, status: EventStatus): Promise<void>
}

/** Number of recipients that messages reach, by channel. */
export type ReachedByChannel = Readonly<Record<Channel, number>>
