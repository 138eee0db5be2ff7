import type { EventStatus } from '@steading/contract/events'
import type { Work } from '../platform/database/work.ts'
import { goOn } from './climb.ts'
import { insertChange, lastChanges } from './changes.sql.ts'
import { setStanding } from './events.sql.ts'
import type { EventRow } from './events.sql.ts'
import type { Telling } from './telling.ts'
import { after, isOld } from './transition.ts'
import type { Change } from './transition.ts'

/**
 * A change by a rule or by the platform. It is written down once (`key`), and is in force unless something newer of its kind is
 * known: what a box kept during an outage comes after what it says now.
 */
export async function changeByRule(
  work: Work,
  telling: Pick<Telling, 'changed' | 'tellLater'>,
  event: EventRow,
  key: string,
  to: Change,
) {
  if (!(await insertChange(work, { eventId: event.id, key, ...to }))) return
  const { rule: newest } = await lastChanges(work, event.id)
  if (newest && newest.date > to.date) return
  const status = event.status as EventStatus // safe: the column's check
  const standing = after({ status, closeDate: event.close_date, closedBy: event.closed_by }, to)
  await setStanding(work, event.id, standing)
  if (status === 'CLOSED' && standing.status !== 'CLOSED') {
    // What comes late may be over with what has yet to come.
    if (event.past || isOld(work.now, to.date)) await telling.tellLater(work, { ...event, status: standing.status })
    else await goOn(work, event)
  }
  telling.changed(work, { ...event, status: standing.status })
}
