import { LAST_TIMES } from '@steading/contract/events/events'
import type {
  Check,
  Event,
  EventCategory,
  EventCause,
  EventChange,
  EventDetails,
  EventOrigin,
  EventStatus,
  LastTime,
  TakenUp,
} from '@steading/contract/events/events'
import { missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { dayOfBatch } from '../batches/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { translateWording, wordingFromColumn } from '../platform/text/wording.ts'
import type { z } from 'zod'
import { actuationsFromColumn } from './effects/actuations.ts'
import { causeFromColumn, openingCausesFromColumn } from './cause.ts'
import { presentDanger } from './danger/eventDanger.ts'
import { attachmentsOf } from './manual/attachments.sql.ts'
import { presentAttachment } from '../platform/files/changeAttachments.ts'
import { eventTerminal } from './events.sql.ts'
import { firstCauses } from './occurrences.sql.ts'
import { latestAssignees, nothingFoundBefore } from './status/changes.sql.ts'
import type { changesOf } from './status/changes.sql.ts'
import type { EventRow } from './events.sql.ts'
import { ongoingAfterClosing } from './status/ongoing.ts'
import { isOngoing } from './status/ongoing.sql.ts'

/** Events as in lists. */
export async function presentEvents(work: UnitOfWork, all: readonly EventRow[], t: Translate): Promise<Event[]> {
  const takenUp = await assigneesOf(work, all)
  const lasting = await ongoingAfterClosing(work, all)
  return all.map(row => ({
    ...presentRow(row, t),
    takenUp: takenUp.get(row.id) ?? null,
    lasting: lasting.get(row.id) ?? null,
  }))
}

/** One event as in lists. */
export const presentEvent = async (work: UnitOfWork, row: EventRow, t: Translate): Promise<Event> =>
  (await presentEvents(work, [row], t))[0]! // safe: one of one

/** Assignee by event id, of PENDING events; none if a rule opened the event as PENDING. */
async function assigneesOf(work: UnitOfWork, all: readonly EventRow[]): Promise<ReadonlyMap<string, TakenUp>> {
  const ids = all.filter(row => row.status === 'PENDING').map(row => row.id)
  const found = new Map<string, TakenUp>()
  for (const { eventId, user, name, step, date, notes, arrivesAt } of ids.length > 0 ? await latestAssignees(work, ids) : []) {
    const who = user?.shortName ?? name
    if (who) found.set(eventId, { name: who, step, date: date.toISOString(), notes, arrivesAt: arrivesAt?.toISOString() ?? null })
  }
  return found
}

const presentRow = (row: EventRow, t: Translate): Omit<Event, 'takenUp' | 'lasting'> => {
  const wording = wordingFromColumn(row.wording)
  return {
    id: row.id,
    title: wording ? translateWording(t, wording) : row.title,
    severityLevel: row.severity, // safe: this and the next four are checked by their columns or their writers
    status: row.status,
    category: row.category as EventCategory,
    cause: row.cause as EventCause,
    finding: row.finding,
    origin: row.origin as z.infer<typeof EventOrigin>,
    entity: row.entity,
    batch: row.batch,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    openDate: row.open_date.toISOString(),
    closeDate: row.close_date?.toISOString() ?? null,
    createdBy: row.createdBy,
    closedBy: row.closedBy,
    latestOccurrenceTimestampUtc: row.latest_occurrence?.toISOString() ?? null,
    notificationCounter: row.notifications,
    past: row.is_historic,
    version: row.version,
  }
}

export async function presentDetails(work: UnitOfWork, row: EventRow, t: Translate): Promise<EventDetails> {
  // An occurrence names one condition; the other causes come from the opening.
  const first = (await firstCauses(work, row.id)).map(causeFromColumn).filter(cause => cause !== null)
  const causes = [
    ...first,
    ...openingCausesFromColumn(row.causes).filter(({ line }) => !first.some(frozenCause => frozenCause.line === line)),
  ]
  const box = row.terminal_id === null ? undefined : await eventTerminal(work, row.terminal_id)
  return {
    ...(await presentEvent(work, row, t)),
    // Hidden if the batch is outside the scope of the caller.
    batchSaid: row.batch_assigned_manually && (row.batch !== null || row.batch_id === null),
    batchDay: row.batch && (await dayOfBatch(work, row.batch.id, row.open_date)),
    description: row.description,
    additionalNotes: row.additional_notes,
    nothingFoundAt:
      row.origin === 'AUTOMATIC'
        ? ((await nothingFoundBefore(work, { ...row, before: row.open_date }))?.toISOString() ?? null)
        : null,
    causes: causes.toSorted((a, b) => a.line - b.line),
    recentActuations: actuationsFromColumn(row.actuations),
    attachments: (await attachmentsOf(work, [row.id])).map(presentAttachment),
    lasts: await isOngoing(work, row.id),
    danger: await presentDanger(work, row),
    terminal: box?.id && box.display_name !== null ? { id: box.id, displayName: box.display_name } : null,
    creationTimestampUtc: row.created_at.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  }
}

type ChangeRow = Awaited<ReturnType<typeof changesOf>>[number]

const batchMoveNote = ({ batchFrom, batchTo }: Pick<ChangeRow, 'batchFrom' | 'batchTo'>, t: Translate) =>
  t('event.batchMoved', { from: batchFrom ?? missing, to: batchTo ?? missing })

/** A change in the contract; changes by the platform (rule undeployed, batch moved) get a generated note. */
export const presentChange =
  (t: Translate) =>
  ({
    status,
    notes,
    user,
    name,
    step,
    via,
    note,
    date,
    arrivesAt,
    checks,
    finding,
    ruleLeft,
    ...moved
  }: ChangeRow): EventChange => ({
    notes: ruleLeft ? t('event.ruleLeft') : moved.batchPlace === null ? notes : batchMoveNote(moved, t),
    user,
    name,
    note,
    status: status as EventStatus, // safe: every writer is typed, of these three
    step,
    via: via,
    arrivesAt: arrivesAt?.toISOString() ?? null,
    checks: checks as Check[], // safe: insertChange writes them
    finding,
    date: date.toISOString(),
  })

const HOUR = 3_600_000

/** Resolves a preset to a start date without an end. */
export const resolvePeriod = <
  F extends { lastTime?: z.infer<typeof LastTime> | undefined; fromDate?: string | undefined; toDate?: string | undefined },
>(
  filter: F,
  now: number,
): F =>
  filter.lastTime
    ? { ...filter, fromDate: new Date(now - LAST_TIMES[filter.lastTime] * HOUR).toISOString(), toDate: undefined }
    : filter
