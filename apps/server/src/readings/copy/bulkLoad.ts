import type pg from 'pg'
import type { Readable } from 'node:stream'
import { systemActor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import { addStep, createBucketSums, nextSample, takeClosed, HOUR, MINUTES_5 } from '../rollups/bucketSums.ts'
import type { BucketSums, Rollup, Sample } from '../rollups/bucketSums.ts'
import { createCopyBuffer } from './copyBuffer.ts'
import type { CopyBuffer } from './copyBuffer.ts'
import { READING_BYTES, ROLLUP_BYTES, writeReading, writeRollup } from './rowEncoders.ts'
import { readHistoryBlocks } from './historyBlocks.ts'
import { attachMonth, copyMonth, createMonth, monthOf, spanOf, disableDurability } from './bulkLoad.sql.ts'
import type { Base, MonthOf } from './bulkLoad.sql.ts'
import { FLAGS } from '../reading.ts'
import type { Reading } from '../reading.ts'
import { upsertLastValues } from '../rollups/rollups.sql.ts'
import { createSpecs } from '../specs.ts'
import type { Spec } from '../spec.ts'

export interface LoadResult {
  readonly readings: number
  readonly seconds: number
}

/** Progress of a load: bytes read and rows written, then attached months. */
export type Progress = { readonly readings: number } | { readonly months: number; readonly of: number }

/** Before the first position of the journal: no follower processes loaded readings. */
const POS = 0
/** Boxes count epochs from 1. */
const EPOCH = 0
/** Rows of one COPY, and COPYs that may wait. */
const PORTION = 25_000
const MOST_WAITING = 4
const WRITERS = 2

/** Rows of one table and month, encoded for COPY. */
interface Portion {
  readonly month: MonthOf
  /** ms UTC that the month spans. */
  readonly from: number
  readonly to: number
  readonly bytes: CopyBuffer
  rows: number
}

/** ms */
const PROGRESS_INTERVAL_MS = 5_000

interface Track {
  readonly spec: Spec
  readonly five: BucketSums
  readonly hour: BucketSums
  seq: number
  last: Sample | undefined
}

/**
 * Loads a history in bulk (format: historyBlocks.ts): readings, both rollups and last values, into months without readings of
 * boxes. Months are filled without index over two connections, indexed and attached at the end.
 */
export async function loadHistory(
  world: World & { readonly owner: pg.Pool },
  source: Readable,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<LoadResult> {
  const began = world.clock.mono()
  let reportedAt = began
  const known = createSpecs(world)
  const writer = await writers(world.owner)
  const tracks = new Map<number, Track | null>()
  let count = 0

  try {
    for await (const { interfaceId, samples } of readHistoryBlocks(source)) {
      let track = tracks.get(interfaceId)
      if (track === undefined) {
        track = trackOf((await known.byId([interfaceId])).get(interfaceId))
        tracks.set(interfaceId, track)
      }
      if (!track) continue
      for (const sample of samples) {
        writer.reading({ ...sample, interfaceId, epoch: EPOCH, seq: ++track.seq, text: null, flags: FLAGS.KEPT })
        count++
        if (track.spec.kind === 'NONE') continue
        addStep(track.five, track.spec, track.last, sample)
        addStep(track.hour, track.spec, track.last, sample)
        track.last = nextSample(track.spec.kind, track.last, sample)
      }
      if (track.last) writer.rollups(interfaceId, track, track.last.ts)
      await writer.room()
      if (world.clock.mono() - reportedAt < PROGRESS_INTERVAL_MS) continue
      reportedAt = world.clock.mono()
      onProgress({ readings: count })
    }
    for (const [interfaceId, track] of tracks) if (track) writer.rollups(interfaceId, track, Infinity)
    await writer.end((months, of) => onProgress({ months, of }))
  } finally {
    writer.release()
  }
  await world.db.work(systemActor('history'), work => upsertLastValues(work, newest(tracks), work.now))
  return { readings: count, seconds: (world.clock.mono() - began) / 1000 }
}

const trackOf = (spec: Spec | undefined): Track | null =>
  spec && spec.history !== 'NO_HISTORY'
    ? { spec, five: createBucketSums(MINUTES_5), hour: createBucketSums(HOUR), seq: 0, last: undefined }
    : null

const newest = (tracks: ReadonlyMap<number, Track | null>): Reading[] =>
  [...tracks].flatMap(([interfaceId, track]) =>
    track?.last ? [{ ...track.last, interfaceId, epoch: EPOCH, seq: track.seq, text: null, flags: FLAGS.KEPT }] : [],
  )

/** Collects rows by table and month, and writes full portions over two connections. */
async function writers(owner: pg.Pool) {
  /** The portion written to last of each table; others of the same table wait in `open`. */
  const current: Partial<Record<Base, Portion>> = {}
  const open = new Map<string, Portion>()
  const months = new Map<string, { readonly month: MonthOf; readonly created: Promise<void> }>()
  const waiting: Portion[] = []
  const spare: CopyBuffer[] = []
  const clients: pg.PoolClient[] = []
  const wake: (() => void)[] = []
  let ended = false
  let failure: unknown

  const alarm = () => {
    for (const resume of wake.splice(0)) resume()
  }
  const change = () => new Promise<void>(resume => wake.push(resume))

  const portionOf = (base: Base, ts: number): Portion => {
    const currentPortion = current[base]
    if (currentPortion && ts >= currentPortion.from && ts < currentPortion.to) return currentPortion
    const month = { base, number: monthOf(ts) }
    const key = keyOf(month)
    let portion = open.get(key)
    if (!portion) {
      if (!months.has(key)) {
        const created = createMonth(owner, month)
        created.catch(() => undefined) // whoever writes to it hears of it
        months.set(key, { month, created })
      }
      const bytes = spare.pop() ?? createCopyBuffer()
      bytes.begin(PORTION * Math.max(READING_BYTES, ROLLUP_BYTES))
      portion = { month, ...spanOf(month), bytes, rows: 0 }
      open.set(key, portion)
    }
    return (current[base] = portion)
  }
  const close = (portion: Portion) => {
    open.delete(keyOf(portion.month))
    delete current[portion.month.base]
    waiting.push(portion)
    alarm()
  }
  const rollup = (base: Base, interfaceId: number, row: Rollup) => {
    const portion = portionOf(base, row.bucket)
    writeRollup(portion.bytes, interfaceId, row)
    if (++portion.rows >= PORTION) close(portion)
  }

  const write = async (client: pg.PoolClient) => {
    await disableDurability(client)
    while (failure === undefined) {
      const portion = waiting.shift()
      if (portion) {
        await months.get(keyOf(portion.month))!.created
        await copyMonth(client, portion.month, portion.bytes.end())
        spare.push(portion.bytes)
        alarm()
      } else if (ended) return
      else await change()
    }
  }

  for (let index = 0; index < WRITERS; index++) clients.push(await owner.connect())
  const running = clients.map(client =>
    write(client).catch((error: unknown) => {
      failure ??= error
      alarm()
    }),
  )

  return {
    reading(reading: Reading) {
      const portion = portionOf('history', reading.ts)
      writeReading(portion.bytes, reading, POS)
      if (++portion.rows >= PORTION) close(portion)
    },
    /** The rows before an instant. */
    rollups(interfaceId: number, { spec, five, hour }: Track, before: number) {
      for (const row of takeClosed(five, spec.kind, before)) rollup('rollups_5m', interfaceId, row)
      for (const row of takeClosed(hour, spec.kind, before)) rollup('rollups_1h', interfaceId, row)
    },
    async room() {
      while (waiting.length > MOST_WAITING && failure === undefined) await change()
      if (failure !== undefined) throw failure
    },
    async end(placed: (months: number, of: number) => void) {
      for (const portion of open.values()) close(portion)
      ended = true
      alarm()
      await Promise.all(running)
      if (failure !== undefined) throw failure
      const left = [...months.values()].map(({ month }) => month)
      let done = 0
      const attach = async (client: pg.PoolClient) => {
        for (let month = left.shift(); month; month = left.shift()) {
          await attachMonth(client, month)
          placed(++done, months.size)
        }
      }
      await Promise.all(clients.map(attach))
    },
    release() {
      ended = true
      failure ??= new Error('the history was not loaded to its end')
      alarm()
      for (const client of clients) client.release(true)
    },
  }
}

const keyOf = ({ base, number }: MonthOf) => `${base} ${number}`
