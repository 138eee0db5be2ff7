import { setTimeout as pause } from 'node:timers/promises'
import { systemActor } from '../../platform/actor.ts'
import { RETRY_WHEN_UNAVAILABLE, isDatabaseUnavailable } from '../../platform/database/connection/availability.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { cursorOf, moveCursor, readJournal } from './journal.sql.ts'
import type { Chunk, Tail } from './tail.ts'

/** Processes a chunk of the journal; its writes share a transaction with the cursor. */
export type Handler = (work: UnitOfWork, chunk: Chunk) => Promise<void>

export interface FollowOptions {
  /** Longest wait for more readings, ms. */
  readonly gatherMs?: number
  /** Approximate number of readings of one chunk. */
  readonly maxReadings?: number
  /** Approximate number of rule effects of one chunk: limits handlers for which an effect is costly. */
  readonly maxEffects?: number
}

export interface Follower {
  readonly name: string
  /** The position up to which everything is processed. */
  cursor(): number
  wake(): void
  start(): Promise<void>
  stop(): Promise<void>
  trouble(): string | undefined
}

const PAUSE = { first: 200, most: 10_000 }
/** Positions that one query of the journal covers; doubled while they are empty. */
const STRIDE = { least: 10, most: 1_000 }

/**
 * Processes the journal in its order. Handler and cursor share a transaction: the writes of the handler take effect exactly once,
 * even if the process dies.
 */
export function createFollower(
  { alarmPool: db, ingest, log }: Pick<World, 'alarmPool' | 'ingest' | 'log'>,
  tail: Tail,
  name: string,
  handler: Handler,
  { gatherMs = 0, maxReadings = 5_000, maxEffects = Infinity }: FollowOptions = {},
): Follower {
  const actor = systemActor(name)
  let cursor = 0
  let stride = STRIDE.least
  let stopping = false
  let trouble: string | undefined
  let running: Promise<void> | undefined
  let resume: () => void = () => undefined

  const nextNotice = () => new Promise<void>(done => (resume = done))

  /** Waits for a full chunk, at most `gatherMs`. */
  const gather = async () => {
    if (gatherMs === 0) return
    let due = false
    const timer = setTimeout(() => {
      due = true
      resume()
    }, gatherMs)
    while (!due && !stopping && tail.ahead(cursor) < maxReadings) await nextNotice()
    clearTimeout(timer)
  }

  const next = async (): Promise<Chunk> => {
    const recent = tail.take(cursor, maxReadings, maxEffects)
    if (recent) return recent
    const to = Math.min(tail.settled(), cursor + stride)
    const readings = await readJournal(ingest, cursor, to)
    stride = readings.length > maxReadings ? STRIDE.least : Math.min(stride * 2, STRIDE.most)
    return { from: cursor, to, readings }
  }

  const step = async () => {
    const chunk = await next()
    await db.work(actor, async work => {
      await handler(work, chunk)
      if (!(await moveCursor(work, name, chunk.from, chunk.to))) throw new Error(`the cursor of ${name} was moved by another`)
    })
    cursor = chunk.to
  }

  const run = async () => {
    for (let wait = PAUSE.first; !stopping;)
      try {
        if (tail.settled() <= cursor) {
          await nextNotice()
          continue
        }
        await gather()
        await step()
        trouble = undefined
        wait = PAUSE.first
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error)
        log.error({ err: error, follower: name, cursor }, 'journal follower failed, retrying')
        const away = isDatabaseUnavailable(error)
        await Promise.race([pause(away ? RETRY_WHEN_UNAVAILABLE : wait), stopped])
        if (!away) wait = Math.min(wait * 2, PAUSE.most)
        const found = await db.work(actor, work => cursorOf(work, name)).catch(() => undefined)
        cursor = found ?? cursor
        // The database answers again, even if there is nothing to process for a while.
        if (away && found !== undefined) trouble = undefined
      }
  }
  let stop: () => void = () => undefined
  const stopped = new Promise<void>(done => (stop = done))

  return {
    name,
    cursor: () => cursor,
    wake: () => resume(),
    async start() {
      cursor = await db.work(actor, work => cursorOf(work, name))
      running = run()
    },
    async stop() {
      stopping = true
      stop()
      resume()
      await running
    },
    trouble: () => trouble,
  }
}
