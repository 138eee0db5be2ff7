import { isHelpdesk, WRITTEN_WITHIN } from '@steading/contract/events'
import type { CreateEvent, EditEvent, EventCategory, Unheard } from '@steading/contract/events'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { batchById } from '../batches/index.ts'
import { entityById, mustBeActive } from '../entities/index.ts'
import { mustSeeUsers, mustTellByRight } from '../outbox/index.ts'
import type { Heard } from '../outbox/index.ts'
import { mayDo } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { mustHaveBeen } from '../platform/dates.ts'
import { differences, gone, made } from '../platform/differences.ts'
import { invalid, VersionConflict } from '../platform/failures.ts'
import { attachmentsOf } from './attachments.sql.ts'
import { changeAttachments } from './attachments.ts'
import type { Keeping, Stored } from './attachments.ts'
import { watchOver } from './climb.ts'
import { mustBeChangeable, trace, turn } from './byHand.ts'
import { insertChange } from './changes.sql.ts'
import { eventById, lockEvent } from './events.sql.ts'
import { batchAfter, batchOf, batchSeen, mustSeeBatches } from './ofBatch.ts'
import { insertOccurrence } from './occurrences.sql.ts'
import type { EventRow } from './events.sql.ts'
import type { Telling } from './telling.ts'
import { after } from './transition.ts'
import { unheardIn } from './unheard.ts'
import { deleteEvent, insertWritten, setActions, updateWritten } from './written.sql.ts'
import type { Written } from './written.sql.ts'

export interface Saved {
  readonly row: EventRow
  readonly heard: Heard
  readonly unheard: readonly Unheard[]
}
const NOBODY: Heard = { MAIL: 0, SMS: 0, VOICE: 0, WHATSAPP: 0 }

type Tells = Pick<Telling, 'changed' | 'set' | 'tell'>

/** @throws Failed with the field that is wrong */
export async function createEvent(
  work: Work,
  asked: CreateEvent,
  added: readonly Stored[],
  keeping: Keeping,
  telling: Tells,
): Promise<Saved> {
  const { status, additionalNotes } = asked
  if (isHelpdesk(asked.category) && !mayDo(work.actor, 'helpdesk.read')) throw invalid('category', 'notAllowed')
  const said = await saidOf(work, asked)
  await mustStandThere(work, { category: asked.category, entityId: said.entityId })
  mustBeLately(work, asked.openDate)
  const change = { status, date: work.now, userId: work.actor.id }
  const id = await insertWritten(work, said, after({ status: 'OPEN', closeDate: null, closedBy: null }, change))
  await insertChange(work, { eventId: id, key: null, notes: additionalNotes, ...change })
  const files = await changeAttachments(work, keeping, { id, entityId: said.entityId }, { added, removed: [] })
  await work.audit({
    ...trace({ id, ...said }),
    action: 'CREATE',
    changes: [...made({ ...(await told(work, said)), status, actions: asked.actions }), ...files],
  })
  telling.changed(work, { id, entity_id: said.entityId, status })
  return tellOf(work, id, asked.actions, telling)
}

/**
 * What a rule or the platform opened keeps what they said of it: where, since when, how grave.
 * @throws Failed, VersionConflict, NotFound
 */
export async function editEvent(
  work: Work,
  id: string,
  asked: EditEvent,
  added: readonly Stored[],
  keeping: Keeping,
  telling: Tells,
): Promise<Saved> {
  const before = found(await lockEvent(work, id))
  if (before.version !== asked.version) throw new VersionConflict()
  const category = before.category as EventCategory // safe: every writer is typed
  mustBeChangeable(before)
  if (asked.category !== category && (isHelpdesk(asked.category) !== isHelpdesk(category) || asked.category === 'NOTIFICATION'))
    throw invalid('category', 'unchangeable')
  const was = writtenIn(before)
  const place = asked.entityId ?? was.entityId
  const openDate = asked.openDate === undefined ? was.openDate : new Date(asked.openDate)
  mustSeeBatches(work, asked.batchId)
  const { batchId, batchSaid } = await batchAfter(work, was, { ...asked, place, openDate })
  const now: Written = {
    entityId: place,
    // A title in the platform's own words reads differently in each language, and stays.
    title: before.wording === null ? (asked.title ?? was.title) : was.title,
    severity: asked.severityLevel ?? was.severity,
    description: asked.description,
    additionalNotes: asked.additionalNotes || was.additionalNotes,
    category: asked.category,
    cause: asked.cause,
    openDate,
    batchId,
    batchSaid,
  }
  if (before.origin === 'AUTOMATIC')
    for (const { field } of differences(was, now))
      if (field in FIXED) throw invalid(FIXED[field as keyof typeof FIXED], 'unchangeable') // safe: just checked
  if (now.entityId !== was.entityId) await mustStandThere(work, { ...asked, entityId: now.entityId })
  if (now.openDate.getTime() !== was.openDate.getTime()) mustBeLately(work, now.openDate.toISOString())
  const files = await changeAttachments(
    work,
    keeping,
    { id, entityId: now.entityId },
    { added, removed: asked.removedAttachments },
  )
  const notified = asked.actions.filter(isActive).map(one => ({ field: 'actions', old: null, new: one }))
  const changes = [
    ...differences(await told(work, was), await told(work, now)).filter(one => one.field !== 'additionalNotes'),
    ...files,
    ...notified,
  ]
  const isTurned = asked.status !== before.status || asked.additionalNotes !== ''
  if (changes.length > 0 || isTurned) await updateWritten(work, id, now)
  if (changes.length > 0) {
    await work.audit({ ...trace({ id, ...now }), action: 'UPDATE', changes })
    telling.changed(work, { ...before, entity_id: now.entityId })
  }
  if (isTurned)
    await turn(work, telling, found(await eventById(work, id)), { status: asked.status, notes: asked.additionalNotes })
  const row = found(await eventById(work, id))
  // It may be graver now than when people were told.
  if (row.severity !== before.severity && row.status !== 'CLOSED' && row.notifications > 0) await watchOver(work, row)
  return tellOf(work, id, asked.actions, telling)
}

