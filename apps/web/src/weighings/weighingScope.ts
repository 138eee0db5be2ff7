import { batchTabHref, type RecordScope } from '../animalMovements/index.ts'
import { to } from '../platform/navigation/paths.ts'
import { listHref } from '../ui/list/useListState.ts'

/** Weighings of all batches, or of one. */
export const weighingScope = (batchId: string | null): RecordScope =>
  batchId === null
    ? {
        batchId,
        back: () => listHref(to('/production/manualWeighing')),
        create: to('/production/manualWeighing/create'),
        details: manualWeighingId => to('/production/manualWeighing/{manualWeighingId}', { manualWeighingId }),
      }
    : {
        batchId,
        back: () => batchTabHref(batchId, 'weight'),
        create: to('/production/{batchId}/manualWeighing/create', { batchId }),
        details: manualWeighingId => to('/production/{batchId}/manualWeighing/{manualWeighingId}', { batchId, manualWeighingId }),
      }
