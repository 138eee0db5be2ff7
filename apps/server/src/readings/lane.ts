import type { Range } from '@steading/contract/box'
import type pg from 'pg'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { World } from '../platform/world.ts'
import { readingEncoder } from './encoders.ts'
import type { DeviceTime, Effect } from './intake.ts'
import { holdLane, Overlap, write } from './journal.sql.ts'
import type { Rows } from './journal.sql.ts'
import type { Reading } from './reading.ts'
import { commit, lacking } from './sequences.ts'
import type { Epoch, Sequences } from './sequences.ts'

/** A message on its way into the journal: what of it is new. */
export interface Message {
  readonly epoch: Epoch
  /** The numbers that it settles. */
  ranges: readonly Range[]
  readings: readonly Reading[]
  effects: readonly Effect[]
  deviceTimes: readonly DeviceTime[]
  done(): void
  fail(error: Error): void
}

export interface LaneOptions {
  readonly world: Pick<World, 'ingest' | 'log' | 'clock'>
  readonly index: number
  readonly sequences: Sequences
  /** Everything that must be there before the readings are written; gives the group its place. */
  begin(readings: readonly Reading[]): Promise<number>
  /** The place is settled: these messages are committed under it. */
  end(pos: number, stored: readonly Message[]): void
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
    while (count < queue.length && taken < MOST_ROWS) taken += size(queue[count++]!)
    rows -= taken
    return queue.splice(0, count)
  }

  /** Writes messages under one place until the database has taken them; answers those that it took. */
  const store = async (pos: number, messages: readonly Message[]): Promise<readonly Message[]> => {
    let left = messages
    let redo = false
    for (let wait = PAUSE.first; left.length > 0;) {
      try {
        await write(await connect(), rowsOf(pos, left), encode, redo)
        trouble = undefined
        return left
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error))
        const rolledBack = await client?.query('rollback').then(
          () => true,
          () => false,
        )
        if (!rolledBack) disconnect()
        if (failure instanceof Overlap) left = await lackingOf(left)
        else if (!redo && isDuplicate(failure)) redo = true
        else if (isRefused(failure)) return storeEach(pos, left, failure)
        else {
          trouble = failure.message
          log.error({ err: failure, lane: index, waiting: queue.length }, 'readings wait for the database')
          if (stopping) throw failure
          await pause(wait)
          wait = Math.min(wait * 2, PAUSE.most)
        }
      }
    }
    return left
  }

  /** A group that the database refuses is taken apart, so that one bad message holds up no other. */
  const storeEach = async (pos: number, messages: readonly Message[], failure: Error): Promise<readonly Message[]> => {
    const [only] = messages
    if (only && messages.length === 1) {
      if (size(only) === 1) {
        only.done()
        return []
      }
      await reject(only, failure)
      // Its numbers are booked all the same, or the box would send it for ever.
      only.readings = only.effects = only.deviceTimes = []
      return store(pos, messages)
    }
    const stored: Message[] = []
    for (const message of messages) stored.push(...(await store(pos, [message])))
    return stored
  }

  /** Less what the database holds already: another process, or a commit whose answer got lost, was faster. */
  const lackingOf = async (messages: readonly Message[]): Promise<readonly Message[]> => {
    for (const epoch of new Set(messages.map(message => message.epoch))) await sequences.reload(epoch)
    for (const message of messages) {
      message.ranges = lacking(message.epoch, message.ranges)
      const isLacking = ({ seq }: { readonly seq: number }) => message.ranges.some(([a, b]) => seq >= a && seq <= b)
      message.readings = message.readings.filter(isLacking)
      message.effects = message.effects.filter(isLacking)
      message.deviceTimes = message.deviceTimes.filter(isLacking)
    }
    const left = messages.filter(message => message.ranges.length > 0)
    for (const message of messages) if (message.ranges.length === 0) message.done()
    return left
  }

  const run = async () => {
    while (!stopping || queue.length > 0) {
      const messages = await gather()
      if (messages.length === 0) continue
      let pos: number | undefined
      let stored: readonly Message[] = []
      try {
        pos = await placed(messages)
        stored = await store(pos, messages)
        for (const { epoch, ranges } of stored) commit(epoch, ranges)
      } catch (error) {
        for (const message of messages) message.fail(error instanceof Error ? error : new Error(String(error)))
      }
      if (pos !== undefined) end(pos, stored)
      for (const message of stored) message.done()
    }
  }

  /** A place needs the database too: for its block, and for a month that is not there. */
  const placed = async (messages: readonly Message[]): Promise<number> => {
    const readings = messages.flatMap(message => message.readings)
    for (let wait = PAUSE.first; ; wait = Math.min(wait * 2, PAUSE.most))
      try {
        return await begin(readings)
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error)
        log.error({ err: error, lane: index, waiting: queue.length }, 'readings wait for the database')
        if (stopping) throw error
        await pause(wait)
      }
  }

  return {
    add(message) {
      if (over) return message.fail(new Error('the journal has stopped'))
      queue.push(message)
      rows += size(message)
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

/** A message without readings still takes its part of a group. */
const size = ({ readings, effects }: Message) => readings.length + effects.length + 1

function rowsOf(pos: number, messages: readonly Message[]): Rows {
  const sequences = new Map<Epoch, Range[]>()
  const effects: Rows['effects'][number][] = []
  const deviceTimes: Rows['deviceTimes'][number][] = []
  let readings: readonly Reading[] = messages[0]?.readings ?? []
  if (messages.length > 1) readings = messages.flatMap(message => message.readings)
  for (const { epoch, ranges, effects: own, deviceTimes: times } of messages) {
    const booked = sequences.get(epoch)
    if (booked) booked.push(...ranges)
    else sequences.set(epoch, [...ranges])
    const of = { terminalId: epoch.terminalId, epoch: epoch.epoch }
    for (const effect of own) effects.push({ ...effect, ...of })
    for (const time of times) deviceTimes.push({ ...time, ...of })
  }
  return {
    pos,
    readings,
    effects,
    deviceTimes,
    sequences: [...sequences].map(([epoch, ranges]) => ({ terminalId: epoch.terminalId, epoch: epoch.epoch, ranges })),
  }
}

const sqlState = (error: Error) => ('code' in error ? String(error.code) : '')
/** 23505: a row with this key is there. */
const isDuplicate = (error: Error) => sqlState(error) === '23505'
/** Classes 22 and 23: the data themselves, which no repetition mends. */
const isRefused = (error: Error) => /^2[23]...$/.test(sqlState(error))
