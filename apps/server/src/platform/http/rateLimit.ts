import type { Route } from '@steading/contract/http/route'
import type { Actor } from '../actor.ts'
import { createAttemptLimit, refuseWhileWaiting } from '../security/attemptLimit.ts'
import type { Clock } from '../time/clock.ts'
import type { Config } from '../config/config.ts'

/** Rate limits of expensive calls per user. Calls about alarms are not limited. */
export interface RateLimit {
  /** Counts a call for a page of a list. @throws Failed TOO_MANY_REQUESTS */
  search(route: Pick<Route, 'query'>, actor: Actor): void
  /** Counts a call with files. @throws Failed TOO_MANY_REQUESTS with the field */
  upload(field: string, actor: Actor | undefined): void
}

/** Window over which searches are counted, s: the burst of a screen is allowed. */
const SEARCH_WINDOW = 10
const MINUTE = 60_000

export function createRateLimit(
  config: Pick<Config, 'SEARCHES_PER_SECOND' | 'UPLOADS_PER_MINUTE'>,
  clock: Pick<Clock, 'mono'>,
): RateLimit {
  const searches = createAttemptLimit({ max: config.SEARCHES_PER_SECOND * SEARCH_WINDOW, windowMs: SEARCH_WINDOW * 1000 })
  const uploads = createAttemptLimit({ max: config.UPLOADS_PER_MINUTE, windowMs: MINUTE })
  const count = (attemptLimit: typeof searches, field: string, { id: userId, apiAccessId }: Actor) => {
    // A program does not use up what its owner has at the screens.
    const id = apiAccessId === undefined ? userId : `api ${apiAccessId}`
    if (id === null) return
    const now = clock.mono()
    refuseWhileWaiting(field, attemptLimit.wait(id, now))
    attemptLimit.fail(id, now)
  }
  return {
    search({ query }, actor) {
      if (query && 'itemsPerPage' in query.shape) count(searches, 'search', actor)
    },
    upload(field, actor) {
      if (actor) count(uploads, field, actor)
    },
  }
}
