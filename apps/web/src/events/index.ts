// The door of the slice: events and what one of them is.
import { later } from '../ui/later/later.tsx'

export const pages = {
  '/events': () => import('./EventList.tsx'),
  '/events/{eventId}/details': () => import('./EventDetails.tsx'),
} as const
export { closing } from './Actions.tsx'
export { changesQuery, detailsQuery, unsolved } from './events.queries.ts'
export { feedbackOf } from './feedback.ts'
export { takenOn } from './progress.ts'
export { isRelative } from './relative.ts'
export { categoryWord } from './words.ts'
/** Asks for a note and changes the status. */
export const LazyStatusDialog = later(() => import('./StatusDialog.tsx'), 'overlay')
