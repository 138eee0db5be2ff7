// The door of the slice: warnings of water and feed, what was found, and which houses are watched.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

export const pages = {
  '/production/earlyWarnings': () => import('./WatchedHouses.tsx'),
} as const
export { isAnswered, warningQuery } from './earlyWarning.queries.ts'
/** A warning on the page of its event; asks what was found, unless the review of the event does. */
export const LazyWarningCard = lazyComponent<{ eventId: string; asks: boolean }>(() => import('./WarningCard.tsx'))
