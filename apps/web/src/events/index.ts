// The door of the slice: events and what one of them is.
export const pages = {
  '/events': () => import('./EventList.tsx'),
  '/events/{eventId}/details': () => import('./EventDetails.tsx'),
} as const
export { detailsQuery, unsolved } from './events.queries.ts'
export { feedbackOf } from './feedback.ts'
export { isRelative } from './why.ts'
