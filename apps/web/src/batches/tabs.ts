import type { BatchDetails } from '@steading/contract/production/batches'
import type { TextKey } from '@steading/locales/text'
import { type LazyComponent, lazyComponent } from '../ui/lazy/lazyComponent.tsx'

/** A tab of a batch's page. */
export interface BatchTab {
  readonly key: string
  /** Place among the tabs, from 0. */
  readonly position: number
  readonly label: TextKey
  /** Whether a batch has it; absent: every batch. */
  readonly isOf?: (batch: BatchDetails) => boolean
  readonly view: LazyComponent<{ batch: BatchDetails }>
}

const BatchTotals = lazyComponent<{ batch: BatchDetails }>(() => import('./details/BatchTotals.tsx'))

const tabs: BatchTab[] = [{ key: 'totals', position: 0, label: 'batch.totals', view: BatchTotals }]

/** Adds a tab of a slice that stands above batches. The app calls it once for each at the start. */
export function registerBatchTab(tab: BatchTab): void {
  tabs.push(tab)
  tabs.sort((a, b) => a.position - b.position)
}

/** The tabs of a batch in their order. */
export const batchTabs = (batch: BatchDetails): readonly BatchTab[] => tabs.filter(({ isOf }) => isOf?.(batch) ?? true)
