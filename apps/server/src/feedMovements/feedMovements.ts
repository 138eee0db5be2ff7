import { FEED_PAIRS } from '@steading/contract/production/feedMovements'
import type { CreateFeedMovement, EditFeedMovement, FeedMovement } from '@steading/contract/production/feedMovements'
import { isSameSpecies } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { deliveryDisagrees } from '@steading/production/stock'
import type { z } from 'zod'
import {
  attachmentOwner,
  lockBatches,
  lockRequestedHalves,
  lockStoredHalves,
  mayChangeEntry,
  mustMayChangeEntry,
  nextMovementIds,
} from '../batches/index.ts'
import type { BatchRow, EntryPermissions, Half, Uploaded } from '../batches/index.ts'
import { usableEntry } from '../books/index.ts'
import { feedFactoryStore } from '../feedFactories/index.ts'
import { feedTypeStore } from '../feedTypes/index.ts'
import { created, deleted, fieldChanges } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { changeAttachments, presentAttachment } from '../platform/files/changeAttachments.ts'
import type { AttachmentRow } from '../platform/files/changeAttachments.ts'
import { refuseFuture } from '../platform/time/notInFuture.ts'
import type { World } from '../platform/world.ts'
import {
  deleteMovement,
  dismissDelivery,
  halvesOf,
  insertMovements,
  movementById,
  movementsByIds,
  updateMovement,
} from './feedMovements.sql.ts'
import type { FeedMovementRow, MovementColumns, NewHalf } from './feedMovements.sql.ts'
import { settleStock } from './stock.ts'

export const EDIT: EntryPermissions = { all: 'batches.feedMovements.update', own: 'batches.feedMovements.create' }
const DELETE: EntryPermissions = { all: 'batches.feedMovements.delete', own: 'batches.feedMovements.create' }

/** The silo that showed a delivery, and whether its weight and the booked one disagree; a silo without a capacity by 5 % alone. */
function presentSilo({ silo, weight, detected_weight: detectedWeight, pending }: FeedMovementRow): FeedMovement['silo'] {
  if (!silo) return null
  const { id, displayName, capacity } = silo
  const disagrees = !pending && detectedWeight !== null && deliveryDisagrees(weight, detectedWeight, capacity ?? Infinity)
  return { id, displayName, detectedWeight, disagrees }
}

/** Both halves of a transfer show the same files: they hang on its exit. */
export const attachmentId = ({ id, transfer_id: transferId }: Pick<FeedMovementRow, 'id' | 'transfer_id'>) => transferId ?? id

export function present(
  work: UnitOfWork,
  row: FeedMovementRow,
  attachments: readonly (AttachmentRow & { readonly ownerId: string })[],
): FeedMovement {
  // Whoever does not see the other batch of a transfer changes neither.
  const isInReach = row.transfer_id === null || row.inverse !== null
  return {
    id: row.id,
    batch: row.batch_id === null || row.batchCode === null ? null : { id: row.batch_id, code: row.batchCode },
    entity: row.entity,
    timeZone: row.timeZone,
    timestamp: row.at.toISOString(),
    action: row.action,
    actionType: row.action_type,
    typeDescription: row.type_description,
    weight: row.weight,
    feedType: row.feedType,
    feedFactory: row.feedFactory,
    pending: row.pending,
    status: row.pending ? 'PENDING' : 'EFFECTIVE',
    inverseTransaction: row.inverse,
    silo: presentSilo(row),
    attachments: attachments.filter(({ ownerId }) => ownerId === attachmentId(row)).map(presentAttachment),
    // A delivery of no batch is confirmed, not edited.
    editable: isInReach && row.batch_id !== null && mayChangeEntry(work, row, EDIT),
    deletable: isInReach && mayChangeEntry(work, row, DELETE),
    version: row.version,
    createdBy: row.createdBy,
    creationTimestampUtc: row.created_at.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  }
}

/** The feed of a movement, and the entries of books that its stored rows have already. */
export interface FeedChoice {
  readonly feedTypeId: string
  readonly feedFactoryId?: string | undefined
  readonly stored?: Pick<FeedMovementRow, 'feed_type_id' | 'feed_factory_id'> | undefined
}

/** @throws Refused FEED_TYPE_NOT_FOUND or FEED_FACTORY_NOT_FOUND; Failed for feed of another species than the batch's */
export async function mustBeUsableFeed(
  work: UnitOfWork,
  batch: BatchRow,
  { feedTypeId, feedFactoryId, stored }: FeedChoice,
): Promise<void> {
  const house = { entityId: batch.entity_id }
  const type = await usableEntry(work, feedTypeStore, feedTypeId, { ...house, current: stored?.feed_type_id ?? null })
  if (!type) throw new Refused('FEED_TYPE_NOT_FOUND')
  // safe: the contract checked both before they were stored
  if (!isSameSpecies(type.fields.species as SpeciesCode, batch.species as SpeciesCode))
    throw invalid('feedTypeId', 'otherSpecies')
  if (feedFactoryId === undefined) return
  const current = stored?.feed_factory_id ?? null
  if (!(await usableEntry(work, feedFactoryStore, feedFactoryId, { ...house, current })))
    throw new Refused('FEED_FACTORY_NOT_FOUND')
}