/** By the names that callers know. */
const FIXED = {
  entityId: 'entityId',
  title: 'title',
  severity: 'severityLevel',
  openDate: 'openDate',
  batchId: 'batchId',
  batchSaid: 'batchId',
} as const

/** @throws Failed for what no person wrote, and tickets; NotFound */
export async function removeEvent(work: Work, id: string, { files }: Pick<Keeping, 'files'>, telling: Pick<Telling, 'changed'>) {
  const row = found(await lockEvent(work, id))
  const said = writtenIn(row)
  if (row.origin === 'AUTOMATIC' || isHelpdesk(row.category as EventCategory)) throw invalid('id', 'stays') // safe: as above
  const attached = await attachmentsOf(work, [id])
  await deleteEvent(work, id)
  await files.drop(
    work,
    attached.map(one => one.fileId),
  )
  await work.audit({
    ...trace({ id, ...said }),
    action: 'DELETE',
    changes: gone({ ...(await told(work, said)), status: row.status, attachments: attached.map(one => one.name) }),
  })
  telling.changed(work, row)
}

/** As traces tell it: place and batch by their names. */
const told = async (work: Work, said: Written) => ({
  title: said.title,
  severity: said.severity,
  eventCategory: said.category,
  cause: said.cause,
  openDate: said.openDate,
  eventDescription: said.description,
  additionalNotes: said.additionalNotes,
  entity: (await work.beyond(whole => entityById(whole, said.entityId)))?.displayName ?? null,
  batch: said.batchId
    ? ((await work.beyond(whole => batchById(whole, said.batchId!)))?.code ?? null) // safe: just looked
    : said.batchSaid
      ? 'NONE'
      : null,
  batchSaid: said.batchSaid || null,
})

const isActive = (one: ActionConfiguration) => one.status === 'ACTIVE'

/** Whoever it names is told now, in an occurrence of its own. */
async function tellOf(work: Work, id: string, actions: readonly ActionConfiguration[], telling: Tells): Promise<Saved> {
  const row = (await eventById(work, id))!
  const active = actions.filter(isActive)
  if (active.length === 0) return { row, heard: NOBODY, unheard: [] }
  await mustSeeUsers(work, active, [], 'actions')
  mustTellByRight(work, active, [], 'actions')
  await setActions(work, id, active)
  const key = `written:${id}:${row.version}`
  const occurrence = await insertOccurrence(work, { eventId: id, key, ts: work.now, cause: null })
  if (occurrence === undefined) return { row, heard: NOBODY, unheard: [] }
  const heard = await telling.tell(work, row, active, {
    ...{ id: occurrence, key, at: work.now, n: 1, last: false, escalation: 0, cause: null, fact: null },
    written: { description: row.description, notes: row.additional_notes, by: work.actor.name },
  })
  const unheard = await unheardIn(work, { occurrenceId: occurrence, entityId: row.entity_id }, active)
  return { row: (await eventById(work, id))!, heard, unheard }
}

async function mustStandThere(
  work: Work,
  { entityId, category }: { readonly entityId: string; readonly category: EventCategory },
) {
  const place = await entityById(work, entityId)
  if (!place) throw invalid('entityId', 'notFound')
  if (!isHelpdesk(category) && place.type !== 'FARM' && place.type !== 'SECTOR') throw invalid('entityId', 'farmOrSector')
  await mustBeActive(work, entityId, 'entityId')
}

function mustBeLately(work: Work, date: string) {
  mustHaveBeen(work, date, 'openDate')
  if (work.now.getTime() - Date.parse(date) > WRITTEN_WITHIN) throw invalid('openDate', 'longAgo')
}

const saidOf = async (work: Work, asked: CreateEvent): Promise<Written> => {
  mustSeeBatches(work, asked.batchId)
  const place = asked.entityId ?? (await batchSeen(work, asked.batchId!)).entity_id // safe: one of them is there
  const openDate = new Date(asked.openDate)
  return { ...worded(asked), entityId: place, openDate, ...(await batchOf(work, { ...asked, place, openDate })) }
}

const worded = (asked: CreateEvent) => ({
  title: asked.title,
  severity: asked.severityLevel,
  description: asked.description,
  additionalNotes: asked.additionalNotes,
  category: asked.category,
  cause: asked.cause,
})

const writtenIn = (row: EventRow): Written => ({
  entityId: row.entity_id,
  title: row.title,
  severity: row.severity,
  description: row.description,
  additionalNotes: row.additional_notes,
  category: row.category,
  cause: row.cause,
  openDate: row.open_date,
  batchId: row.batch_id,
  batchSaid: row.batch_said,
})
