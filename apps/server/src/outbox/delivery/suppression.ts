import { TOO_OLD } from '@steading/contract/events/outbox'
import type { TransportRoute } from '../transport/transportWorker.ts'
import type { DueRow, SuppressionReason } from './delivery.sql.ts'

type Row = Pick<DueRow, 'id' | 'hears' | 'drill_id' | 'event_id' | 'quiet' | 'created_at'>

/** What the decision asks the database, and only where it depends on the answer. */
export interface SuppressionFacts {
  isDrillClosed(drillId: string): Promise<boolean>
  /** `since`: closed after that time. */
  isEventClosed(eventId: string, since?: Date): Promise<boolean>
  /** Are all events closed that a digest reports? False for any other message. */
  areDigestEventsClosed(notificationId: string): Promise<boolean>
}

/** Why a due message is not sent any more; null: it is sent. */
export async function suppressionReason(
  row: Row,
  { channel, now }: { readonly channel: TransportRoute; readonly now: Date },
  facts: SuppressionFacts,
): Promise<Exclude<SuppressionReason, 'COUNTRY' | 'BUDGET'> | null> {
  const { id, drill_id: drillId, event_id: eventId, quiet: wasQuiet, created_at: createdAt } = row
  // An outage delayed it for so long that its event may be closed.
  const isStale = now.getTime() - createdAt.getTime() > TOO_OLD
  if (!row.hears) return 'RECIPIENT'
  if (drillId !== null && (await facts.isDrillClosed(drillId))) return 'DRILL_OVER'
  if (eventId === null) return isStale && (await facts.areDigestEventsClosed(id)) ? 'OVER' : null
  if ((wasQuiet || isStale) && (await facts.isEventClosed(eventId))) return wasQuiet ? 'QUIET_OVER' : 'OVER'
  // A call about an event that was closed meanwhile disturbs for nothing; a text may still be read.
  return channel === 'VOICE' && (await facts.isEventClosed(eventId, createdAt)) ? 'OVER' : null
}