/** What is entered of a movement besides where it belongs. */
type MovementFields = Omit<z.output<typeof EditFeedMovement>, 'removedAttachments' | 'version'>

/** @throws Failed with the field; Refused */
async function columnsOf(
  work: UnitOfWork,
  halves: readonly Half[],
  { timestamp, typeDescription, weight, feedTypeId, feedFactoryId, pending }: MovementFields,
  stored?: FeedMovementRow,
): Promise<MovementColumns> {
  // A pending movement may be announced: it counts once it is confirmed.
  if (!pending) refuseFuture(work, timestamp, 'timestamp')
  const at = new Date(timestamp)
  for (const { batch } of halves) {
    if (at < batch.open_date) throw new Refused('TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE')
    await mustBeUsableFeed(work, batch, { feedTypeId, feedFactoryId, stored })
  }
  return {
    at,
    type_description: typeDescription,
    weight,
    feed_type_id: feedTypeId,
    feed_factory_id: feedFactoryId ?? null,
    pending,
  }
}

/** Where a movement stands in a request of one, or of several. */
interface RequestPlace {
  /** Before the fields of its failures. */
  readonly fieldPrefix: string
  /** From 1; undefined: it is the only one. */
  readonly movement?: number
}

/** Names the place of a movement in its failure or refusal. */
async function atPlace<T>({ fieldPrefix: prefix, movement }: RequestPlace, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refused)
      throw new Refused(
        error.code,
        error.text,
        error.values,
        movement === undefined ? undefined : { kind: 'ofMovement', row: movement },
      )
    if (!(error instanceof Failed)) throw error
    throw new Failed(
      error.code,
      error.fields.map(problem => ({ ...problem, field: `${prefix}${problem.field}` })),
    )
  }
}

type RequestedMovement = z.output<typeof CreateFeedMovement>

/**
 * Writes movements, of a transfer both halves: all of them, or none. Answers the row of each in the batch that it names.
 * `placeOf`: of the movement with that index.
 * @throws Failed with the field; Refused
 */
async function insertRequested(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  requests: readonly RequestedMovement[],
  placeOf: (index: number) => RequestPlace,
) {
  // All batches at once, by order of ids: calls that name the same batches in another order wait for each other, but not for ever.
  await lockBatches(
    work,
    requests.flatMap(({ batchId, inverseBatchId }) => (inverseBatchId === undefined ? [batchId] : [batchId, inverseBatchId])),
  )
  const batches = new Map<string, BatchRow>()
  const written: (NewHalf & { readonly fieldPrefix: string })[] = []
  const ids: string[] = []
  for (const [index, { batchId, action, actionType, inverseBatchId, ...fields }] of requests.entries()) {
    const place = placeOf(index)
    await atPlace(place, async () => {
      const halves = await lockRequestedHalves(work, FEED_PAIRS, { batchId, action, actionType, inverseBatchId })
      const columns = await columnsOf(work, halves, fields)
      const halfIds = await nextMovementIds(work, 'feed_movements', halves.length)
      for (const [at, { batch, action: ownAction }] of halves.entries()) {
        batches.set(batch.id, batch)
        written.push({
          id: halfIds[at]!,
          batchId: batch.id,
          entityId: batch.entity_id,
          action: ownAction,
          actionType,
          transferId: halves.length > 1 ? halfIds[0]! : null,
          columns,
          fieldPrefix: place.fieldPrefix,
        })
      }
      ids.push(halfIds[halves.findIndex(({ batch }) => batch.id === batchId)]!)
    })
  }
  await insertMovements(work, written)
  await settleStock(work, world, [...batches.values()], written)
  const rows = await movementsByIds(
    work,
    written.map(({ id }) => id),
  )
  return { rows, named: ids.map(id => orNotFound(rows.find(row => row.id === id))) }
}

/**
 * Writes a movement with its files, of a transfer both halves.
 * @throws Failed with the field; Refused
 */
export async function createMovement(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  request: RequestedMovement,
  { store, uploads }: Uploaded,
): Promise<FeedMovementRow> {
  const { rows, named } = await insertRequested(work, world, [request], () => ({ fieldPrefix: '' }))
  const row = named[0]!
  const files = await changeAttachments(work, store, ownerOf(work, rows), { uploads, removed: [] })
  for (const half of rows) await audit(work, 'CREATE', half, [...created(auditFields(half)), ...files])
  return row
}

/**
 * Writes several movements: all of them, or none.
 * @throws Failed with the field, which begins with `movements.` and the index; Refused
 */
export async function createMovements(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  requests: readonly RequestedMovement[],
): Promise<FeedMovementRow[]> {
  const { rows, named } = await insertRequested(work, world, requests, index => ({
    fieldPrefix: `movements.${index}.`,
    movement: index + 1,
  }))
  for (const half of rows) await audit(work, 'CREATE', half, created(auditFields(half)))
  return named
}

