import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import type { BatchRow } from '../batches.sql.ts'
import { raiseRevisions } from './movements.sql.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    /** A batch was opened, edited, closed or deleted, or one of its movements or weighings changed; `entityId`: its house. */
    'batch.changed': { readonly batchId: string; readonly entityId: string }
  }
}

/** Raises the revision of each batch in this transaction, and publishes `batch.changed` after its commit. */
export async function changeBatches(
  work: UnitOfWork,
  { bus }: Pick<World, 'bus'>,
  batches: readonly Pick<BatchRow, 'id' | 'entity_id'>[],
): Promise<void> {
  await raiseRevisions(
    work,
    batches.map(({ id }) => id),
  )
  for (const batch of batches) announceBatch(work, { bus }, batch)
}

/** Publishes `batch.changed` after the commit. */
export const announceBatch = (
  work: UnitOfWork,
  { bus }: Pick<World, 'bus'>,
  { id: batchId, entity_id: entityId }: Pick<BatchRow, 'id' | 'entity_id'>,
) => work.afterCommit(() => bus.emit('batch.changed', { batchId, entityId }))
