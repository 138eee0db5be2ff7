// The door of the slice: events and what one of them is.
export const pages = {
  '/events': () => import('./EventList.tsx'),
  '/events/{eventId}/details': () => import('./EventDetails.tsx'),
} as const
export { detailsQuery } from './events.queries.ts'
export { causeValue, limitWords } from './words.ts'
