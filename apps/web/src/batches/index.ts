// The door of the slice: the batches of houses and rooms.

import type { Batch } from '@steading/contract/production/batches'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { SearchListFilter } from '../ui/list/table/SearchList.tsx'

// Named once: what the first visit loads holds every name.
const one = () => import('./details/BatchDetails.tsx')

export const pages = {
  '/production/batches': () => import('./list/BatchList.tsx'),
  '/production/batches/create': () => import('./form/BatchCreate.tsx'),
  '/production/batches/{batchId}': one,
  '/production/batches/{batchId}/details': one,
  '/production/batch-analytics': () => import('./analytics/BatchAnalytics.tsx'),
} as const
/** Warns of animals with too little room; fetched where animals are entered. */
export const LazyFloorWarnings = lazyComponent<{
  batch: Batch
  arrival?: { readonly animals: number; readonly weight: number | null }
}>(() => import('./FloorWarnings.tsx'))
/** How long the silos of a batch last; fetched where its feed is shown. */
export const LazySiloRunOut = lazyComponent<{ batch: Batch }>(() => import('./SiloRunOut.tsx'))
export { batchesAt, batchQuery, useBatch, useBatchThen } from './batch.queries.ts'
export { rangeText } from './runOutText.ts'
export { batchTabs, registerBatchTab } from './tabs.ts'
/** Batches in a small place, with a search field. */
export const LazyBatchSearch = lazyComponent<SearchListFilter>(() => import('./list/BatchSearch.tsx'))
