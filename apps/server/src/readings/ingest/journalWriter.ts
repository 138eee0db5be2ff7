import type pg from 'pg'
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'
import { RETRY_WHEN_UNAVAILABLE, isDatabaseUnavailable } from '../../platform/database/connection/availability.ts'
import type { World } from '../../platform/world.ts'
import { createReadingEncoder } from '../copy/rowEncoders.ts'
import { withoutRows, createGroup, isEmpty, sizeOf, withoutStored } from './groupCommit.ts'
import type { Group, Message } from './groupCommit.ts'
import { lockWriter, SequenceOverlap, write } from './journal.sql.ts'
import type { Rows } from './journal.sql.ts'
import type { Reading } from '../reading.ts'
import { commitSequences } from './sequences.ts'
import type { Sequences } from './sequences.ts'

export interface WriterOptions {
  readonly world: Pick<World, 'ingest' | 'log' | 'clock'>
  readonly index: number
  readonly sequences: Sequences
  /** Prepares the storage of the readings (partitions); answers the position of the group. */
  begin(readings: readonly Reading[]): Promise<number>
  /** The position is settled: these readings and effects are committed under it. */
  end(pos: number, rows: Pick<Rows, 'readings' | 'effects'>): void
  /** The database refuses the content of this message for good. */
  reject(message: Message, error: Error): Promise<void>
}

export interface JournalWriter {
  add(message: Message): void
  readonly waiting: number
  start(): Promise<void>
  stop(): Promise<void>
  /** Why it is blocked; undefined: it works. */
  trouble(): string | undefined
}

const MAX_ROWS = 5_000
/** Longest wait for more messages of a group; it ends earlier when no more arrive. */
const GATHER_MS = 15
const QUIET_TURNS = 3
const PAUSE = { first: 100, most: 5_000 }
const STOP_WITHIN_MS = 10_000

/**
 * Writes groups of messages over one connection, one after the other. A box always has the same writer, so that its messages are
 * committed in the order of their arrival and no two transactions settle its numbers at once.
 */
export function createJournalWriter({ world, index, sequences, begin, end, reject }: WriterOptions): JournalWriter {
  const { ingest, log, clock } = world
  const queue: Message[] = []
  const encode = createReadingEncoder()
  let rows = 0
  let client: pg.PoolClient | undefined
  let running: Promise<void> | undefined
  let stopping = false
  let isStopped = false
  let trouble: string | undefined
  let wake: () => void = () => undefined

  const connect = async (): Promise<pg.PoolClient> => {
    if (client) return client
    const fresh = await ingest.connect()
    try {
      await lockWriter(fresh, index)
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

  /** Waits for messages, and then as long as more keep arriving. */
  const gather = async (): Promise<Message[]> => {
    while (queue.length === 0 && !stopping) await new Promise<void>(resume => (wake = resume))
    const until = clock.mono() + GATHER_MS
    let seen = -1
    for (let quiet = 0; rows < MAX_ROWS && quiet < QUIET_TURNS && clock.mono() < until;) {
      quiet = rows === seen ? quiet + 1 : 0
      seen = rows
      await nextTick()
    }
    let taken = 0
    let count = 0
    while (count < queue.length && taken < MAX_ROWS) taken += sizeOf(queue[count++]!)
    rows -= taken
    return queue.splice(0, count)
  }

  /** Writes a group at its position until the database accepts it, message by message if necessary. Answers what was stored. */
  const store = async (pos: number, group: Group): Promise<readonly Group[]> => {
    let left = group
    let outdated = false
    let redo = false
    for (let wait = PAUSE.first; left.messages.length > 0;)
      try {
        if (outdated) left = await withoutStoredAgain(left.messages)
        outdated = false
        await write(await connect(), pos, left.rows, encode, redo)
        trouble = undefined
        return [left]
      } catch (error) {
        const failure = asError(error)
        await rollback()
        if (failure instanceof SequenceOverlap) outdated = true
        else if (!redo && isDuplicate(failure)) redo = true
        else if (isRefused(failure)) return storeEach(pos, left.messages, failure)
        else {
          await waitForDatabase(failure, wait)
          wait = Math.min(wait * 2, PAUSE.most)
        }
      }
    return []
  }

  /** Splits a group that the database refuses, so that one bad message blocks no other. */
  const storeEach = async (pos: number, messages: readonly Message[], failure: Error): Promise<readonly Group[]> => {
    const [only] = messages
    if (only === undefined || messages.length > 1) {
      const stored: Group[] = []
      for (const message of messages) stored.push(...(await store(pos, createGroup([message]))))
      return stored
    }
    if (isEmpty(only)) {
      only.done()
      return []
    }
    await reject(only, failure)
    // Its numbers are settled all the same, or the box would send the message for ever.
    return store(pos, createGroup([withoutRows(only)]))
  }

  /** Removes what is stored already: by another process, or by a commit whose answer was lost. */
  const withoutStoredAgain = async (messages: readonly Message[]): Promise<Group> => {
    for (const epoch of new Set(messages.map(message => message.epoch))) await sequences.reload(epoch)
    const { left, stored } = withoutStored(messages)
    for (const message of stored) message.done()
    return createGroup(left)
  }

  const rollback = async () => {
    try {
      await client?.query('rollback')
    } catch {
      disconnect() // the next attempt connects anew
    }
  }

  /** The database is unavailable: the group waits, unless the process shuts down. */
  const waitForDatabase = async (failure: Error, wait: number) => {
    trouble = failure.message
    log.error({ err: failure, writer: index, waiting: queue.length }, 'readings not stored, retrying; boxes keep them meanwhile')
    if (stopping) throw failure
    await pause(isDatabaseUnavailable(failure) ? Math.min(wait, RETRY_WHEN_UNAVAILABLE) : wait)
  }

  const run = async () => {
    while (!stopping || queue.length > 0) {
      const messages = await gather()
      if (messages.length === 0) continue
      const group = createGroup(messages)
      let pos: number | undefined
      let stored: readonly Group[] = []
      try {
        pos = await acquirePosition(group.rows.readings)
        stored = await store(pos, group)
      } catch (error) {
        for (const message of messages) message.fail(asError(error))
      }
      const took = stored.length === 1 ? stored[0]! : createGroup(stored.flatMap(part => part.messages))
      for (const { epoch, ranges, gaps } of took.messages) commitSequences(epoch, ranges, gaps)
      if (pos !== undefined) end(pos, took.rows)
      for (const message of took.messages) message.done()
    }
  }

  /** A position needs the database as well: for its block, and for missing partitions. */
  const acquirePosition = async (readings: readonly Reading[]): Promise<number> => {
    for (let wait = PAUSE.first; ; wait = Math.min(wait * 2, PAUSE.most))
      try {
        return await begin(readings)
      } catch (error) {
        await waitForDatabase(asError(error), wait)
      }
  }

  return {
    add(message) {
      if (isStopped) return message.fail(new Error('the journal has stopped'))
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
      await Promise.race([running, pause(STOP_WITHIN_MS, undefined, { ref: false })])
      isStopped = true
      disconnect()
    },
    trouble: () => trouble,
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
const sqlState = (error: Error) => ('code' in error ? String(error.code) : '')
/** 23505: unique violation. */
const isDuplicate = (error: Error) => sqlState(error) === '23505'
/** Classes 22 and 23: the data itself is refused, a retry does not help. */
const isRefused = (error: Error) => /^2[23]...$/.test(sqlState(error))
