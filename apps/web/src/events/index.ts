// The door of the slice: events and what one of them is.
import { later } from '../ui/later/later.tsx'

// Each is named once: what the first visit loads holds every name.
const list = () => import('./EventList.tsx')
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
export { batchQuery } from './batch.queries.ts'
export { solving } from './offers.ts'
export { changesQuery, detailsQuery } from './event.queries.ts'
export { eventHref } from './desk.ts'
export { unsolved } from './unsolved.ts'
export { nextStep, stepIcon, stepLabel, takenSteps } from './steps.ts'
export { categoryWord, stateOf } from './words.ts'
/** The events of a batch, as a tab of its page. */
export const LazyBatchEvents = later(() => import('./BatchEvents.tsx'))
/** Asks for a note and changes the status. */
export const LazyStatusDialog = later(() => import('./StatusDialog.tsx'), 'overlay')
