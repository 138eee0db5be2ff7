import type { Notification } from '@steading/contract/events/outbox'
import type { NotificationRow } from '../outbox.sql.ts'

/** Delay after its due time from which a message waits for its channel, ms. */
const OVERDUE = 60_000

type PendingRow = Pick<
  NotificationRow,
  'state' | 'claimed_by' | 'digest_id' | 'due_at' | 'attempts' | 'quiet' | 'in_digest' | 'failed_since'
>

/** What a message waits for; null: an attempt is running, or the message is part of a digest. */
export function pendingReason(row: PendingRow, now: Date): Notification['waits'] {
  if (row.state !== 'QUEUED' || row.claimed_by !== null || row.digest_id !== null) return null
  if (row.due_at > now) {
    const untilUtc = row.due_at.toISOString()
    if (row.attempts > 0) return { for: 'RETRY', untilUtc }
    if (row.quiet) return { for: 'QUIET', untilUtc }
    return row.in_digest ? { for: 'TOGETHER', untilUtc } : null
  }
  const isStuck = row.failed_since !== null && row.due_at.getTime() <= now.getTime() - OVERDUE
  return isStuck ? { for: 'CHANNEL', untilUtc: null } : null
}
