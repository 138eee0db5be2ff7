// Public interface of the slice: its pages.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { SearchListFilter } from '../ui/list/table/SearchList.tsx'

export const pages = {
  '/system/terminals': () => import('./list/TerminalList.tsx'),
  '/system/terminals/create': () => import('./form/TerminalCreate.tsx'),
  '/system/terminals/{terminalId}': () => import('./details/TerminalView.tsx'),
  '/system/terminals/details/{terminalId}': () => import('./details/TerminalDetails.tsx'),
} as const
/** Terminals in a small place, with a search field. */
export const LazyTerminalSearch = lazyComponent<SearchListFilter>(() => import('./list/TerminalSearch.tsx'))
