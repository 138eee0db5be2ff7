import type { Route } from '@steading/contract/route'
import type { Actor } from '../actor.ts'
import { attempts, mustWait } from '../attempts.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'

/** How often one person may ask what costs much. Nothing that tells or answers an alarm is of it. */
export interface Pace {
  /** Of what asks for a page of a list. @throws Failed TOO_MANY_REQUESTS */
  search(route: Pick<Route, 'query'>, actor: Actor): void
  /** A call that brings files. @throws Failed TOO_MANY_REQUESTS that names the field */
  upload(field: string, actor: Actor | undefined): void
}

/** What a screen asks at once is no flood: searches count over so long, s. */
const OVER = 10
const MINUTE = 60_000

export function pace(config: Pick<Config, 'SEARCHES_PER_SECOND' | 'UPLOADS_PER_MINUTE'>, clock: Pick<Clock, 'mono'>): Pace {
  const searches = attempts({ most: config.SEARCHES_PER_SECOND * OVER, windowMs: OVER * 1000 })
  const uploads = attempts({ most: config.UPLOADS_PER_MINUTE, windowMs: MINUTE })
  const count = (of: typeof searches, field: string, { id }: Actor) => {
    if (id === null) return
    const now = clock.mono()
    mustWait(field, of.wait(id, now))
    of.fail(id, now)
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
