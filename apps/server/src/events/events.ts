import { LAST_TIMES } from '@steading/contract/events'
import type {
  Event,
  EventCategory,
  EventCause,
  EventChange,
  EventDetails,
  EventOrigin,
  EventStatus,
  LastTime,
  Severity,
  TakenUp,
} from '@steading/contract/events'
import { missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { Work } from '../platform/database/work.ts'
import { say, wordingOf } from '../platform/wording.ts'
import type { z } from 'zod'
import { actuationsOf } from './actuations.ts'
import { causeOf, causesAt } from './cause.ts'
import { attachmentsOf } from './attachments.sql.ts'
import { presentAttachment } from './attachments.ts'
import { boxOf } from './events.sql.ts'
import { causesOf } from './occurrences.sql.ts'
import { takenUpBy } from './changes.sql.ts'
import type { changesOf } from './changes.sql.ts'
import type { EventRow } from './events.sql.ts'
import { lastingOf } from './lasting.ts'
import { lasts } from './steps.sql.ts'

/** As lists show them. */
export async function presentAll(work: Work, all: readonly EventRow[], t: Translate): Promise<Event[]> {
  const [takenUp, lasting] = [await takenUpOf(work, all), await lastingOf(work, all)]
  return all.map(row => ({
    ...present(row, t),
    takenUp: takenUp.get(row.id) ?? null,
    lasting: lasting.get(row.id) ?? null,
  }))
}

/** The same of one. */
export const presentOne = async (work: Work, row: EventRow, t: Translate): Promise<Event> =>
  (await presentAll(work, [row], t))[0]! // safe: one of one

/** Those that are in progress, each with whoever is on it: a rule that opens it so is nobody. */
async function takenUpOf(work: Work, all: readonly EventRow[]): Promise<ReadonlyMap<string, TakenUp>> {
  const ids = all.filter(row => row.status === 'PENDING').map(row => row.id)
  const found = new Map<string, TakenUp>()
  for (const { eventId, user, name, step, date, notes } of ids.length > 0 ? await takenUpBy(work, ids) : []) {
    const who = user?.shortName ?? name
    if (who) found.set(eventId, { name: who, step: step as TakenUp['step'], date: date.toISOString(), notes }) // safe: the column's check
  }
  return found
}

const present = (row: EventRow, t: Translate): Omit<Event, 'takenUp' | 'lasting'> => {
  const wording = wordingOf(row.wording)
  return {
    id: row.id,
    title: wording ? say(t, wording) : row.title,
    severityLevel: row.severity as Severity, // safe: this and the next four are checked by their columns or their writers
    status: row.status as EventStatus,
    category: row.category as EventCategory,
    cause: row.cause as EventCause,
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
    past: row.past,
    version: row.version,
  }
}

export async function details(work: Work, row: EventRow, t: Translate): Promise<EventDetails> {
  // Where all conditions must hold, one speaks for them: the others are known from the opening.
  const first = (await causesOf(work, row.id)).map(causeOf).filter(cause => cause !== null)
  const causes = [...first, ...causesAt(row.causes).filter(({ line }) => !first.some(one => one.line === line))]
  const box = row.terminal_id === null ? undefined : await boxOf(work, row.terminal_id)
  return {
    ...(await presentOne(work, row, t)),
    // Of a batch out of sight there is nothing to say.
    batchSaid: row.batch_said && (row.batch !== null || row.batch_id === null),
    description: row.description,
    additionalNotes: row.additional_notes,
    causes: causes.toSorted((a, b) => a.line - b.line),
    recentActuations: actuationsOf(row.actuations),
    attachments: (await attachmentsOf(work, [row.id])).map(presentAttachment),
    lasts: await lasts(work, row.id),
    terminal: box?.id && box.display_name !== null ? { id: box.id, displayName: box.display_name } : null,
    creationTimestampUtc: row.created_at.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  }
}

type ChangeRow = Awaited<ReturnType<typeof changesOf>>[number]

const batchMoved = ({ batchFrom, batchTo }: Pick<ChangeRow, 'batchFrom' | 'batchTo'>, t: Translate) =>
  t('event.batchMoved', { from: batchFrom ?? missing, to: batchTo ?? missing })

/** What the platform did for a rule that was taken out of service, or when the days of a batch changed, says so in its notes. */
export const presentChange =
  (t: Translate) =>
  ({ status, notes, user, name, step, via, note, date, ruleLeft, ...moved }: ChangeRow): EventChange => ({
    ...{ notes: ruleLeft ? t('event.ruleLeft') : moved.batchPlace === null ? notes : batchMoved(moved, t), user, name, note },
    status: status as EventStatus, // safe: every writer is typed, of these three
    step: step as EventChange['step'],
    via: via as EventChange['via'],
    date: date.toISOString(),
  })

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
