import { setTimeout as pause } from 'node:timers/promises'
import { systemActor } from '../platform/actor.ts'
import { AGAIN_WHEN_AWAY, isAway } from '../platform/database/away.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { cursorOf, moveCursor, readJournal } from './journal.sql.ts'
import type { Chunk, Tail } from './tail.ts'

/** What a consumer does with a part of the journal; all that it writes goes through the work, with its cursor. */
export type Handler = (work: Work, chunk: Chunk) => Promise<void>

export interface FollowOptions {
  /** Waits up to so many ms for more readings. */
  readonly gather?: number
  /** Readings of one chunk, about. */
  readonly most?: number
  /** Doings of rules of one chunk, about: for who has much to do about each. */
  readonly doings?: number
}

export interface Follower {
  readonly name: string
  /** The place up to which everything is done. */
  cursor(): number
  wake(): void
  start(): Promise<void>
  stop(): Promise<void>
  trouble(): string | undefined
}

const PAUSE = { first: 200, most: 10_000 }
/** Places that one query of the journal covers; more when they turn out empty. */
const STRIDE = { least: 10, most: 1_000 }

/**
 * Takes a consumer through the journal in its order. Handler and cursor share a transaction: what the handler writes is
 * written exactly once, whenever the process dies.
 */
export function follower(
  { alarms: db, ingest, log }: Pick<World, 'alarms' | 'ingest' | 'log'>,
  tail: Tail,
  name: string,
  handler: Handler,
  { gather = 0, most = 5_000, doings = Infinity }: FollowOptions = {},
): Follower {
  const actor = systemActor(name)
  let cursor = 0
  let stride = STRIDE.least
  let stopping = false
  let trouble: string | undefined
  let running: Promise<void> | undefined
  let resume: () => void = () => undefined

  const news = () => new Promise<void>(done => (resume = done))

  /** Waits for a full chunk, as long as it may. */
  const gathered = async () => {
    if (gather === 0) return
    let due = false
    const timer = setTimeout(() => {
      due = true
      resume()
    }, gather)
    while (!due && !stopping && tail.ahead(cursor) < most) await news()
    clearTimeout(timer)
  }

  const next = async (): Promise<Chunk> => {
    const recent = tail.take(cursor, most, doings)
    if (recent) return recent
    const to = Math.min(tail.settled(), cursor + stride)
    const readings = await readJournal(ingest, cursor, to)
    stride = readings.length > most ? STRIDE.least : Math.min(stride * 2, STRIDE.most)
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
          await news()
          continue
        }
        await gathered()
        await step()
        trouble = undefined
        wait = PAUSE.first
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error)
        log.error({ err: error, follower: name, cursor }, 'a follower of the journal failed')
        const away = isAway(error)
        await Promise.race([pause(away ? AGAIN_WHEN_AWAY : wait), stopped])
        if (!away) wait = Math.min(wait * 2, PAUSE.most)
        const found = await db.work(actor, work => cursorOf(work, name)).catch(() => undefined)
        cursor = found ?? cursor
        // The database answers again: there may be nothing to do for a while.
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
