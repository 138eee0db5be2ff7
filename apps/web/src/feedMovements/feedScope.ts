import { batchTabHref, type RecordScope } from '../animalMovements/index.ts'
import { to } from '../platform/navigation/paths.ts'
import { listHref } from '../ui/list/useListState.ts'

/** Feed movements of all batches, or of one. */
export const feedScope = (batchId: string | null): RecordScope =>
  batchId === null
    ? {
        batchId,
        back: () => listHref(to('/production/feedMovements')),
        create: to('/production/feedMovements/create'),
        details: feedMovementId => to('/production/feedMovements/details/{feedMovementId}', { feedMovementId }),
      }
    : {
        batchId,
        back: () => batchTabHref(batchId, 'feed'),
        create: to('/production/{batchId}/feedMovements/create', { batchId }),
        details: feedMovementId =>
          to('/production/{batchId}/feedMovements/details/{feedMovementId}', { batchId, feedMovementId }),
      }
