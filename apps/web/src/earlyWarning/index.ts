// The door of the slice: warnings of water and feed, what was found, and which houses are watched.
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

export const pages = {
  '/production/earlyWarnings': () => import('./WatchedHouses.tsx'),
} as const
/** Asks what was found after a warning, on the page of its event. */
export const LazyWarningCard = lazyComponent<{ eventId: string }>(() => import('./WarningCard.tsx'))
