import type pg from 'pg'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { AGAIN_WHEN_AWAY, isAway } from '../platform/database/away.ts'
import type { World } from '../platform/world.ts'
import { readingEncoder } from './encoders.ts'
import { emptied, groupOf, isEmpty, sizeOf, withoutStored } from './group.ts'
import type { Group, Message } from './group.ts'
import { holdLane, Overlap, write } from './journal.sql.ts'
import type { Rows } from './journal.sql.ts'
import type { Reading } from './reading.ts'
import { commit } from './sequences.ts'
import type { Sequences } from './sequences.ts'

export interface LaneOptions {
  readonly world: Pick<World, 'ingest' | 'log' | 'clock'>
  readonly index: number
  readonly sequences: Sequences
  /** Everything that must be there before the readings are written; gives the group its place. */
  begin(readings: readonly Reading[]): Promise<number>
  /** The place is settled: these readings and effects are committed under it. */
  end(pos: number, rows: Pick<Rows, 'readings' | 'effects'>): void
  /** The database will never take what this message carries. */
  reject(message: Message, error: Error): Promise<void>
}

export interface Lane {
  add(message: Message): void
  readonly waiting: number
  start(): Promise<void>
  stop(): Promise<void>
  /** Undefined while it works, else what stops it. */
  trouble(): string | undefined
}

const MOST_ROWS = 5_000
/** A group waits so long for more, at most; it goes at once when nothing more comes. */
const GATHER = 15
const TURNS = 3
const PAUSE = { first: 100, most: 5_000 }
const STOP_WITHIN = 10_000

/**
 * One connection and what goes over it, group by group. A box always travels in the same lane, so that its messages are
 * committed in the order in which they came and no two transactions book its numbers at once.
 */
export function lane({ world, index, sequences, begin, end, reject }: LaneOptions): Lane {
  const { ingest, log, clock } = world
  const queue: Message[] = []
  const encode = readingEncoder()
  let rows = 0
  let client: pg.PoolClient | undefined
  let running: Promise<void> | undefined
  let stopping = false
  let over = false
  let trouble: string | undefined
  let wake: () => void = () => undefined

  const connect = async (): Promise<pg.PoolClient> => {
    if (client) return client
    const fresh = await ingest.connect()
    try {
      await holdLane(fresh, index)
    } catch (error) {
      fresh.release(true)
      throw error
    }
    client = fresh
    return fresh
  }
  const disconnect = () => {
    client?.release(true)
    client = undefined
  }

  /** Waits for messages, and then as long as more keep coming. */
  const gather = async (): Promise<Message[]> => {
    while (queue.length === 0 && !stopping) await new Promise<void>(resume => (wake = resume))
    const until = clock.mono() + GATHER
    let seen = -1
    for (let quiet = 0; rows < MOST_ROWS && quiet < TURNS && clock.mono() < until;) {
      quiet = rows === seen ? quiet + 1 : 0
      seen = rows
      await turn()
    }
    let taken = 0
    let count = 0
    while (count < queue.length && taken < MOST_ROWS) taken += sizeOf(queue[count++]!)
    rows -= taken
    return queue.splice(0, count)
  }

  /** Writes a group under its place until the database has taken it; in pieces if need be. Answers what it took. */
  const store = async (pos: number, group: Group): Promise<readonly Group[]> => {
    let left = group
    let outdated = false
    let redo = false
    for (let wait = PAUSE.first; left.messages.length > 0;)
      try {
        if (outdated) left = await lackingOf(left.messages)
        outdated = false
        await write(await connect(), pos, left.rows, encode, redo)
        trouble = undefined
        return [left]
      } catch (error) {
        const failure = asError(error)
        await rollback()
        if (failure instanceof Overlap) outdated = true
        else if (!redo && isDuplicate(failure)) redo = true
        else if (isRefused(failure)) return storeEach(pos, left.messages, failure)
        else {
          await hold(failure, wait)
          wait = Math.min(wait * 2, PAUSE.most)
        }
      }
    return []
  }

  /** A group that the database refuses is taken apart, so that one bad message holds up no other. */
  const storeEach = async (pos: number, messages: readonly Message[], failure: Error): Promise<readonly Group[]> => {
    const [only] = messages
    if (only === undefined || messages.length > 1) {
      const stored: Group[] = []
      for (const message of messages) stored.push(...(await store(pos, groupOf([message]))))
      return stored
    }
    if (isEmpty(only)) {
      only.done()
      return []
    }
    await reject(only, failure)
    // Its numbers are booked all the same, or the box would send it for ever.
    return store(pos, groupOf([emptied(only)]))
  }

  /** Less what the database holds already: another process, or a commit whose answer got lost, was faster. */
  const lackingOf = async (messages: readonly Message[]): Promise<Group> => {
    for (const epoch of new Set(messages.map(message => message.epoch))) await sequences.reload(epoch)
    const { left, stored } = withoutStored(messages)
    for (const message of stored) message.done()
    return groupOf(left)
  }

  const rollback = async () => {
    try {
      await client?.query('rollback')
    } catch {
      disconnect() // the next attempt connects anew
    }
  }

  /** The database is in trouble: what is on its way waits, unless the process wants to stop. */
  const hold = async (failure: Error, wait: number) => {
    trouble = failure.message
    log.error({ err: failure, lane: index, waiting: queue.length }, 'readings wait for the database')
    if (stopping) throw failure
    await pause(isAway(failure) ? Math.min(wait, AGAIN_WHEN_AWAY) : wait)
  }

  const run = async () => {
    while (!stopping || queue.length > 0) {
      const messages = await gather()
      if (messages.length === 0) continue
      const group = groupOf(messages)
      let pos: number | undefined
      let stored: readonly Group[] = []
      try {
        pos = await placed(group.rows.readings)
        stored = await store(pos, group)
      } catch (error) {
        for (const message of messages) message.fail(asError(error))
      }
      const took = stored.length === 1 ? stored[0]! : groupOf(stored.flatMap(part => part.messages))
      for (const { epoch, ranges, gaps } of took.messages) commit(epoch, ranges, gaps)
      if (pos !== undefined) end(pos, took.rows)
      for (const message of took.messages) message.done()
    }
  }

  /** A place needs the database too: for its block, and for a month that is not there. */
  const placed = async (readings: readonly Reading[]): Promise<number> => {
    for (let wait = PAUSE.first; ; wait = Math.min(wait * 2, PAUSE.most))
      try {
        return await begin(readings)
      } catch (error) {
        await hold(asError(error), wait)
      }
  }

  return {
    add(message) {
      if (over) return message.fail(new Error('the journal has stopped'))
      queue.push(message)
      rows += sizeOf(message)
      wake()
    },
    get waiting() {
      return rows
    },
    async start() {
      await connect()
      running = run()
    },
    async stop() {
      stopping = true
      wake()
      await Promise.race([running, pause(STOP_WITHIN, undefined, { ref: false })])
      over = true
      disconnect()
    },
    trouble: () => trouble,
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
const sqlState = (error: Error) => ('code' in error ? String(error.code) : '')
/** 23505: a row with this key is there. */
const isDuplicate = (error: Error) => sqlState(error) === '23505'
/** Classes 22 and 23: the data themselves, which no repetition mends. */
const isRefused = (error: Error) => /^2[23]...$/.test(sqlState(error))
