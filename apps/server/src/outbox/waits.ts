import type { Notification } from '@steading/contract/outbox'
import type { NotificationRow } from './outbox.sql.ts'

/** Overdue for so long, ms, it waits for its channel. */
const STUCK = 60_000

type Waiting = Pick<
  NotificationRow,
  'state' | 'taken_by' | 'digest_id' | 'due_at' | 'attempts' | 'quiet' | 'gathered' | 'failed_since'
>

/** What a message waits for; what is just being tried, and what is part of another one, waits for nothing of its own. */
export function waitsOf(row: Waiting, now: Date): Notification['waits'] {
  if (row.state !== 'QUEUED' || row.taken_by !== null || row.digest_id !== null) return null
  if (row.due_at > now) {
    const untilUtc = row.due_at.toISOString()
    if (row.attempts > 0) return { for: 'RETRY', untilUtc }
    if (row.quiet) return { for: 'QUIET', untilUtc }
    return row.gathered ? { for: 'TOGETHER', untilUtc } : null
  }
  const isStuck = row.failed_since !== null && row.due_at.getTime() <= now.getTime() - STUCK
  return isStuck ? { for: 'CHANNEL', untilUtc: null } : null
}
