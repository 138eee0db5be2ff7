import { systemActor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import { HOUR } from './cells.ts'
import { cursorOf, moveCursor } from './journal.sql.ts'
import type { Months } from './months.ts'
import { dropBeyondHistory, dropDeviceTimes, interfaceIds } from './nightly.sql.ts'
import { dropQuarantined } from './quarantine.sql.ts'
import { KEPT_WHOLE } from './rollups.ts'

declare module '../platform/jobs.ts' {
  interface JobPayloads {
    'readings.nightly': Record<string, never>
  }
}

const NAME = 'readings.nightly'
const DAY = 24 * HOUR
/** UTC; after midnight everywhere in Europe. */
const AT = 2.5 * HOUR
const QUARANTINE_KEPT = 30 * DAY
/** Interfaces of one transaction. */
const PORTION = 100
/** Its cursor stands on the instant, in ms, up to which the journal holds nothing but the history. */
const THINNED = 'thinned'

const system = systemActor('readings')

/** Once a night: months ahead, and out with what is kept no longer. */
export function nightly({ db, jobs, clock, log }: Pick<World, 'db' | 'jobs' | 'clock' | 'log'>, months: Months) {
  const plan = () =>
    db.work(system, work => {
      const today = Math.floor(clock.now() / DAY) * DAY
      const runAt = new Date(today + AT > clock.now() ? today + AT : today + DAY + AT)
      return jobs.add(work, NAME, {}, { key: NAME, runAt })
    })

  /** After 100 days a reading that does not belong to the history goes. */
  const thin = async () => {
    const from = await db.work(system, work => cursorOf(work, THINNED))
    const to = Math.floor((clock.now() - KEPT_WHOLE) / DAY) * DAY
    if (to <= from) return
    const ids = await db.work(system, interfaceIds)
    for (let at = 0; at < ids.length; at += PORTION)
      await db.work(system, work => dropBeyondHistory(work, ids.slice(at, at + PORTION), { from, to }))
    await db.work(system, work => moveCursor(work, THINNED, from, to))
    log.info({ to: new Date(to) }, 'the journal was thinned')
  }

  const tidy = () =>
    db.work(system, async work => {
      await dropQuarantined(work, new Date(clock.now() - QUARANTINE_KEPT))
      await dropDeviceTimes(work, new Date(clock.now() - KEPT_WHOLE))
    })

  jobs.handle(NAME, async () => {
    await months.ahead()
    await thin()
    await tidy()
    await plan()
  })
  return { plan, thin, tidy }
}
