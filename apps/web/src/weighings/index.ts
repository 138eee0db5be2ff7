// The door of the slice: animals that were put on a scale.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

// Each is named once: what the first visit loads holds every name.
const create = () => import('./WeighingCreate.tsx')
const details = () => import('./WeighingDetails.tsx')

export const pages = {
  '/production/manualWeighing': () => import('./WeighingList.tsx'),
  '/production/manualWeighing/create': create,
  '/production/manualWeighing/{manualWeighingId}': details,
  '/production/{batchId}/manualWeighing/create': create,
  '/production/{batchId}/manualWeighing/{manualWeighingId}': details,
} as const
/** The weighings of a batch, as a tab of its page. */
export const LazyBatchWeighings = lazyComponent(() => import('./BatchWeighings.tsx'))
