import { increment, nextRegister } from '@steading/rules/inputs/counter'
import type { Increment, Register } from '@steading/rules/inputs/counter'
import { staleAfterSample } from '@steading/rules/inputs/staleness'
import { TURN, wrapDirection } from '@steading/contract/round'
import type { RollupKind, Spec } from '../spec.ts'

/** A good reading with a number: 0 and 1 for booleans. `ts` in ms UTC. */
export interface Sample {
  readonly ts: number
  readonly value: number
  /** Of a register: since when, and after which other value; absent: it is the first. */
  readonly since?: number
  readonly previous?: number | null
}

const registerOf = ({ value, ts, since = ts, previous = null }: Sample): Register => ({ value, ts, since, previous })

/** The sample `next` as the predecessor of the one that follows it. */
export const nextSample = <S extends Sample>(kind: RollupKind, before: Sample | undefined, next: S): S =>
  kind === 'COUNTED' ? { ...next, ...nextRegister(before && registerOf(before), next.value, next.ts) } : next

/** One row of a rollup; `bucket` is its start, ms UTC. The migration defines n and sum for each kind. */
export interface Rollup {
  readonly bucket: number
  readonly n: number
  readonly min: number
  readonly max: number
  readonly sum: number
  readonly avg: number
  readonly last: number
  /** Sum of COUNTER_FLAGS, of counters. */
  readonly flags: number
}

/** Flags of a counter's bucket. */
export const COUNTER_FLAGS = {
  /** An implausible increment was left out. */
  IMPLAUSIBLE: 1,
  /** The bucket contains the increment of more than a day. */
  GAP: 2,
  /** A step was left out because the base of the register changed. */
  REBASED: 4,
} as const

export const MINUTES_5 = 300_000
export const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Longest time for which a value sent on change is added to buckets; queries fill in the rest, see query/buckets.sql.ts. */
export const MAX_HOLD = 7 * DAY
/** Longest time over which an increment is spread; that of a longer time belongs to the bucket of its reading. */
export const MAX_SPREAD = DAY

interface BucketSum {
  readonly bucket: number
  n: number
  min: number
  max: number
  sum: number
  /** Σ value × weight; the average is this divided by the weight. */
  area: number
  last: number
  /** Sum of unit vectors × weight, of directions. */
  x: number
  y: number
  flags: number
}

/** The buckets of one width that one interface touched. */
export interface BucketSums {
  readonly width: number
  readonly all: Map<number, BucketSum>
  current: BucketSum | undefined
}

export const createBucketSums = (width: number): BucketSums => ({ width, all: new Map(), current: undefined })

function bucketAt(of: BucketSums, ts: number, value: number): BucketSum {
  const bucket = ts - (((ts % of.width) + of.width) % of.width)
  if (of.current?.bucket === bucket) return of.current
  let cell = of.all.get(bucket)
  if (!cell) {
    cell = { bucket, n: 0, min: value, max: value, sum: 0, area: 0, last: value, x: 0, y: 0, flags: 0 }
    of.all.set(bucket, cell)
  }
  of.current = cell
  return cell
}

function addExtremes(cell: BucketSum, value: number) {
  if (value < cell.min) cell.min = value
  if (value > cell.max) cell.max = value
  cell.last = value
}

/** Longest time (ms) between the moment when a box applies its configuration and its report of it. */
export const REPORT_DELAY_MS = 10_000

/** Did the base of the register change between two readings? */
export const isRebased = (rebased: readonly number[], before: number, next: number) =>
  rebased.some(at => before < at && next >= at - REPORT_DELAY_MS)

/** What is needed of an interface to add its readings to buckets. */
export type RollupSpec = Pick<Spec, 'kind' | 'meter' | 'every'> & Partial<Pick<Spec, 'rebased'>>

/** Does a value hold until the next one? */
export const isHeld = ({ kind, every }: Pick<Spec, 'kind' | 'every'>): boolean =>
  kind === 'HELD' || (kind === 'DIRECTION' && every === 0)

/** Longest time for which a value weighs until the next one, ms; 0: it does not weigh by time. */
export const longestHold = (spec: Pick<Spec, 'kind' | 'every'>): number => {
  if (isHeld(spec)) return MAX_HOLD
  return spec.kind === 'MEAN' || spec.kind === 'DIRECTION' ? staleAfterSample(spec.every) : 0
}

