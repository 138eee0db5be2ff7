import { retainedSince } from '../../platform/config/retention.ts'
import type { World } from '../../platform/world.ts'
import { addPartition } from './partitions.sql.ts'

const DAY = 86_400_000
/** Rollups further back than this get no month of their own; they lie in the default partition. */
const MONTHS_BACK = 400 * DAY
/** Days created before they begin. */
const DAYS_AHEAD = 3

export interface Partitions {
  /** Creates the partitions of readings whose date is plausible. */
  ensure(readings: Iterable<{ readonly ts: number }>): Promise<void>
  /** Creates those of today and of the next days. */
  ahead(): Promise<void>
  /** The days of the journal before an instant (ms UTC) were dropped. */
  forget(before: number): void
}

/**
 * Creates partitions of the journal by day and of the rollups by month. A reading older than the journal's retention gets no day: it
 * lies in the default partition until the next night.
 */
export function createPartitions({ ingest, clock, log, config }: Pick<World, 'ingest' | 'clock' | 'log' | 'config'>): Partitions {
  const days = new Map<number, Promise<void>>()
  const months = new Map<number, Promise<void>>()

  const add = async (table: 'journal' | 'rollups_5m' | 'rollups_1h', instant: number) => {
    if (!(await addPartition(ingest, table, instant)))
      log.warn({ table, instant: new Date(instant) }, 'partition not created, rows stay in the default partition')
  }
  const once = (created: Map<number, Promise<void>>, start: number, create: () => Promise<void>) => {
    const known = created.get(start)
    if (known) return known
    const creation = create()
    created.set(start, creation)
    creation.catch(() => void created.delete(start))
    return creation
  }
  const ensureDay = (day: number) => once(days, day, () => add('journal', day))
  const ensureMonth = (ts: number) => {
    const date = new Date(ts)
    const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
    return once(months, month, async () => {
      await add('rollups_5m', month)
      await add('rollups_1h', month)
    })
  }

  // The day of the last reading seen: nearly all readings are of it.
  let current = -1
  return {
    async ensure(readings) {
      const now = clock.now()
      for (const { ts } of readings) {
        if (ts >= current && ts < current + DAY) continue
        const day = Math.floor(ts / DAY) * DAY
        if (day + DAY > retainedSince(config.RETENTION, 'journal', now)) await ensureDay(day)
        if (ts >= now - MONTHS_BACK) await ensureMonth(ts)
        current = day
      }
    },
    async ahead() {
      const today = Math.floor(clock.now() / DAY) * DAY
      for (let day = 0; day <= DAYS_AHEAD; day++) await ensureDay(today + day * DAY)
      await ensureMonth(today)
      await ensureMonth(today + 31 * DAY)
    },
    forget(before) {
      for (const day of days.keys()) if (day < before) days.delete(day)
      current = -1
    },
  }
}
