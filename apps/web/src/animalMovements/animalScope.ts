import { to } from '../platform/navigation/paths.ts'
import { listHref } from '../ui/list/useListState.ts'
import { batchTabHref, type RecordScope } from './common/recordScope.ts'

/** Animal movements of all batches, or of one. */
export const animalScope = (batchId: string | null): RecordScope =>
  batchId === null
    ? {
        batchId,
        back: () => listHref(to('/production/animalMovements')),
        create: to('/production/animalMovements/create'),
        details: animalMovementId => to('/production/animalMovements/details/{animalMovementId}', { animalMovementId }),
      }
    : {
        batchId,
        back: () => batchTabHref(batchId, 'movements'),
        create: to('/production/{batchId}/animalMovements/create', { batchId }),
        details: animalMovementId =>
          to('/production/{batchId}/animalMovements/details/{animalMovementId}', { batchId, animalMovementId }),
      }
