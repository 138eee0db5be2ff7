import { later } from '../ui/later/later.tsx'

// The door of the slice: its pages, and what other slices show of interfaces.
export const pages = {
  '/system/interfaces': () => import('./InterfaceList.tsx'),
  '/system/interfaces/create': () => import('./InterfaceCreate.tsx'),
  '/system/interfaces/details/{interfaceId}': () => import('./InterfaceDetails.tsx'),
} as const

/** The list of one box's interfaces, with their values as they come. */
export const Interfaces = later(() => import('./Interfaces.tsx'))
/** What one box says now, side by side. */
export const InterfaceBoard = later(() => import('./InterfaceBoard.tsx'))
/** What a list leaves out because smart boxes were retired. */
export const RetiredBoxes = later(() => import('./RetiredBoxes.tsx'))
export { interfacesQuery, seriesQuery, terminalBoardQuery } from './interfaces.queries.ts'
export { TerminalFilter } from './TerminalFilter.tsx'
export { useTerminals } from './terminal.choices.ts'
export { heldUntil } from './held.ts'
export { usualHold } from './holds.ts'
export { useActuation } from './useActuation.ts'
export { useWithTails } from './useWithTails.ts'
export { categoryName, dataTypeName, notSentWords, valueWords } from './words.ts'
