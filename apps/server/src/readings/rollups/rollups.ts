import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Config } from '../../platform/config/config.ts'
import { retainedSince } from '../../platform/config/retention.ts'
import type { World } from '../../platform/world.ts'
import { takeUnbookedBases } from './registerBases.sql.ts'
import { addStep, createBucketSums, HOUR, MINUTES_5, nextSample, rollupsFrom } from './bucketSums.ts'
import type { BucketSums, Sample } from './bucketSums.ts'
import type { Handler } from '../ingest/follower.ts'
import { changeAfter, registersSince } from '../registers.sql.ts'
import { replaces } from './lastValues.ts'
import { isGood } from '../reading.ts'
import type { Reading } from '../reading.ts'
import { addRollups, upsertLastValues, newestSamples, replaceRollups, samplesAround } from './rollups.sql.ts'
import type { NumberedSample, RollupRow, RollupTable } from './rollups.sql.ts'
import type { Specs } from '../specs.ts'
import type { Spec } from '../spec.ts'
import type { Chunk } from '../ingest/tail.ts'
import { affectedWindows, windowsOf } from './recomputeWindows.ts'
import type { Window } from './recomputeWindows.ts'

const WIDTHS: readonly (readonly [RollupTable, number])[] = [
  ['rollups_5m', MINUTES_5],
  ['rollups_1h', HOUR],
]

/** Distance from the end of the journal's retention, within which buckets are not recomputed: late readings are just added. */
const MARGIN = 48 * HOUR

/** The effect of one chunk on one interface. */
interface InterfaceUpdate {
  readonly spec: Spec
  readonly cells: readonly BucketSums[]
  readonly late: number[]
}

/**
 * Updates rollups and last values from the journal. Readings in order are added to the stored sums; hours with late or repeated
 * readings are recomputed from the journal. Both give the same result as rollupsFrom() of the whole series.
 */
