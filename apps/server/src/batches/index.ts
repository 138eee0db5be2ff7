export { batchesSlice } from './batches.routes.ts'
export { batchById, batchIdAt, batchRef, isSeenBatch, writeBatch } from './batches.sql.ts'
export type { BatchRow } from './batches.sql.ts'
export type { Gather } from './batches.ts'
