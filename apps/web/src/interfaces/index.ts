import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { SearchListFilter } from '../ui/list/table/SearchList.tsx'

// The door of the slice: its pages, and what other slices show of interfaces.
export const pages = {
  '/system/interfaces': () => import('./list/InterfaceList.tsx'),
  '/system/interfaces/create': () => import('./form/InterfaceCreate.tsx'),
  '/system/interfaces/details/{interfaceId}': () => import('./details/InterfaceDetails.tsx'),
} as const

/** The list of one box's interfaces, with their values as they come. */
export const Interfaces = lazyComponent(() => import('./list/Interfaces.tsx'))
/** What one box says now, side by side. */
export const InterfaceBoard = lazyComponent(() => import('./list/InterfaceBoard.tsx'))
/** What a list leaves out because smart boxes were retired. */
export const RetiredBoxes = lazyComponent(() => import('./list/RetiredBoxes.tsx'))
export { courseHours } from './list/course.ts'
export { interfacesQuery, seriesQuery } from './board.queries.ts'
export { terminalBoardQuery } from './interfaces.queries.ts'
export { Freshness } from './Freshness.tsx'
export { LastValue } from './LastValue.tsx'
export { TerminalFilter } from './TerminalFilter.tsx'
export { useTerminals } from './terminal.choices.ts'
export { holdUntil } from './command/holdUntil.ts'
export { usualHold } from './command/holdDurations.ts'
export { useActuation } from './command/useActuation.ts'
export { useWithTails } from './useWithTails.ts'
export { categoryName, dataTypeName, notSentWords, valueWords } from './words.ts'
export { type Alarm, alarmWords, isPast, limitWords } from './alarm.ts'
export {
  isQuiet,
  isUnconfirmed,
  type CommandStatus,
  commandStatus,
  statusWords,
  releasedValue,
  releaseKey,
  toneOf,
} from './command/commandStatus.ts'
export { hrefOf, type Subject, subjectOf, valueText } from './subject.ts'
/** Interfaces in a small place, with a search field. */
export const LazyInterfaceSearch = lazyComponent<SearchListFilter>(() => import('./list/InterfaceSearch.tsx'))