export function createRollupHandler(
  { clock, config }: Pick<World, 'clock'> & { readonly config: Pick<Config, 'RETENTION'> },
  specs: Specs,
): Handler {
  /** The newest sample of each interface as of `newestPosition`; null: there is none. */
  const newest = new Map<number, NumberedSample | null>()
  let newestPosition = -1

  const loadNewest = async (work: UnitOfWork, chunk: Chunk, ids: Iterable<number>, known: ReadonlyMap<number, Spec>) => {
    if (chunk.from !== newestPosition) newest.clear()
    newestPosition = chunk.to
    const unknown = [...ids].filter(id => !newest.has(id))
    if (unknown.length === 0) return
    for (const id of unknown) newest.set(id, null)
    const samples = await newestSamples(work, unknown, chunk.from)
    const isRegister = ({ interfaceId }: NumberedSample) => known.get(interfaceId)?.kind === 'COUNTED'
    for (const sample of samples.filter(one => !isRegister(one))) newest.set(sample.interfaceId, sample)
    for (const register of await registersSince(work, samples.filter(isRegister), chunk.from))
      newest.set(register.interfaceId, register)
  }

  /** Adds readings that are in order; collects the late ones. */
  const addReadings = (interfaceId: number, spec: Spec, readings: readonly Reading[], oldest: number): InterfaceUpdate => {
    const share: InterfaceUpdate = { spec, cells: WIDTHS.map(([, width]) => createBucketSums(width)), late: [] }
    let before = newest.get(interfaceId) ?? undefined
    for (const reading of readings) {
      if (!isSample(reading) || !isGood(reading)) continue
      const { ts } = reading
      const inOrder = before === undefined || ts > before.ts
      if (ts > oldest && (!inOrder || spec.kind === 'DIRECTION')) share.late.push(ts)
      else for (const cell of share.cells) addStep(cell, spec, inOrder ? before : undefined, reading)
      if (before === undefined || inOrder || (ts === before.ts && isLaterNumber(reading, before)))
        before = nextSample<NumberedSample>(spec.kind, before, reading)
    }
    newest.set(interfaceId, before ?? null)
    return share
  }

  /** Recomputes the hours around late readings from the journal. */
  const recompute = async (work: UnitOfWork, { spec, late }: InterfaceUpdate, pos: number) => {
    for (const window of windowsOf(late)) {
      const { before, after } = await samplesAround(work, spec.id, window, pos)
      const change =
        spec.kind === 'COUNTED' && after ? await changeAfter(work, { interfaceId: spec.id, ...after }, pos) : undefined
      for (const reached of affectedWindows(spec, window, { before, after, change })) await replace(work, spec, reached, pos)
    }
    // A late reading changes since when a register may have shown its value.
    if (spec.kind === 'COUNTED') newest.delete(spec.id)
  }

  const replace = async (work: UnitOfWork, spec: Spec, window: Window, pos: number) => {
    const { before, within, after } = await samplesAround(work, spec.id, window, pos)
    const [register] =
      spec.kind === 'COUNTED' && before ? await registersSince(work, [{ interfaceId: spec.id, ...before }], pos) : []
    for (const [table, width] of WIDTHS) {
      const of = createBucketSums(width)
      let last: Sample | undefined = register ?? before
      for (const next of after ? [...within, after] : within) {
        addStep(of, spec, last, next)
        last = nextSample(spec.kind, last, next)
      }
      const rows = rollupsFrom(of, spec.kind).filter(row => row.bucket >= window.from && row.bucket < window.to)
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
    const byInterface = groupByInterface(chunk.readings)
    const bases = Map.groupBy(await takeUnbookedBases(work), takeNewBase => takeNewBase.interfaceId)
    for (const id of bases.keys()) if (!byInterface.has(id)) byInterface.set(id, [])
    const known = await specs.byId(byInterface.keys())
    await loadNewest(work, chunk, byInterface.keys(), known)
    const oldest = retainedSince(config.RETENTION, 'journal', clock.now()) + MARGIN
    const shares = new Map<number, InterfaceUpdate>()
    for (const [id, readings] of byInterface) {
      const since = (bases.get(id) ?? []).map(one => one.since)
      const spec = known.get(id)
      if (!spec || spec.kind === 'NONE') continue
      const share = addReadings(id, { ...spec, rebased: [...spec.rebased, ...since] }, readings, oldest)
      share.late.push(...since)
      shares.set(id, share)
    }
    for (const [index, [table]] of WIDTHS.entries()) await addRollups(work, table, rowsOf(shares, index))
    for (const share of shares.values()) if (share.late.length > 0) await recompute(work, share, chunk.to)
    await upsertLastValues(work, [...byInterface.values()].filter(some => some.length > 0).map(newestOf), work.now)
  }
}

function groupByInterface(readings: readonly Reading[]): Map<number, Reading[]> {
  const byInterface = new Map<number, Reading[]>()
  for (const reading of readings) {
    const group = byInterface.get(reading.interfaceId)
    if (group) group.push(reading)
    else byInterface.set(reading.interfaceId, [reading])
  }
  return byInterface
}

const isSample = (reading: Reading): reading is Reading & NumberedSample => reading.value !== null
const isLaterNumber = (numberedSample: NumberedSample, other: NumberedSample) =>
  numberedSample.epoch === other.epoch ? numberedSample.seq > other.seq : numberedSample.epoch > other.epoch

function rowsOf(shares: ReadonlyMap<number, InterfaceUpdate>, index: number): RollupRow[] {
  const rows: RollupRow[] = []
  for (const [interfaceId, { spec, cells }] of shares)
    for (const row of rollupsFrom(cells[index]!, spec.kind)) rows.push({ interfaceId, ...row })
  return rows
}

const newestOf = (readings: readonly Reading[]): Reading =>
  readings.reduce((newest, reading) => (replaces(reading, newest) ? reading : newest))
