import type { EventStatus, Severity } from '@steading/contract/events'
import type { AuditAction } from '@steading/contract/audit'

/** A change of status: by a person, by a rule or the platform. */
export interface Change {
  readonly status: EventStatus
  readonly date: Date
  /** null: nobody, but a rule or the platform. */
  readonly userId: string | null
}

export interface Standing {
  readonly status: EventStatus
  readonly closeDate: Date | null
  readonly closedBy: string | null
}

/** OPEN, PENDING and CLOSED may follow one another. CLOSED says when and by whom; leaving it forgets both; again CLOSED keeps them. */
export const after = (now: Standing, change: Change): Standing => {
  if (change.status !== 'CLOSED') return { status: change.status, closeDate: null, closedBy: null }
  if (now.status === 'CLOSED') return now
  return { status: 'CLOSED', closeDate: change.date, closedBy: change.userId }
}

/** What the audit calls a change by a person. */
export const auditOf = (from: EventStatus, to: EventStatus): AuditAction =>
  to === 'CLOSED' && from !== 'CLOSED' ? 'CLOSE' : from === 'CLOSED' && to !== 'CLOSED' ? 'REOPEN' : 'UPDATE'

const MINUTE = 60_000

/** How long people stay undisturbed after one acknowledged it, or closed it by hand while the danger lasts. */
export const quietFor = (status: 'PENDING' | 'CLOSED', severity: Severity) =>
  (status === 'CLOSED' ? 30 : severity === 'CRITICAL' ? 15 : 60) * MINUTE

/** An occurrence that is older than this when it comes is recorded; people hear of it only if the event is still open. */
export const TOO_OLD = 60 * MINUTE

export const isOld = (now: Date, ts: Date) => now.getTime() - ts.getTime() > TOO_OLD
