import { isHelpdesk, WRITTEN_WITHIN } from '@steading/contract/events/events'
import type { CreateEvent, EditEvent, EventCategory, Unheard } from '@steading/contract/events/events'
import type { ActionConfiguration } from '@steading/contract/events/outbox'
import { batchById } from '../../batches/index.ts'
import { entityById, mustBeActive } from '../../entities/index.ts'
import { assertUsersVisible, assertChannelsPermitted } from '../../outbox/index.ts'
import { isPermitted } from '../../platform/actor.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { refuseFuture } from '../../platform/time/notInFuture.ts'
import { fieldChanges, deleted, created } from '../../platform/database/fieldChanges.ts'
import { invalid, VersionConflict } from '../../platform/failures.ts'
import { attachmentsOf, eventAttachments } from './attachments.sql.ts'
import { changeAttachments } from '../../platform/files/changeAttachments.ts'
import type { AttachmentStore, StoredUpload } from '../../platform/files/changeAttachments.ts'
import { startEscalation } from '../escalation/escalationRuns.ts'
import { findingOfCause, mayFind } from '../status/finding.ts'
import { refuseNotification, auditTarget, changeStatus } from '../status/statusChanges.ts'
import { insertChange } from '../status/changes.sql.ts'
import { eventById, lockEvent, setFinding } from '../events.sql.ts'
import { reassignBatch, assignBatch, visibleBatch, refuseHiddenBatches } from './batchAssignment.ts'
import { insertOccurrence } from '../occurrences.sql.ts'
import type { EventRow } from '../events.sql.ts'
import { NOBODY_REACHED } from '../notification/notifier.ts'
import type { Notifier, ReachedByChannel } from '../notification/notifier.types.ts'
import { nextState } from '../status/eventState.ts'
import { unreachableRecipients } from '../notification/unreachableRecipients.ts'
import { deleteEvent, insertManualEvent, setActions, updateManualEvent } from './manualEvents.sql.ts'
import type { ManualEvent } from './manualEvents.sql.ts'

export interface SavedEvent {
  readonly row: EventRow
  readonly notified: ReachedByChannel
  readonly unheard: readonly Unheard[]
}

type ManualEventNotifier = Pick<Notifier, 'publishChange' | 'sendStatusToRule' | 'announceArrival' | 'notify'>

/** @throws Failed with the field that is wrong */
export async function createEvent(
  work: UnitOfWork,
  request: CreateEvent,
  uploads: readonly StoredUpload[],
  store: AttachmentStore,
  notifier: ManualEventNotifier,
): Promise<SavedEvent> {
  const { status, additionalNotes } = request
  if (isHelpdesk(request.category) && !isPermitted(work.actor, 'helpdesk.read')) throw invalid('category', 'notAllowed')
  const event = await toManualEvent(work, request)
  await requireEntity(work, { category: request.category, entityId: event.entityId })
  requireRecent(work, request.openDate)
  const change = { status, date: work.now, userId: work.actor.id }
  const id = await insertManualEvent(work, event, nextState({ status: 'OPEN', closeDate: null, closedBy: null }, change))
  await insertChange(work, { eventId: id, key: null, notes: additionalNotes, ...change })
  const files = await changeAttachments(work, store, eventAttachments(work, { id, entityId: event.entityId }), {
    uploads,
    removed: [],
  })
  await work.audit({
    ...auditTarget({ id, ...event }),
    action: 'CREATE',
    changes: [...created({ ...(await auditSnapshot(work, event)), status, actions: request.actions }), ...files],
  })
  notifier.publishChange(work, { id, entity_id: event.entityId, status })
  return notifyActive(work, id, request.actions, notifier)
}

/**
 * Edits an event. Of an alarm, entity, title, severity, open date and batch cannot be changed.
 * @throws Failed, VersionConflict, NotFound
 */
