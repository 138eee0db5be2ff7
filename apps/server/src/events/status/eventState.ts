import { quietAfterStep } from '@steading/contract/events/escalation'
import type { EventStatus, Severity } from '@steading/contract/events/events'
import { TOO_OLD } from '@steading/contract/events/outbox'
import type { AuditAction } from '@steading/contract/users/audit'

/** A change of status: by a person, by a rule or the platform. */
export interface StatusChange {
  readonly status: EventStatus
  readonly date: Date
  /** null: a rule or the platform. */
  readonly userId: string | null
}

export interface EventState {
  readonly status: EventStatus
  readonly closeDate: Date | null
  readonly closedBy: string | null
}

/** State after a change. All transitions are allowed. CLOSED stores date and user; reopening clears them; closing again keeps them. */
export const nextState = (now: EventState, change: StatusChange): EventState => {
  if (change.status !== 'CLOSED') return { status: change.status, closeDate: null, closedBy: null }
  if (now.status === 'CLOSED') return now
  return { status: 'CLOSED', closeDate: change.date, closedBy: change.userId }
}

/** Audit action of a change by a user. */
export const auditActionOf = (from: EventStatus, to: EventStatus): AuditAction =>
  to === 'CLOSED' && from !== 'CLOSED' ? 'CLOSE' : from === 'CLOSED' && to !== 'CLOSED' ? 'REOPEN' : 'UPDATE'

/** s, after a user closed an ongoing event. */
const QUIET_AFTER_CLOSING = 1800

/** ms without notifications after a user acknowledged an event, or closed it while its condition holds. */
export const quietPeriod = (status: 'PENDING' | 'CLOSED', severity: Severity) =>
  (status === 'CLOSED' ? QUIET_AFTER_CLOSING : quietAfterStep(severity)) * 1000

/** Is an occurrence too old to notify? It is recorded; notified later if the event is still open. */
export const isTooOldToNotify = (now: Date, ts: Date) => now.getTime() - ts.getTime() > TOO_OLD
