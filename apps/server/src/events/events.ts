import { LAST_TIMES } from '@steading/contract/events'
import type { Event, EventCategory, EventDetails, EventOrigin, EventStatus, LastTime, Severity } from '@steading/contract/events'
import type { Translate } from '@steading/locales/text'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { VersionConflict } from '../platform/failures.ts'
import { say, wordingOf } from '../platform/wording.ts'
import type { z } from 'zod'
import { actuationsOf } from './actuations.ts'
import { causeOf, causesAt } from './cause.ts'
import { causesOf, eventById, insertChange, lockEvent, setStanding } from './events.sql.ts'
import type { EventRow } from './events.sql.ts'
import type { Telling } from './telling.ts'
import { after, auditOf } from './transition.ts'

export const present = (row: EventRow, t: Translate): Event => {
  const wording = wordingOf(row.wording)
  return {
    id: row.id,
    title: wording ? say(t, wording) : row.title,
    severityLevel: row.severity as Severity, // safe: this and the next three are checked by their columns or their writers
    status: row.status as EventStatus,
    category: row.category as EventCategory,
    origin: row.origin as z.infer<typeof EventOrigin>,
    entity: row.entity,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    openDate: row.open_date.toISOString(),
    closeDate: row.close_date?.toISOString() ?? null,
    createdBy: row.createdBy,
    closedBy: row.closedBy,
    latestOccurrenceTimestampUtc: row.latest_occurrence?.toISOString() ?? null,
    notificationCounter: row.notifications,
    past: row.past,
    version: row.version,
  }
}

export async function details(work: Work, row: EventRow, t: Translate): Promise<EventDetails> {
  // Where all conditions must hold, one speaks for them: the others are known from the opening.
  const first = (await causesOf(work, row.id)).map(causeOf).filter(cause => cause !== null)
  const causes = [...first, ...causesAt(row.causes).filter(({ line }) => !first.some(one => one.line === line))]
  return {
    ...present(row, t),
    description: row.description,
    additionalNotes: row.additional_notes,
    causes: causes.toSorted((a, b) => a.line - b.line),
    recentActuations: actuationsOf(row.actuations),
    terminal: row.terminal_id && row.terminalName !== null ? { id: row.terminal_id, displayName: row.terminalName } : null,
    creationTimestampUtc: row.created_at.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  }
}

const HOUR = 3_600_000

/** A preset counts back from now and leaves no end. */
export const period = <
  F extends { lastTime?: z.infer<typeof LastTime> | undefined; fromDate?: string | undefined; toDate?: string | undefined },
>(
  filter: F,
  now: number,
): F =>
  filter.lastTime
    ? { ...filter, fromDate: new Date(now - LAST_TIMES[filter.lastTime] * HOUR).toISOString(), toDate: undefined }
    : filter

/** A person acknowledges, opens or closes an event. */
export async function setStatus(
  work: Work,
  telling: Pick<Telling, 'changed' | 'set'>,
  asked: { id: string; status: EventStatus; notes: string; version: number },
): Promise<EventRow> {
  const row = found(await lockEvent(work, asked.id))
  if (row.version !== asked.version) throw new VersionConflict()
  const { status, notes } = asked
  const now = { status: row.status as EventStatus, closeDate: row.close_date, closedBy: row.closed_by } // safe: the column's check
  const change = { status, date: work.now, userId: work.actor.id }
  await insertChange(work, { eventId: row.id, key: null, notes, ...change })
  await setStanding(work, row.id, after(now, change))
  await work.audit({
    action: auditOf(now.status, status),
    objectType: 'event',
    objectId: row.id,
    objectName: row.title,
    entityId: row.entity_id,
    changes: [{ field: 'status', old: now.status, new: status }, ...(notes ? [{ field: 'notes', old: null, new: notes }] : [])],
  })
  telling.changed(work, { ...row, status })
  await telling.set(work, row, status)
  return found(await eventById(work, row.id))
}
