import { quietAfterStep } from '@steading/contract/escalation'
import type { EventStatus, Severity } from '@steading/contract/events'
import { TOO_OLD } from '@steading/contract/outbox'
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

/** s, after somebody closed by hand what lasts. */
const CLOSED_QUIET = 1800

/** ms that people stay undisturbed after one acknowledged it, or closed it by hand while the danger lasts. */
export const quietFor = (status: 'PENDING' | 'CLOSED', severity: Severity) =>
  (status === 'CLOSED' ? CLOSED_QUIET : quietAfterStep(severity)) * 1000

/** An occurrence that is older when it comes is recorded; people hear of it only if the event is still open. */
export const isOld = (now: Date, ts: Date) => now.getTime() - ts.getTime() > TOO_OLD

export type Next =
  | { readonly kind: 'END' }
  | { readonly kind: 'WAIT'; readonly until: Date }
  /** `again`: ms until it is told once more where nobody is left above; null: the list says. */
  | { readonly kind: 'TELL'; readonly again: number | null }

/**
 * What becomes of an event whose next step is due. Taken up, it stays quiet for a while and then comes back, each time anew;
 * with nobody left above, a critical one goes on all the same, another that nobody took up is left to the bell.
 */
export function nextClimb(of: {
  readonly status: 'OPEN' | 'PENDING'
  readonly severity: Severity
  /** When somebody took it up. */
  readonly takenAt: Date | null
  readonly now: Date
  readonly last: boolean
}): Next {
  const quiet = quietFor('PENDING', of.severity)
  if (of.takenAt && of.takenAt.getTime() + quiet > of.now.getTime())
    return { kind: 'WAIT', until: new Date(of.takenAt.getTime() + quiet) }
  if (!of.last) return { kind: 'TELL', again: null }
  if (of.severity === 'CRITICAL' || of.takenAt) return { kind: 'TELL', again: quiet }
  return { kind: 'END' }
}