/** The files of a movement: those of its exit, which belong to that house. */
function ownerOf(work: UnitOfWork, rows: readonly FeedMovementRow[]) {
  const { entity_id: entityId } = rows.find(({ id, transfer_id: transferId }) => transferId === null || transferId === id)!
  return attachmentOwner(work, 'feed_movement_id', { id: attachmentId(rows[0]!), entityId })
}

/** The stored movement with its batches locked. @throws NotFound; Failed NOT_ALLOWED; Refused */
async function lockMovement(work: UnitOfWork, id: string, permissions: EntryPermissions) {
  const found = orNotFound(await movementById(work, id))
  mustMayChangeEntry(work, found, permissions)
  const stored = await halvesOf(work, found)
  // Only a delivery that a silo showed has no batch.
  const halves = await (found.batch_id === null ? [] : lockStoredHalves(work, stored.filter(isOfBatch)))
  // Read again: whoever held the lock may have changed or deleted it.
  const rows = await halvesOf(work, found)
  const row = orNotFound(rows.find(half => half.id === id))
  if (row.batch_id !== found.batch_id) throw new VersionConflict()
  return { halves, rows, row }
}

const isOfBatch = (row: FeedMovementRow): row is FeedMovementRow & { readonly batch_id: string } => row.batch_id !== null

/**
 * Changes a movement, of a transfer both halves.
 * @throws NotFound; Failed NOT_ALLOWED or with the field; VersionConflict; Refused
 */
export async function editMovement(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  id: string,
  { version, removedAttachments: removed, ...fields }: z.output<typeof EditFeedMovement>,
  { store, uploads }: Uploaded,
): Promise<FeedMovementRow> {
  const { halves, rows, row: before } = await lockMovement(work, id, EDIT)
  if (halves.length === 0) throw new Refused('PRODUCTION_BATCH_NOT_FOUND')
  const columns = await columnsOf(work, halves, fields, before)
  const files = await changeAttachments(work, store, ownerOf(work, rows), { uploads, removed })
  const ids = rows.map(row => row.id)
  return saveIfChanged(work, {
    before,
    isChanged: files.length > 0,
    read: async () => orNotFound(await movementById(work, id)),
    write: async () => {
      if (!(await updateMovement(work, ids, version, columns))) throw new VersionConflict()
      await settleStock(
        work,
        world,
        halves.map(({ batch }) => batch),
        asChanged(ids),
      )
    },
    audit: async after => {
      for (const half of await halvesOf(work, after))
        await auditChange(
          work,
          rows.find(row => row.id === half.id)!,
          half,
          files,
        )
    },
  })
}

const asChanged = (ids: readonly string[]) => ids.map(id => ({ id, fieldPrefix: '' }))

/**
 * Deletes a movement with its files, of a transfer both halves.
 * @throws NotFound; Failed NOT_ALLOWED, or at the weight where what it brought is used already; VersionConflict; Refused
 */
export async function removeMovement(work: UnitOfWork, world: Pick<World, 'bus' | 'files'>, id: string): Promise<void> {
  const { halves, rows, row } = await lockMovement(work, id, DELETE)
  const attachments = await ownerOf(work, rows).list()
  const ids = rows.map(half => half.id)
  // A delivery without a batch has no lock: a second request may have confirmed it.
  if (!(await deleteMovement(work, ids, row.version))) throw new VersionConflict()
  for (const { silo_interface_id: siloId, detected_at: detectedAt } of rows)
    if (siloId !== null && detectedAt !== null) await dismissDelivery(work, siloId, detectedAt)
  await world.files.drop(
    work,
    attachments.map(({ fileId }) => fileId),
  )
  if (halves.length > 0)
    await settleStock(
      work,
      world,
      halves.map(({ batch }) => batch),
      asChanged(ids),
    )
  for (const half of rows) await auditDeletion(work, half)
}

const auditFields = (row: FeedMovementRow) => ({
  timestamp: row.at,
  batch: row.batchCode,
  movement: row.action,
  actionType: row.action_type,
  typeDescription: row.type_description,
  totalWeight: row.weight,
  feedType: row.feedType?.displayName,
  feedFactory: row.feedFactory?.displayName,
  pending: row.pending,
  inverseBatch: row.inverse?.code,
  silo: row.silo?.displayName,
})

export const auditChange = (
  work: UnitOfWork,
  before: FeedMovementRow,
  after: FeedMovementRow,
  files: readonly FieldChange[] = [],
) => audit(work, 'UPDATE', after, [...fieldChanges(auditFields(before), auditFields(after)), ...files])

export const auditDeletion = (work: UnitOfWork, row: FeedMovementRow) => audit(work, 'DELETE', row, deleted(auditFields(row)))

export const auditCreation = (work: UnitOfWork, row: FeedMovementRow) => audit(work, 'CREATE', row, created(auditFields(row)))

const audit = (work: UnitOfWork, action: 'CREATE' | 'UPDATE' | 'DELETE', row: FeedMovementRow, changes: readonly FieldChange[]) =>
  work.audit({
    action,
    objectType: 'feedMovement',
    objectId: row.id,
    objectName: row.batchCode ?? row.silo?.displayName ?? null,
    entityId: row.entity_id,
    changes,
  })
