import type { Moved } from '../../entities/index.ts'
import { Refused } from '../../platform/failures.ts'
import { pendingTransferAcross } from './movements.sql.ts'

/**
 * Refuses to move an entity while a transfer between a batch within it and one outside is pending: the user who confirms it might
 * no longer see one of its halves.
 */
export const refusePendingTransfer: Moved = async (systemWork, { path }) => {
  const code = await pendingTransferAcross(systemWork, path)
  if (code !== undefined)
    throw new Refused('CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES', 'ENTITY_WITH_TRANSFER_ACROSS', { name: code })
}
