import { increment } from '@steading/rules/counter'
import type { Increment } from '@steading/rules/counter'
import type { Spec } from './specs.ts'

/** A good reading with a number: 0 and 1 for booleans. `ts` in ms UTC. */
export interface Sample {
  readonly ts: number
  readonly value: number
}

/** One row of a rollup; `bucket` is its start, ms UTC. The migration tells what n and sum mean for each kind. */
export interface Rollup {
  readonly bucket: number
  readonly n: number
  readonly min: number
  readonly max: number
  readonly sum: number
  readonly avg: number
  readonly last: number
  /** Sum of MARKS, of counters. */
  readonly flags: number
}

/** What to know of a bucket of a counter. */
export const MARKS = {
  /** A step that the meter can't have counted was left out. */
  IMPLAUSIBLE: 1,
  /** What was counted over more than a day is booked here. */
  GAP: 2,
  /** A step was left out: what the register is reckoned by changed. */
  REBASED: 4,
} as const

export const MINUTES_5 = 300_000
export const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A value that only comes when it changes is booked for so long; what holds longer is filled in where it is read, see buckets.sql.ts. */
export const HELD_FOR = 7 * DAY
/** What was counted over a longer time is booked where it was seen; over a shorter time it is spread. */
export const SPREAD_FOR = DAY

interface Cell {
  readonly bucket: number
  n: number
  min: number
  max: number
  sum: number
  /** Σ value × weight, of which the average is made. */
  area: number
  last: number
  /** Sum of unit vectors, of directions. */
  x: number
  y: number
  flags: number
}

/** The buckets of one width that one interface touched. */
export interface Cells {
  readonly width: number
  readonly all: Map<number, Cell>
  current: Cell | undefined
}

export const cells = (width: number): Cells => ({ width, all: new Map(), current: undefined })

function cellAt(of: Cells, ts: number, value: number): Cell {
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

function see(cell: Cell, value: number) {
  if (value < cell.min) cell.min = value
  if (value > cell.max) cell.max = value
  cell.last = value
}

/** A box may have taken up its configuration so long (ms) before it was heard to say so. */
const HEARD_WITHIN = 10_000

/** Whether the register came to be reckoned otherwise between two readings. */
const isRebased = (rebased: readonly number[], before: number, next: number) =>
  rebased.some(at => before < at && next >= at - HEARD_WITHIN)

/** What is to be known of an interface to book its readings. */
export type Booked = Pick<Spec, 'kind' | 'meter'> & Partial<Pick<Spec, 'rebased'>>

/** Books the step from one reading of an interface to its next; without `before` it is the first. */
export function advance(of: Cells, { kind, meter, rebased = [] }: Booked, before: Sample | undefined, next: Sample) {
  if (before !== undefined) {
    if (kind === 'HELD') hold(of, before, next.ts)
    else if (kind === 'COUNTED') {
      const isNew = isRebased(rebased, before.ts, next.ts)
      count(of, before, next, increment(before.value, next.value, next.ts - before.ts, meter, isNew))
    }
  }
  const cell = cellAt(of, next.ts, next.value)
  see(cell, next.value)
  if (kind === 'HELD') return
  cell.n++
  cell.area += next.value
  if (kind === 'MEAN') cell.sum += next.value
  if (kind === 'DIRECTION') {
    cell.x += Math.cos((next.value * Math.PI) / 180)
    cell.y += Math.sin((next.value * Math.PI) / 180)
    cell.sum = Math.hypot(cell.x, cell.y)
  }
}

function hold(of: Cells, { ts, value }: Sample, until: number) {
  eachPart(of.width, ts, Math.min(until, ts + HELD_FOR), (at, ms) => {
    const cell = cellAt(of, at, value)
    see(cell, value)
    cell.n += ms
    cell.area += value * ms
    cell.sum += (value * ms) / 1000
  })
}

function count(of: Cells, before: Sample, next: Sample, { value: counted, flag }: Increment) {
  const span = next.ts - before.ts
  if (flag === 'IMPLAUSIBLE' || flag === 'REBASED') cellAt(of, next.ts, next.value).flags |= MARKS[flag]
  if (span > SPREAD_FOR) {
    const cell = cellAt(of, next.ts, next.value)
    cell.flags |= MARKS.GAP
    cell.sum += counted
  } else if (counted > 0)
    eachPart(of.width, before.ts, next.ts, (at, ms) => {
      cellAt(of, at, before.value).sum += (counted * ms) / span
    })
}

/** The parts of a span that lie in one bucket each. */
function eachPart(width: number, from: number, to: number, part: (at: number, ms: number) => void) {
  for (let at = from; at < to;) {
    const end = Math.min(to, at - (((at % width) + width) % width) + width)
    part(at, end - at)
    at = end
  }
}

/** The rows of what was booked, in the order in which it was touched. */
export const rollups = (of: Cells, kind: Spec['kind']): Rollup[] => [...of.all.values()].map(cell => rollup(cell, kind))

const rollup = (cell: Cell, kind: Spec['kind']): Rollup => {
  const { bucket, n, min, max, sum, last, flags } = cell
  const avg = kind === 'DIRECTION' ? direction(cell.x, cell.y) : n > 0 ? cell.area / n : last
  return { bucket, n, min, max, sum, avg, last, flags }
}

/** Degrees, 0 to below 360. */
export const direction = (x: number, y: number): number => {
  const degrees = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
  return degrees > 360 - 1e-9 ? 0 : degrees
}

/** Takes out the rows of all buckets before an instant: nothing will be booked there any more. */
export function closed(of: Cells, kind: Spec['kind'], before: number): Rollup[] {
  const rows: Rollup[] = []
  for (const cell of of.all.values())
    if (cell.bucket + of.width <= before) {
      rows.push(rollup(cell, kind))
      of.all.delete(cell.bucket)
    }
  if (of.current && of.current.bucket + of.width <= before) of.current = undefined
  return rows
}

/** One series from its beginning: what every other way of keeping rollups must come to. Samples ascend by time. */
export function rollupsOf(width: number, spec: Booked, samples: readonly Sample[]): Rollup[] {
  const of = cells(width)
  let before: Sample | undefined
  for (const next of samples) {
    advance(of, spec, before, next)
    before = next
  }
  return rollups(of, spec.kind).toSorted((a, b) => a.bucket - b.bucket)
}
