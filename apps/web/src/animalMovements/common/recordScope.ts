import { to } from '../../platform/navigation/paths.ts'
import { listHref } from '../../ui/list/useListState.ts'
import { useParam } from '../../ui/useParam.ts'

/** Where records of one kind are shown: those of all batches, or those of one batch as a tab of its page. */
export interface RecordScope {
  /** Null: of all batches. */
  readonly batchId: string | null
  /** The way back to the list as it was left. */
  readonly back: () => string
  readonly create: string
  readonly details: (id: string) => string
}

/** A tab of the page of a batch. */
export const batchTabHref = (batchId: string, tab: string): string =>
  listHref(to('/production/batches/{batchId}/details', { batchId }), `?tab=${tab}`)

/** The scope that the address of a page names. */
export const useRecordScope = (scopeOf: (batchId: string | null) => RecordScope): RecordScope =>
  scopeOf(useParam('batchId') || null)
