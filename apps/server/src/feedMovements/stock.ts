import { round } from '@steading/contract/round'
import { replayStock } from '@steading/production/stock'
import { changeBatches } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid } from '../platform/failures.ts'
import type { World } from '../platform/world.ts'
import { stockOfBatches } from './feedMovements.sql.ts'

/** A row that was written, and the prefix of the fields by which the call named it. */
export interface ChangedRow {
  readonly id: string
  readonly fieldPrefix: string
}

/**
 * Replays the stock of the locked batches after a change, raises their revisions and publishes `batch.changed`.
 * @throws Failed at the weight of the changed movement by which a batch would have less than no feed at some instant; the
 * transaction is rolled back
 */
export async function settleStock(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  batches: readonly BatchRow[],
  changed: readonly ChangedRow[],
): Promise<void> {
  const movements = await stockOfBatches(
    work,
    batches.map(({ id }) => id),
  )
  for (const batch of batches) {
    const own = movements.filter(({ batchId }) => batchId === batch.id)
    const result = replayStock(own)
    if (!('violation' in result)) continue
    const { movementId, at, shortageKg } = result.violation
    const candidates = changed.filter(({ id }) => own.some(movement => movement.id === id && movement.at <= at))
    // The movement itself, else the last change before it: that one took what is missing.
    const cause = changed.find(({ id }) => id === movementId) ?? candidates.at(-1) ?? changed[0]
    throw invalid(`${cause?.fieldPrefix ?? ''}weight`, 'notInStock', { kg: round(shortageKg, 3) })
  }
  await changeBatches(work, world, batches)
}