export async function editEvent(
  work: UnitOfWork,
  id: string,
  request: EditEvent,
  uploads: readonly StoredUpload[],
  store: AttachmentStore,
  notifier: ManualEventNotifier,
): Promise<SavedEvent> {
  const current = orNotFound(await lockEvent(work, id))
  if (current.version !== request.version) throw new VersionConflict()
  const category = current.category as EventCategory // safe: every writer is typed
  refuseNotification(current)
  if (
    request.category !== category &&
    (isHelpdesk(request.category) !== isHelpdesk(category) || request.category === 'NOTIFICATION')
  )
    throw invalid('category', 'unchangeable')
  const before = manualEventOf(current)
  const entityId = request.entityId ?? before.entityId
  const openDate = request.openDate === undefined ? before.openDate : new Date(request.openDate)
  refuseHiddenBatches(work, request.batchId)
  const { batchId, isBatchAssignedManually } = await reassignBatch(work, before, { ...request, entityId, openDate })
  const after: ManualEvent = {
    entityId,
    // A translated title is fixed.
    title: current.wording === null ? (request.title ?? before.title) : before.title,
    severity: request.severityLevel ?? before.severity,
    description: request.description,
    additionalNotes: request.additionalNotes || before.additionalNotes,
    category: request.category,
    cause: request.cause,
    openDate,
    batchId,
    isBatchAssignedManually,
  }
  if (current.origin === 'AUTOMATIC')
    for (const { field } of fieldChanges(before, after))
      if (field in AUTOMATIC_FIELDS) throw invalid(AUTOMATIC_FIELDS[field as keyof typeof AUTOMATIC_FIELDS], 'unchangeable') // safe: just checked
  if (after.entityId !== before.entityId) await requireEntity(work, { ...request, entityId: after.entityId })
  if (after.openDate.getTime() !== before.openDate.getTime()) requireRecent(work, after.openDate.toISOString())
  const files = await changeAttachments(work, store, eventAttachments(work, { id, entityId: after.entityId }), {
    uploads,
    removed: request.removedAttachments,
  })
  const notified = request.actions.filter(isActive).map(action => ({ field: 'actions', old: null, new: action }))
  const finding = current.finding ?? (mayFind(current) && after.cause !== before.cause ? findingOfCause(after.cause) : null)
  const changes = [
    ...fieldChanges({ eventFinding: current.finding }, { eventFinding: finding }),
    ...fieldChanges(await auditSnapshot(work, before), await auditSnapshot(work, after)).filter(
      fieldChange => fieldChange.field !== 'additionalNotes',
    ),
    ...files,
    ...notified,
  ]
  const isStatusChange = request.status !== current.status || request.additionalNotes !== ''
  if (changes.length > 0 || isStatusChange) await updateManualEvent(work, id, after)
  if (finding !== null && finding !== current.finding) await setFinding(work, id, finding)
  if (changes.length > 0) {
    await work.audit({ ...auditTarget({ id, ...after }), action: 'UPDATE', changes })
    notifier.publishChange(work, { ...current, entity_id: after.entityId })
  }
  if (isStatusChange)
    await changeStatus(work, notifier, orNotFound(await eventById(work, id)), {
      status: request.status,
      notes: request.additionalNotes,
    })
  const row = orNotFound(await eventById(work, id))
  // The severity changed after the notification: the event may be escalated now.
  if (row.severity !== current.severity && row.status !== 'CLOSED' && row.notifications > 0) await startEscalation(work, row)
  return notifyActive(work, id, request.actions, notifier)
}

/** Fields that are fixed in alarms, with their names in the contract. */
const AUTOMATIC_FIELDS = {
  entityId: 'entityId',
  title: 'title',
  severity: 'severityLevel',
  openDate: 'openDate',
  batchId: 'batchId',
  isBatchAssignedManually: 'batchId',
} as const

/** @throws Failed for alarms and tickets; NotFound */
export async function removeEvent(
  work: UnitOfWork,
  id: string,
  { files }: Pick<AttachmentStore, 'files'>,
  notifier: Pick<Notifier, 'publishChange'>,
) {
  const row = orNotFound(await lockEvent(work, id))
  const event = manualEventOf(row)
  if (row.origin === 'AUTOMATIC' || isHelpdesk(row.category as EventCategory)) throw invalid('id', 'stays') // safe: as above
  const attached = await attachmentsOf(work, [id])
  await deleteEvent(work, id)
  await files.drop(
    work,
    attached.map(one => one.fileId),
  )
  await work.audit({
    ...auditTarget({ id, ...event }),
    action: 'DELETE',
    changes: deleted({ ...(await auditSnapshot(work, event)), status: row.status, attachments: attached.map(one => one.name) }),
  })
  notifier.publishChange(work, row)
}

