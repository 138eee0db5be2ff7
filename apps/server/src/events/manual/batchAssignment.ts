import { BATCH_THEN, isHelpdesk } from '@steading/contract/events/events'
import type { EventCategory } from '@steading/contract/events/events'
import { batchById, batchIdAt } from '../../batches/index.ts'
import { areInLine } from '../../entities/index.ts'
import { isPermitted } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { invalid, Refused } from '../../platform/failures.ts'
import type { ManualEvent } from './manualEvents.sql.ts'

type BatchAssignment = Pick<ManualEvent, 'batchId' | 'isBatchAssignedManually'>
interface BatchRequest {
  readonly category: EventCategory
  readonly batchId?: string | null | undefined
  readonly entityId: string
  readonly openDate: Date
}

/**
 * Batch of a new event: the requested one, none, or the batch that was in the entity at the open date.
 * @throws Failed for a batch out of scope or elsewhere; Refused for a closed batch at its last animal movement or later
 */
export async function assignBatch(
  work: UnitOfWork,
  { category, batchId: requested = BATCH_THEN, entityId, openDate }: BatchRequest,
): Promise<BatchAssignment> {
  if (isHelpdesk(category)) {
    if (requested !== null && requested !== BATCH_THEN) throw invalid('batchId', 'leaveEmpty')
    return { batchId: null, isBatchAssignedManually: false }
  }
  if (requested === BATCH_THEN) return { batchId: await batchIdAt(work, entityId, openDate), isBatchAssignedManually: false }
  if (requested === null) return { batchId: null, isBatchAssignedManually: true }
  await requireBatch(work, { batchId: requested, entityId, date: openDate })
  return { batchId: requested, isBatchAssignedManually: true }
}

/**
 * Checks the batch that a user names for an entity and a date.
 * @throws Failed for a batch out of scope or elsewhere; Refused for a closed batch at its last animal movement or later
 */
export async function requireBatch(
  work: UnitOfWork,
  { batchId, entityId, date }: { readonly batchId: string; readonly entityId: string; readonly date: Date },
) {
  const batch = await visibleBatch(work, batchId)
  if (!(await areInLine(work, batch.entity_id, entityId))) throw invalid('batchId', 'batchElsewhere')
  // A closed batch without animals counts until its end.
  if (batch.close_date && date >= (batch.last_movement_at ?? batch.close_date))
    throw new Refused('EVENT_DATE_GTE_LAST_ANI_MOV_DATE')
}

/**
 * Batch of an edited event. A manual assignment stays while the entity is unchanged and the request names no other; an unchanged
 * assignment is not validated again, whatever became of the batch since.
 * @throws as above
 */
export async function reassignBatch(work: UnitOfWork, before: ManualEvent, request: BatchRequest): Promise<BatchAssignment> {
  const isSameEntity = request.entityId === before.entityId
  const isSameDate = request.openDate.getTime() === before.openDate.getTime()
  if (request.batchId === undefined && isSameEntity && before.isBatchAssignedManually) {
    // The caller cannot see the batch: keep it without validation.
    const isSeen = before.batchId !== null && maySeeBatches(work) && (await batchById(work, before.batchId)) !== undefined
    return isSameDate || !isSeen ? before : assignBatch(work, { ...request, batchId: before.batchId })
  }
  const requested = request.batchId === undefined ? BATCH_THEN : request.batchId
  const isSameRequest =
    requested === BATCH_THEN ? !before.isBatchAssignedManually : before.isBatchAssignedManually && requested === before.batchId
  return isSameEntity && isSameDate && isSameRequest ? before : assignBatch(work, { ...request, batchId: requested })
}

const maySeeBatches = ({ actor }: UnitOfWork) => isPermitted(actor, 'batches.read')

/** @throws Failed if a caller without permission for batches names one */
export function refuseHiddenBatches(work: UnitOfWork, batchId: string | null | undefined) {
  if (batchId !== undefined && !maySeeBatches(work)) throw invalid('batchId', 'leaveEmpty')
}

/** @throws Failed if the batch does not exist or is out of scope */
export async function visibleBatch(work: UnitOfWork, batchId: string) {
  const batch = await batchById(work, batchId)
  if (!batch) throw invalid('batchId', 'notFound')
  return batch
}