/** Adds the step from one reading of an interface to the next; without `before` it is the first. */
export function addStep(of: BucketSums, spec: RollupSpec, before: Sample | undefined, next: Sample) {
  const { kind, meter, rebased = [] } = spec
  if (before !== undefined) {
    if (kind === 'COUNTED') {
      const isNew = isRebased(rebased, before.ts, next.ts)
      addIncrement(of, before, next, increment(registerOf(before), next.value, next.ts, meter, isNew))
    } else addHeldValue(of, kind, before, Math.min(next.ts, before.ts + longestHold(spec)))
  }
  const cell = bucketAt(of, next.ts, next.value)
  addExtremes(cell, next.value)
  if (kind === 'MEAN' || kind === 'SINGLE') cell.sum += next.value
  if (kind === 'SINGLE' || kind === 'COUNTED') {
    cell.n++
    cell.area += next.value
  }
}

/** A value counts in every bucket that it reaches into, also in those without a reading. */
function addHeldValue(of: BucketSums, kind: RollupKind, { ts, value }: Sample, until: number) {
  eachPart(of.width, ts, until, (at, ms) => {
    const cell = bucketAt(of, at, value)
    addExtremes(cell, value)
    cell.n += ms
    cell.area += value * ms
    if (kind === 'HELD') cell.sum += (value * ms) / 1000
    else if (kind === 'DIRECTION') {
      cell.x += Math.cos((value * Math.PI) / 180) * ms
      cell.y += Math.sin((value * Math.PI) / 180) * ms
      cell.sum = Math.hypot(cell.x, cell.y) / 1000
    }
  })
}

function addIncrement(of: BucketSums, before: Sample, next: Sample, { value: counted, flag }: Increment) {
  const span = next.ts - before.ts
  if (flag === 'IMPLAUSIBLE' || flag === 'REBASED') bucketAt(of, next.ts, next.value).flags |= COUNTER_FLAGS[flag]
  if (span > MAX_SPREAD) {
    const cell = bucketAt(of, next.ts, next.value)
    cell.flags |= COUNTER_FLAGS.GAP
    cell.sum += counted
  } else if (counted !== 0)
    eachPart(of.width, before.ts, next.ts, (at, ms) => {
      bucketAt(of, at, before.value).sum += (counted * ms) / span
    })
}

/** Divides a span at the borders of buckets. */
function eachPart(width: number, from: number, to: number, part: (at: number, ms: number) => void) {
  for (let at = from; at < to;) {
    const end = Math.min(to, at - (((at % width) + width) % width) + width)
    part(at, end - at)
    at = end
  }
}

/** Rows of the buckets, in the order in which they were first touched. */
export const rollupsFrom = (of: BucketSums, kind: Spec['kind']): Rollup[] =>
  [...of.all.values()].map(cell => rollupFrom(cell, kind))

const rollupFrom = (cell: BucketSum, kind: Spec['kind']): Rollup => {
  const { bucket, n, min, max, sum, last, flags } = cell
  const avg = n === 0 ? last : kind === 'DIRECTION' ? direction(cell.x, cell.y) : cell.area / n
  return { bucket, n, min, max, sum, avg, last, flags }
}

/** Degrees, 0 to below 360. */
export const direction = (x: number, y: number): number => {
  const degrees = wrapDirection((Math.atan2(y, x) * 180) / Math.PI)
  return degrees > TURN - 1e-9 ? 0 : degrees
}

/** Removes and returns the rows of all buckets before an instant: these are complete. */
export function takeClosed(of: BucketSums, kind: Spec['kind'], before: number): Rollup[] {
  const rows: Rollup[] = []
  for (const cell of of.all.values())
    if (cell.bucket + of.width <= before) {
      rows.push(rollupFrom(cell, kind))
      of.all.delete(cell.bucket)
    }
  if (of.current && of.current.bucket + of.width <= before) of.current = undefined
  return rows
}

/** Rollups of a whole series, the reference for every incremental computation. Samples ascend by time. */
export function rollupsOf(width: number, spec: RollupSpec, samples: readonly Sample[]): Rollup[] {
  const of = createBucketSums(width)
  let before: Sample | undefined
  for (const next of samples) {
    addStep(of, spec, before, next)
    before = nextSample(spec.kind, before, next)
  }
  return rollupsFrom(of, spec.kind).toSorted((a, b) => a.bucket - b.bucket)
}
