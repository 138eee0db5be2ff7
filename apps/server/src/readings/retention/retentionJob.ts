import { systemActor } from '../../platform/actor.ts'
import { retainedSince } from '../../platform/config/retention.ts'
import type { World } from '../../platform/world.ts'
import type { Journal } from '../ingest/journal.ts'
import { cursorOf, moveCursor } from '../ingest/journal.sql.ts'
import { dropQuarantined } from '../ingest/quarantine.sql.ts'
import { HOUR } from '../rollups/bucketSums.ts'
import {
  addHistoryMonth,
  archiveJournalDay,
  archiveJournalRest,
  deleteOldRows,
  dropDeviceTimes,
  dropMonths,
  journalDays,
} from './retentionJob.sql.ts'

declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    'readings.nightly': Record<string, never>
  }
}

const NAME = 'readings.nightly'
const DAY = 24 * HOUR
/** UTC; after midnight everywhere in Europe. */
const AT = 2.5 * HOUR
const MARGIN = 60_000
const QUARANTINE_KEPT = 30 * DAY
/** Its cursor stands on the instant (ms UTC) before which the journal has been archived. */
const ARCHIVED = 'archived'
const MONTHLY = ['history', 'rollups_5m', 'rollups_1h'] as const
/** Tables without partitions, whose old rows are deleted in batches. Messages go before the occurrences that they are about. */
export const BATCHED = [
  'effects',
  'commands',
  'notification_attempts',
  'notifications',
  'event_occurrences',
  'event_changes',
  'audit',
] as const
/** Rows of one transaction. */
const BATCH = 5_000

const system = systemActor('readings')

/** Once a night: creates partitions ahead, archives the days beyond the journal's retention, and drops months. */
export function nightly(
  { db, jobs, clock, log, config }: Pick<World, 'db' | 'jobs' | 'clock' | 'log' | 'config'>,
  { partitions, followed }: Pick<Journal, 'partitions' | 'followed'>,
) {
  const plan = () =>
    db.work(system, work => {
      const now = clock.now()
      const today = Math.floor(now / DAY) * DAY
      // One that begins a moment early is not planned for the same night.
      const next = today + AT > now + MARGIN ? today + AT : today + DAY + AT
      return jobs.add(work, NAME, {}, { key: NAME, delay: next - now })
    })

  /**
   * Archives every day of the journal beyond its retention, each in one transaction. The days that still exist are the list of what
   * is left to do, so a run after a standstill or a crash goes on with the oldest.
   */
  const archive = async () => {
    const until = Math.floor(retainedSince(config.RETENTION, 'journal', clock.now()) / DAY) * DAY
    const days = await db.work(system, work => journalDays(work, new Date(until)))
    for (const day of days) {
      await db.work(system, work => addHistoryMonth(work, day))
      const archived = await db.work(system, async work => {
        const isDone = await archiveJournalDay(work, day, followed())
        if (isDone) await moveArchived(work, day + DAY)
        return isDone
      })
      if (archived) log.info({ day: new Date(day) }, 'day of the journal archived')
      else log.warn({ day: new Date(day) }, 'day of the journal not archived, a follower is behind; trying again next night')
    }
    await db.work(system, async work => {
      await archiveJournalRest(work, new Date(until), followed())
      await moveArchived(work, until)
    })
    partitions.forget(until)
  }

  const dropOld = async () => {
    for (const table of MONTHLY) {
      const until = retainedSince(config.RETENTION, table, clock.now())
      if (until > -Infinity) await db.work(system, work => dropMonths(work, table, new Date(until)))
    }
  }

  const deleteOld = async () => {
    for (const table of BATCHED) {
      const until = retainedSince(config.RETENTION, table, clock.now())
      if (until === -Infinity) continue
      while ((await db.work(system, work => deleteOldRows(work, table, new Date(until), BATCH))) > 0);
    }
  }

  const tidy = () =>
    db.work(system, async work => {
      await dropQuarantined(work, new Date(clock.now() - QUARANTINE_KEPT))
      await dropDeviceTimes(work, new Date(retainedSince(config.RETENTION, 'journal', clock.now())))
    })

  jobs.handle(NAME, async () => {
    await partitions.ahead()
    await archive()
    await dropOld()
    await deleteOld()
    await tidy()
    await plan()
  })
  return { plan, archive, dropOld, deleteOld, tidy }
}

type Work = Parameters<typeof cursorOf>[0]

async function moveArchived(work: Work, to: number) {
  const from = await cursorOf(work, ARCHIVED)
  if (from < to) await moveCursor(work, ARCHIVED, from, to)
}