/** Audit snapshot of an event: entity and batch by name. */
const auditSnapshot = async (work: UnitOfWork, event: ManualEvent) => ({
  title: event.title,
  severity: event.severity,
  eventCategory: event.category,
  cause: event.cause,
  openDate: event.openDate,
  eventDescription: event.description,
  additionalNotes: event.additionalNotes,
  entity: (await work.withSystemScope(whole => entityById(whole, event.entityId)))?.displayName ?? null,
  batch: event.batchId
    ? ((await work.withSystemScope(whole => batchById(whole, event.batchId!)))?.code ?? null) // safe: just looked
    : event.isBatchAssignedManually
      ? 'NONE'
      : null,
  batchSaid: event.isBatchAssignedManually || null,
})

const isActive = (actionConfiguration: ActionConfiguration) => actionConfiguration.status === 'ACTIVE'

/** Notifies the recipients of the active actions, as an occurrence of its own. */
async function notifyActive(
  work: UnitOfWork,
  id: string,
  actions: readonly ActionConfiguration[],
  notifier: ManualEventNotifier,
): Promise<SavedEvent> {
  const row = (await eventById(work, id))!
  const active = actions.filter(isActive)
  if (active.length === 0) return { row, notified: NOBODY_REACHED, unheard: [] }
  await assertUsersVisible(work, active, [], 'actions')
  assertChannelsPermitted(work, active, [], 'actions')
  await setActions(work, id, active)
  const key = `written:${id}:${row.version}`
  const occurrenceId = await insertOccurrence(work, { eventId: id, key, ts: work.now, cause: null })
  if (occurrenceId === undefined) return { row, notified: NOBODY_REACHED, unheard: [] }
  const notified = await notifier.notify(work, row, active, {
    id: occurrenceId,
    key,
    at: work.now,
    n: 1,
    last: false,
    escalation: 0,
    cause: null,
    fact: null,
    written: { description: row.description, notes: row.additional_notes, by: work.actor.name },
  })
  const unheard = await unreachableRecipients(work, { occurrenceId, entityId: row.entity_id }, active)
  return { row: (await eventById(work, id))!, notified, unheard }
}

async function requireEntity(
  work: UnitOfWork,
  { entityId, category }: { readonly entityId: string; readonly category: EventCategory },
): Promise<void> {
  if (!isHelpdesk(category)) return requireFarmOrSector(work, entityId)
  if (!(await entityById(work, entityId))) throw invalid('entityId', 'notFound')
  return mustBeActive(work, entityId, 'entityId')
}

/** @throws Failed for an entity out of scope, of another type, or disabled */
export async function requireFarmOrSector(work: UnitOfWork, entityId: string): Promise<void> {
  const entity = await entityById(work, entityId)
  if (!entity) throw invalid('entityId', 'notFound')
  if (entity.type !== 'FARM' && entity.type !== 'SECTOR') throw invalid('entityId', 'farmOrSector')
  await mustBeActive(work, entityId, 'entityId')
}

function requireRecent(work: UnitOfWork, date: string) {
  refuseFuture(work, date, 'openDate')
  if (work.now.getTime() - Date.parse(date) > WRITTEN_WITHIN) throw invalid('openDate', 'longAgo')
}

const toManualEvent = async (work: UnitOfWork, request: CreateEvent): Promise<ManualEvent> => {
  refuseHiddenBatches(work, request.batchId)
  const entityId = request.entityId ?? (await visibleBatch(work, request.batchId!)).entity_id // safe: one of them is there
  const openDate = new Date(request.openDate)
  return { ...textFields(request), entityId, openDate, ...(await assignBatch(work, { ...request, entityId, openDate })) }
}

const textFields = (request: CreateEvent) => ({
  title: request.title,
  severity: request.severityLevel,
  description: request.description,
  additionalNotes: request.additionalNotes,
  category: request.category,
  cause: request.cause,
})

const manualEventOf = (row: EventRow): ManualEvent => ({
  entityId: row.entity_id,
  title: row.title,
  severity: row.severity,
  description: row.description,
  additionalNotes: row.additional_notes,
  category: row.category,
  cause: row.cause,
  openDate: row.open_date,
  batchId: row.batch_id,
  isBatchAssignedManually: row.batch_assigned_manually,
})
