// The door of the slice: events and what one of them is.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { SearchListFilter } from '../ui/list/table/SearchList.tsx'

// Each is named once: what the first visit loads holds every name.
const list = () => import('./list/EventList.tsx')
const one = () => import('./EventPage.tsx')

export const pages = {
  '/events': list,
  '/events/create': one,
  '/events/{eventId}/details': one,
  '/production/{batchId}/events/create': one,
  '/production/{batchId}/events/details/{eventId}': one,
  '/helpdesk': list,
  '/helpdesk/create': one,
  '/helpdesk/{eventId}/details': one,
  '/system/helpdesk': list,
  '/system/helpdesk/create': one,
  '/system/helpdesk/{eventId}/details': one,
} as const
export { answerNote } from './steps/answerNote.ts'
export { solveAction } from './steps/offers.ts'
export { changesQuery, detailsQuery } from './event.queries.ts'
export { eventHref } from './eventScope.ts'
export { nextStep, stepIcon, stepLabel, takenSteps } from './steps/steps.ts'
export { categoryWord, stateOf, statusWord, unsolved } from './words.ts'
/** The events of a batch, as a tab of its page. */
export const LazyBatchEvents = lazyComponent(() => import('./list/BatchEvents.tsx'))
/** Asks for a note and changes the status. */
export const LazyStatusDialog = lazyComponent(() => import('./steps/StatusDialog.tsx'), 'overlay')
/** Events in a small place, with a search field. */
export const LazyEventSearch = lazyComponent<SearchListFilter>(() => import('./list/EventSearch.tsx'))
