import type { Check, EventStatus, EventStep, Finding, STEP_WAYS } from '@steading/contract/events/events'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { fieldChanges, created } from '../../platform/database/fieldChanges.ts'
import { invalid, NotFound, VersionConflict } from '../../platform/failures.ts'
import { deleteEscalationRun, expediteEscalationRun } from '../escalation/escalationRuns.sql.ts'
import { startEscalation } from '../escalation/escalationRuns.ts'
import { dangerOf } from '../danger/eventDanger.ts'
import { pauseEnd } from '../escalation/promises.ts'
import { insertChange } from './changes.sql.ts'
import { eventById, lockEvent, lockEvents, setEventState, setFinding } from '../events.sql.ts'
import type { EventRow } from '../events.sql.ts'
import { findingAfter } from './finding.ts'
import type { Notifier } from '../notification/notifier.types.ts'
import { nextState, auditActionOf, quietPeriod } from './eventState.ts'

export type StatusNotifier = Pick<Notifier, 'publishChange' | 'sendStatusToRule' | 'announceArrival'>

/** Audit target of an event. */
export const auditTarget = ({
  id,
  title,
  entityId,
}: {
  readonly id: string
  readonly title: string
  readonly entityId: string
}) => ({ objectType: 'event', objectId: id, objectName: title, entityId }) as const

export interface StatusRequest {
  readonly status: EventStatus
  readonly notes: string
  readonly step?: EventStep | null
  readonly via?: (typeof STEP_WAYS)[number]
  readonly arrivesAt?: Date | null
  readonly checks?: readonly Check[]
  readonly finding?: Finding | undefined
}

/** Step implied by a status that is set without one. */
const STEP_OF_STATUS = { OPEN: null, PENDING: 'SEEN', CLOSED: 'SOLVED' } as const

const severityOf = ({ severity }: EventRow) => severity

/** A notification has no status to change. @throws Failed */
export function refuseNotification({ category }: Pick<EventRow, 'category'>) {
  if (category === 'NOTIFICATION') throw invalid('category', 'unchangeable')
}

/** Changes the status of an event by a user, or adds a note. */
export async function changeStatus(
  work: UnitOfWork,
  notifier: StatusNotifier,
  row: EventRow,
  { status, notes, step: requestedStep, via = 'SCREEN', arrivesAt = null, checks = [], finding: stated }: StatusRequest,
): Promise<void> {
  const note = requestedStep === undefined && status === row.status
  const step = requestedStep ?? (note ? null : STEP_OF_STATUS[status])
  const state = { status: row.status, closeDate: row.close_date, closedBy: row.closed_by }
  const change = { status, date: work.now, userId: work.actor.id }
  const byName = work.actor.id === null ? work.actor.name : null
  const isPausing = status === 'PENDING' && !note
  // In system scope: the estimate reads what its house has, whatever the actor sees of it.
  const danger = isPausing ? await work.withSystemScope(whole => dangerOf(whole, row)) : null
  const dangerAt = danger && new Date(work.now.getTime() + danger.minutes * 60_000)
  const finding = await findingAfter(work, row, { stated, step, status })
  const answer = { step, via, arrivesAt, dangerAt, checks, finding }
  await insertChange(work, { eventId: row.id, key: null, notes, reporterName: byName, note, ...answer, ...change })
  await setEventState(work, row.id, nextState(state, change))
  if (finding !== null) await setFinding(work, row.id, finding)
  await work.audit({
    ...auditTarget({ id: row.id, title: row.title, entityId: row.entity_id }),
    action: auditActionOf(state.status, status),
    changes: [
      ...fieldChanges({ status: state.status, eventFinding: row.finding }, { status, eventFinding: finding ?? row.finding }),
      ...created({ notes, step, arrivesAt, checks: checks.length > 0 ? [...checks] : null }),
    ],
  })
  notifier.publishChange(work, { ...row, status })
  // A note does not acknowledge.
  if (note) return
  // A step on a closed event must not reach its rule as another closing.
  if (state.status === 'CLOSED' && status === 'CLOSED') return
  // A reopened event restarts its escalation.
  if (state.status === 'CLOSED' && status !== 'CLOSED') await deleteEscalationRun(work, row.id)
  // A manual event without notifications is not escalated.
  if (status !== 'CLOSED' && (row.origin === 'AUTOMATIC' || row.notifications > 0)) {
    await startEscalation(work, row, status === 'PENDING' ? quietPeriod(status, severityOf(row)) : undefined)
    // A run looks at the answers when it is due: an arrival may be named for an earlier time.
    if (step === 'WITHDRAWN') await expediteEscalationRun(work, row.id, work.now)
    if (arrivesAt !== null || dangerAt !== null)
      await expediteEscalationRun(work, row.id, pauseEnd({ date: work.now, arrivesAt, dangerAt }, severityOf(row)))
    if (arrivesAt !== null) await notifier.announceArrival(work, row, { date: work.now, arrivesAt })
  }
  await notifier.sendStatusToRule(work, row, status)
}

/** @throws VersionConflict, NotFound, Failed */
export async function setStatus(
  work: UnitOfWork,
  notifier: StatusNotifier,
  { id, version, ...to }: { id: string; status: EventStatus; notes: string; version: number },
): Promise<EventRow> {
  const row = orNotFound(await lockEvent(work, id))
  if (row.version !== version) throw new VersionConflict()
  refuseNotification(row)
  // Nothing to change.
  if (to.status === row.status && to.notes === '') return row
  await changeStatus(work, notifier, row, to)
  return orNotFound(await eventById(work, id))
}

/** Closes the open ones of these events; answers their number. @throws NotFound if one is missing */
export async function quickClose(
  work: UnitOfWork,
  notifier: StatusNotifier,
  ids: readonly string[],
  notes: string,
): Promise<number> {
  const asked = new Set(ids)
  const rows = await lockEvents(work, [...asked])
  if (rows.length < asked.size) throw new NotFound()
  const open = rows.filter(row => row.status !== 'CLOSED')
  for (const row of open) await changeStatus(work, notifier, row, { status: 'CLOSED', notes })
  return open.length
}
