import type { World } from '../platform/world.ts'
import { addMonth } from './months.sql.ts'

/** Readings further back than this get no month of their own; they lie in the default partition. */
const BACK = 400 * 86_400_000

export interface Months {
  /** Sees to it that every reading of a sane date has its month. */
  ensure(readings: Iterable<{ readonly ts: number }>): Promise<void>
  /** This month and the next two. */
  ahead(): Promise<void>
}

export function months({ ingest, clock, log }: Pick<World, 'ingest' | 'clock' | 'log'>): Months {
  const made = new Map<number, Promise<void>>()
  // One after the other: two that make the same month at once would fail.
  let queue: Promise<void> = Promise.resolve()
  const make = (month: number) => {
    const held = made.get(month)
    if (held) return held
    const making = queue.then(async () => {
      const added = await addMonth(ingest, Math.floor(month / 12), month % 12)
      if (!added) log.warn({ year: Math.floor(month / 12), month: (month % 12) + 1 }, 'a month stays in the default partition')
    })
    queue = making.catch(() => void made.delete(month))
    made.set(month, making)
    return making
  }
  // The month of the last reading seen: nearly all readings are of it.
  let first = 0
  let next = 0
  return {
    async ensure(readings) {
      const now = clock.now()
      for (const { ts } of readings) {
        if ((ts >= first && ts < next) || ts < now - BACK) continue
        const date = new Date(ts)
        await make(date.getUTCFullYear() * 12 + date.getUTCMonth())
        first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
        next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
      }
    },
    async ahead() {
      const date = new Date(clock.now())
      const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
      for (const more of [0, 1, 2]) await make(month + more)
    },
  }
}
