import type { EventStatus, EventStep, Severity, STEP_WAYS } from '@steading/contract/events'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { differences, made } from '../platform/differences.ts'
import { invalid, NotFound, VersionConflict } from '../platform/failures.ts'
import { endClimb } from './climb.sql.ts'
import { watchOver } from './climb.ts'
import { insertChange } from './changes.sql.ts'
import { eventById, lockEvent, lockEvents, setStanding } from './events.sql.ts'
import type { EventRow } from './events.sql.ts'
import type { Telling } from './telling.ts'
import { after, auditOf, quietFor } from './transition.ts'

type Tells = Pick<Telling, 'changed' | 'set'>

/** What of an event stands in every trace. */
export const trace = ({ id, title, entityId }: { readonly id: string; readonly title: string; readonly entityId: string }) =>
  ({ objectType: 'event', objectId: id, objectName: title, entityId }) as const

export interface Turn {
  readonly status: EventStatus
  readonly notes: string
  readonly step?: EventStep | null
  readonly via?: (typeof STEP_WAYS)[number]
}

/** What a status that is set by itself says was done. */
const stepOf = { OPEN: null, PENDING: 'SEEN', CLOSED: 'SOLVED' } as const

const severityOf = ({ severity }: EventRow) => severity as Severity // safe: the column's check

/** What is only told is told once. @throws Failed */
export function mustBeChangeable({ category }: Pick<EventRow, 'category'>) {
  if (category === 'NOTIFICATION') throw invalid('category', 'unchangeable')
}

/** A person acknowledges, opens or closes an event, or notes something of it. */
export async function turn(
  work: Work,
  telling: Tells,
  row: EventRow,
  { status, notes, step: said, via = 'SCREEN' }: Turn,
): Promise<void> {
  const note = said === undefined && status === row.status
  const step = said ?? (note ? null : stepOf[status])
  const now = { status: row.status as EventStatus, closeDate: row.close_date, closedBy: row.closed_by } // safe: the column's check
  const change = { status, date: work.now, userId: work.actor.id }
  const byName = work.actor.id === null ? work.actor.name : null
  await insertChange(work, { eventId: row.id, key: null, notes, step, via, byName, note, ...change })
  await setStanding(work, row.id, after(now, change))
  await work.audit({
    ...trace({ id: row.id, title: row.title, entityId: row.entity_id }),
    action: auditOf(now.status, status),
    changes: [...differences({ status: now.status }, { status }), ...made({ notes, step })],
  })
  telling.changed(work, { ...row, status })
  // Who only writes something down has taken nothing up.
  if (note) return
  // A step after the end sets nothing: its rule must not take it for another closing.
  if (now.status === 'CLOSED' && status === 'CLOSED') return
  // What is open again climbs anew.
  if (now.status === 'CLOSED' && status !== 'CLOSED') await endClimb(work, row.id)
  // What a person wrote and told nobody of wakes nobody.
  if (status !== 'CLOSED' && (row.origin === 'AUTOMATIC' || row.notifications > 0))
    await watchOver(work, row, status === 'PENDING' ? quietFor(status, severityOf(row)) : undefined)
  await telling.set(work, row, status)
}

/** @throws VersionConflict, NotFound, Failed */
export async function setStatus(
  work: Work,
  telling: Tells,
  { id, version, ...to }: { id: string; status: EventStatus; notes: string; version: number },
): Promise<EventRow> {
  const row = found(await lockEvent(work, id))
  if (row.version !== version) throw new VersionConflict()
  mustBeChangeable(row)
  // Neither a status nor a note is new.
  if (to.status === row.status && to.notes === '') return row
  await turn(work, telling, row, to)
  return found(await eventById(work, id))
}

/** Closes those that are not closed; answers how many. @throws NotFound unless all are there */
export async function quickClose(work: Work, telling: Tells, ids: readonly string[], notes: string): Promise<number> {
  const asked = new Set(ids)
  const rows = await lockEvents(work, [...asked])
  if (rows.length < asked.size) throw new NotFound()
  const open = rows.filter(row => row.status !== 'CLOSED')
  for (const row of open) await turn(work, telling, row, { status: 'CLOSED', notes })
  return open.length
}
