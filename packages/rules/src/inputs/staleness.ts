import { MINUTE, SECOND } from '../values/time.ts'

/** Age from which alarms and averages no longer count on a sampled value, ms. */
export const STALE_AFTER = 15 * MINUTE

/** Age from which a value that is sampled each `every` seconds is stale, ms: at least three samples may be missed. */
export const staleAfterSample = (every: number, least = STALE_AFTER): number => Math.max(least, 3 * every * SECOND)
