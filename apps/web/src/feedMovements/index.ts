// The door of the slice: feed that was bought, or that went from one batch to another.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

// Each is named once: what the first visit loads holds every name.
const create = () => import('./form/FeedMovementCreate.tsx')
const details = () => import('./details/FeedMovementDetails.tsx')

export const pages = {
  '/production/feedMovements': () => import('./list/FeedMovementList.tsx'),
  '/production/feedMovements/create': create,
  '/production/feedMovements/multi-create': () => import('./form/FeedMultiCreate.tsx'),
  '/production/feedMovements/details/{feedMovementId}': details,
  '/production/{batchId}/feedMovements/create': create,
  '/production/{batchId}/feedMovements/details/{feedMovementId}': details,
  '/production/automaticFeedMovements': () => import('./automatic/AutomaticFeedList.tsx'),
} as const
export { feedTitle } from './feedKinds.ts'
/** The feed movements of a batch, as a tab of its page. */
export const LazyBatchFeedMovements = lazyComponent(() => import('./list/BatchFeedMovements.tsx'))
