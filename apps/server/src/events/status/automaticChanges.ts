import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { resumeEscalation } from '../escalation/escalationRuns.ts'
import { insertChange, lastChanges } from './changes.sql.ts'
import type { ChangeReason } from './changes.sql.ts'
import { setEventState } from '../events.sql.ts'
import type { EventRow } from '../events.sql.ts'
import type { Notifier } from '../notification/notifier.types.ts'
import { nextState, isTooOldToNotify } from './eventState.ts'
import type { StatusChange } from './eventState.ts'

/**
 * Changes the status by a rule or the platform. Idempotent by `key`; recorded but not applied if a newer automatic change is known
 * (a box sends its backlog after its current data).
 */
export async function changeAutomatically(
  work: UnitOfWork,
  notifier: Pick<Notifier, 'publishChange' | 'notifyLater'>,
  event: EventRow,
  key: string,
  change: StatusChange & { readonly reason?: ChangeReason },
) {
  if (!(await insertChange(work, { eventId: event.id, key, ...change }))) return
  const { rule: newest } = await lastChanges(work, event.id)
  if (newest && newest.date > change.date) return
  const status = event.status
  const state = nextState({ status, closeDate: event.close_date, closedBy: event.closed_by }, change)
  await setEventState(work, event.id, state)
  if (status === 'CLOSED' && state.status !== 'CLOSED') {
    // Late data: the closing effect may still be in transit, so do not notify yet.
    if (event.is_historic || isTooOldToNotify(work.now, change.date))
      await notifier.notifyLater(work, { ...event, status: state.status })
    else await resumeEscalation(work, event)
  }
  notifier.publishChange(work, { ...event, status: state.status })
}
