import type { feedMovements } from '@steading/contract/production/feedMovements'
import type { Asked } from '@steading/contract/http/route'
import { changeBatches, lockBatches, lockStoredHalves, moveAttachments, mustMayChangeEntry } from '../batches/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid, NotFound, VersionConflict } from '../platform/failures.ts'
import type { World } from '../platform/world.ts'
import { auditChange, auditCreation, auditDeletion, EDIT, mustBeUsableFeed } from './feedMovements.ts'
import { batchOfSilo, insertDelivery, joinDelivery, matchesOf, movementById, updateMovement } from './feedMovements.sql.ts'
import type { FeedMovementRow } from './feedMovements.sql.ts'
import { settleStock } from './stock.ts'

type Confirmation = Asked<(typeof feedMovements)['confirmAutomatic']>['body']

/**
 * Books what a silo showed: a delivery counts from its confirmation on. One before the opening of its batch counts from the opening:
 * the feed was there when the animals came.
 * @throws NotFound for a movement that is no pending delivery; VersionConflict; Failed with the field; Refused
 */
export async function confirmDelivery(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  id: string,
  { version, batchId, feedTypeId, feedFactoryId, weight }: Confirmation,
): Promise<FeedMovementRow> {
  const found = orNotFound(await movementById(work, id))
  if (found.silo_interface_id === null) throw new NotFound()
  if (found.version !== version) throw new VersionConflict()
  if (!found.pending) throw new NotFound()
  if (found.batch_id === null && batchId === undefined) throw invalid('batchId', 'required')
  if (found.batch_id !== null && (batchId ?? found.batch_id) !== found.batch_id) throw invalid('batchId', 'leaveEmpty')
  const stored = { batch_id: found.batch_id ?? batchId!, action: found.action, transfer_id: null } // safe: one of both, as just checked
  const { batch } = (await lockStoredHalves(work, [stored]))[0]!
  await mustBeUsableFeed(work, batch, { feedTypeId, feedFactoryId, stored: found })
  const isWritten = await updateMovement(work, [id], version, {
    batch_id: batch.id,
    entity_id: batch.entity_id,
    at: found.at < batch.open_date ? batch.open_date : found.at,
    type_description: found.type_description,
    weight: weight ?? found.weight,
    feed_type_id: feedTypeId,
    feed_factory_id: feedFactoryId ?? null,
    pending: false,
  })
  if (!isWritten) throw new VersionConflict()
  await settleStock(work, world, [batch], [{ id, fieldPrefix: '' }])
  const after = orNotFound(await movementById(work, id))
  await auditChange(work, found, after)
  return after
}

/** The purchases that may be a delivery. @throws NotFound for a movement that is no pending delivery */
export async function deliveryMatches(work: UnitOfWork, id: string): Promise<FeedMovementRow[]> {
  const delivery = orNotFound(await movementById(work, id))
  if (delivery.silo_interface_id === null || !delivery.pending) throw new NotFound()
  return matchesOf(work, delivery)
}

/**
 * Makes a delivery and the purchase that it is one movement: that of the purchase, with what the silo showed. The feed counts once.
 * @throws NotFound for a movement that is no pending delivery; VersionConflict; Failed at `movementId` for one that is no match, or
 * NOT_ALLOWED for a purchase that the caller may not edit; Refused
 */
export async function matchDelivery(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  id: string,
  { version, movementId }: Asked<(typeof feedMovements)['matchAutomatic']>['body'],
): Promise<FeedMovementRow> {
  const found = (await deliveryMatches(work, id)).find(match => match.id === movementId)
  if (!found) throw invalid('movementId', 'notFound')
  const stored = { batch_id: found.batch_id!, action: found.action, transfer_id: null } // safe: a match is of a batch
  const { batch } = (await lockStoredHalves(work, [stored]))[0]!
  // Read again: whoever held the lock may have changed either.
  const delivery = orNotFound(await movementById(work, id))
  if (delivery.version !== version) throw new VersionConflict()
  const purchase = (await deliveryMatches(work, id)).find(match => match.id === movementId)
  if (!purchase) throw invalid('movementId', 'notFound')
  mustMayChangeEntry(work, purchase, EDIT)
  await moveAttachments(work, 'feed_movement_id', delivery.id, purchase.id)
  if (!(await joinDelivery(work, delivery, { purchase, openDate: batch.open_date }))) throw new VersionConflict()
  await settleStock(work, world, [batch], [{ id: purchase.id, fieldPrefix: '' }])
  const after = orNotFound(await movementById(work, purchase.id))
  await auditDeletion(work, delivery)
  await auditChange(work, purchase, after)
  return after
}

/** A delivery that the weight of a silo showed. */
export interface SiloDelivery {
  readonly siloInterfaceId: string
  /** Where the silo stands. */
  readonly entityId: string
  /** When the filling began. */
  readonly at: Date
  /** kg */
  readonly weight: number
}

/** Writes a delivery that a silo showed, pending, once: for the batch that was fed from the silo then, if that is open still. */
export async function bookDelivery(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  { siloInterfaceId, entityId, at, weight }: SiloDelivery,
): Promise<void> {
  const batchId = await batchOfSilo(work, siloInterfaceId, entityId, at)
  const locked = batchId === null ? [] : await lockBatches(work, [batchId])
  // Nothing is booked for a closed batch: it would have a pending movement.
  const batch = locked.find(row => row.close_date === null)
  const delivery = { siloInterfaceId, entityId: batch?.entity_id ?? entityId, batchId: batch?.id ?? null, at, weight }
  const id = await insertDelivery(work, delivery)
  if (id === undefined) return
  if (batch) await changeBatches(work, world, [batch])
  await auditCreation(work, orNotFound(await movementById(work, id)))
}
