export { batchesSlice } from './batches.routes.ts'
export {
  batchBefore,
  batchById,
  batchIdAt,
  batchRef,
  curveOf,
  filteredBatches,
  interfacesOf,
  sourcesOf,
  isBatchOpenAround,
  isSeenBatch,
  lastWeights,
  lockBatches,
  openBatchesAt,
  searchBatches,
} from './batches.sql.ts'
export type { BatchFilter, BatchRow, BatchSource, FollowedBatch } from './batches.sql.ts'
export { dayOfBatch, present as presentBatch, presentDetails as presentBatchDetails } from './batches.ts'
export type { Uploaded } from './batches.ts'

// What movements and weighings share: locks, halves of transfers, the right to correct one's own entry, files.
export { attachmentOwner, moveAttachments, productionAttachments } from './attachments.sql.ts'
export { changeBatches } from './movements/batchChanged.ts'
export { refusePendingTransfer } from './movements/transfersAcross.ts'
export { lockRequestedHalves, lockStoredHalves } from './movements/halves.ts'
export type { Half } from './movements/halves.ts'
export { nextMovementIds, updateAnimalTotals } from './movements/movements.sql.ts'
export type { AnimalTotals } from './movements/movements.sql.ts'
export { mayChangeEntry, mustMayChangeEntry } from './movements/ownEntry.ts'
export type { EntryPermissions } from './movements/ownEntry.ts'
