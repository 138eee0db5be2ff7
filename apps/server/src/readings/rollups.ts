import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { takeNewBases } from './bases.sql.ts'
import { advance, cells, HOUR, MINUTES_5, rollups } from './cells.ts'
import type { Cells } from './cells.ts'
import type { Handler } from './follow.ts'
import { replaces } from './last.ts'
import { isGood } from './reading.ts'
import type { Reading } from './reading.ts'
import { addRollups, keepLastValues, newestSamples, replaceRollups, samplesAround } from './rollups.sql.ts'
import type { NumberedSample, RollupRow, RollupTable } from './rollups.sql.ts'
import type { Spec, Specs } from './specs.ts'
import type { Chunk } from './tail.ts'
import { reachOf, windowsOf } from './windows.ts'
import type { Window } from './windows.ts'

const WIDTHS: readonly (readonly [RollupTable, number])[] = [
  ['rollups_5m', MINUTES_5],
  ['rollups_1h', HOUR],
]

/** The journal keeps every reading for so long; then only what belongs to the history. */
export const KEPT_WHOLE = 100 * 24 * HOUR
/** Older buckets are not computed anew, since not all of their readings may be there: what comes so late is just added. */
const COMPUTED_ANEW = KEPT_WHOLE - 48 * HOUR

/** What one chunk does to one interface. */
interface Share {
  readonly spec: Spec
  readonly cells: readonly Cells[]
  readonly late: number[]
}

/**
 * Keeps rollups and last values behind the journal. Readings in their order are added to what is there; whatever came late or
 * twice has its hours computed anew from the journal. Both come to what rollupsOf() makes of the whole series.
 */
export function rollupKeeper({ clock }: Pick<World, 'clock'>, specs: Specs): Handler {
  /** The newest sample of each interface, as of the place `knownTo`; null where there is none. */
  const newest = new Map<number, NumberedSample | null>()
  let knownTo = -1

  const remember = async (work: Work, chunk: Chunk, ids: Iterable<number>) => {
    if (chunk.from !== knownTo) newest.clear()
    knownTo = chunk.to
    const unknown = [...ids].filter(id => !newest.has(id))
    if (unknown.length === 0) return
    for (const id of unknown) newest.set(id, null)
    for (const sample of await newestSamples(work, unknown, chunk.from)) newest.set(sample.interfaceId, sample)
  }

  /** Books what comes in order, and tells what does not. */
  const book = (interfaceId: number, spec: Spec, readings: readonly Reading[], oldest: number): Share => {
    const share: Share = { spec, cells: WIDTHS.map(([, width]) => cells(width)), late: [] }
    let before = newest.get(interfaceId) ?? undefined
    for (const reading of readings) {
      if (!isSample(reading) || !isGood(reading)) continue
      const { ts } = reading
      const inOrder = before === undefined || ts > before.ts
      if (ts > oldest && (!inOrder || spec.kind === 'DIRECTION')) share.late.push(ts)
      else for (const of of share.cells) advance(of, spec, inOrder ? before : undefined, reading)
      if (before === undefined || inOrder || (ts === before.ts && isLaterNumber(reading, before))) before = reading
    }
    newest.set(interfaceId, before ?? null)
    return share
  }

  /** Computes the hours around late readings from the journal. */
  const compute = async (work: Work, { spec, late }: Share, pos: number) => {
    for (const window of windowsOf(late)) {
      const { before, after } = await samplesAround(work, spec.id, window, pos)
      for (const reached of reachOf(spec.kind, window, before, after)) await replace(work, spec, reached, pos)
    }
  }

  const replace = async (work: Work, spec: Spec, window: Window, pos: number) => {
    const { before, within, after } = await samplesAround(work, spec.id, window, pos)
    for (const [table, width] of WIDTHS) {
      const of = cells(width)
      let last = before
      for (const next of after ? [...within, after] : within) {
        advance(of, spec, last, next)
        last = next
      }
      const rows = rollups(of, spec.kind).filter(row => row.bucket >= window.from && row.bucket < window.to)
      await replaceRollups(
        work,
        table,
        spec.id,
        window,
        rows.map(row => ({ interfaceId: spec.id, ...row })),
      )
    }
  }

  return async (work, chunk) => {
    const byInterface = grouped(chunk.readings)
    const bases = Map.groupBy(await takeNewBases(work), one => one.interfaceId)
    for (const id of bases.keys()) if (!byInterface.has(id)) byInterface.set(id, [])
    const known = await specs.byId(byInterface.keys())
    await remember(work, chunk, byInterface.keys())
    const oldest = clock.now() - COMPUTED_ANEW
    const shares = new Map<number, Share>()
    for (const [id, readings] of byInterface) {
      const since = (bases.get(id) ?? []).map(one => one.since)
      const spec = known.get(id)
      if (!spec || spec.kind === 'NONE') continue
      const share = book(id, { ...spec, rebased: [...spec.rebased, ...since] }, readings, oldest)
      share.late.push(...since)
      shares.set(id, share)
    }
    for (const [index, [table]] of WIDTHS.entries()) await addRollups(work, table, rowsOf(shares, index))
    for (const share of shares.values()) if (share.late.length > 0) await compute(work, share, chunk.to)
    await keepLastValues(work, [...byInterface.values()].filter(some => some.length > 0).map(newestOf), work.now)
  }
}

function grouped(readings: readonly Reading[]): Map<number, Reading[]> {
  const byInterface = new Map<number, Reading[]>()
  for (const reading of readings) {
    const held = byInterface.get(reading.interfaceId)
    if (held) held.push(reading)
    else byInterface.set(reading.interfaceId, [reading])
  }
  return byInterface
}

const isSample = (reading: Reading): reading is Reading & NumberedSample => reading.value !== null
const isLaterNumber = (one: NumberedSample, other: NumberedSample) =>
  one.epoch === other.epoch ? one.seq > other.seq : one.epoch > other.epoch

function rowsOf(shares: ReadonlyMap<number, Share>, index: number): RollupRow[] {
  const rows: RollupRow[] = []
  for (const [interfaceId, { spec, cells }] of shares)
    for (const row of rollups(cells[index]!, spec.kind)) rows.push({ interfaceId, ...row })
  return rows
}

const newestOf = (readings: readonly Reading[]): Reading =>
  readings.reduce((held, reading) => (replaces(reading, held) ? reading : held))
