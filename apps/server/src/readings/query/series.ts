import type { OPERATIONS, Resolution, Series } from '@steading/contract/devices/readings'
import { MAX_POINTS } from '@steading/contract/devices/readings'
import { direction, HOUR, isHeld, longestHold, MINUTES_5 } from '../rollups/bucketSums.ts'
import type { Span } from './readings.sql.ts'
import type { RollupKind, Spec } from '../spec.ts'
import { weightedMean } from './weightedMean.ts'

const DAY = 24 * HOUR

/** Points of one series; min and max are present if a point aggregates several readings. */
export interface Points {
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
  readonly min?: readonly (number | null)[] | undefined
  readonly max?: readonly (number | null)[] | undefined
  /** How much each value counts where points are merged; absent: all alike. */
  readonly weights?: readonly number[] | undefined
  /** COUNTER_FLAGS, if there are any. */
  readonly flags?: readonly number[] | undefined
}

/** The rows that a chart is made of, and the interval between its points, ms. */
export interface Steps {
  readonly resolution: Exclude<Resolution, 'RAW'>
  readonly width: number
}

/** Steps by width of the rollup: only small multiples of 5 minutes, as these have many rows; of hours all that divide a day. */
const STEPS: readonly Steps[] = [
  ...[1, 2].map(count => ({ resolution: 'FIVE_MIN' as const, width: count * MINUTES_5 })),
  ...[1, 2, 3, 4, 6, 8].map(count => ({ resolution: 'HOUR' as const, width: count * HOUR })),
]
/** Steps of counters: the units in which people count. */
const COUNTED: readonly Steps[] = STEPS.filter(({ width }) => width === MINUTES_5 || width === HOUR)
const DAILY: Steps = { resolution: 'DAY', width: DAY }

/**
 * The finest steps that fit a range. Raw readings are tried first where they may fit, see fitsRaw(). `hasFine`: rows of 5 minutes
 * are retained for the whole range.
 */
export const stepsOf = (range: number, kind: RollupKind, hasFine = true): Steps =>
  (kind === 'COUNTED' ? COUNTED : STEPS).find(
    ({ resolution, width }) => range <= MAX_POINTS * width && (hasFine || resolution !== 'FIVE_MIN'),
  ) ?? DAILY

/**
 * Steps of a requested resolution; where the range has too many of them, the next coarser ones that fit. The series says which
 * these are, so a chart of a long range is coarse and not refused. Raw readings that do not fit: as the range allows.
 */
export function stepsOfResolution(range: number, kind: RollupKind, hasFine: boolean, resolution: Resolution): Steps {
  if (resolution === 'DAY') return DAILY
  const least = resolution === 'HOUR' ? HOUR : 0
  return (
    (kind === 'COUNTED' ? COUNTED : STEPS).find(
      ({ resolution: rows, width }) => width >= least && range <= MAX_POINTS * width && (hasFine || rows !== 'FIVE_MIN'),
    ) ?? DAILY
  )
}

export type Operation = (typeof OPERATIONS)[number]

/**
 * What a bucket shows: of counters what was counted, of directions the mean, whatever is asked for: extremes of a register and sums
 * of directions mean nothing.
 */
export const operationOf = (kind: RollupKind, asked: Operation = 'AVERAGE'): Operation =>
  kind === 'COUNTED' ? 'SUM' : kind === 'DIRECTION' ? 'AVERAGE' : asked

/**
 * May every stored reading be drawn? Registers are never drawn raw: people ask for increments. `whole`: all readings are retained
 * since then; before it only the history remains, which may lack the peaks.
 */
export const fitsRaw = ({ from, to }: Span, of: Pick<Spec, 'kind' | 'history' | 'every'>, whole: number): boolean => {
  const { kind, history, every } = of
  if (kind === 'COUNTED' || (history === 'TIME_INTERVAL' && from < whole)) return false
  return to - from <= (isHeld(of) ? 62 * DAY : Math.min(5 * DAY, every === 0 ? Infinity : MAX_POINTS * every * 1000))
}

/**
 * Intervals between raw readings, ms: the usual one, since a box may send less often than it samples, and the largest one that is
 * no break of the line.
 */
export function rawPace(times: readonly number[], of: Pick<Spec, 'kind' | 'history' | 'historySeconds' | 'every'>) {
  const { history, historySeconds, every } = of
  if (isHeld(of)) return { step: 0, patience: 0 }
  const patience = Math.max(every, history === 'TIME_INTERVAL' ? historySeconds : 300) * 1000
  const gaps = times.slice(1).map((time, at) => time - times[at]!)
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
  return { step: Math.min(patience, Math.max(every * 1000, usual)), patience }
}

/**
 * Drops the buckets at the end that may still grow: of a counter they would look like a fall. `whole`: all data is known until
 * then.
 */
export function completeBuckets({ times, values, flags }: Points, width: number, whole: number): Points {
  const end = times.findLastIndex(time => time + width <= whole) + 1
  return { times: times.slice(0, end), values: values.slice(0, end), ...(flags && { flags: flags.slice(0, end) }) }
}

/** Part of a bucket that must have passed before its rate is meaningful. */
const SHORTEST_PART = 0.1

/**
 * Points of a counter that end with the running bucket, if enough of it has passed for a rate. `whole` (ms): all data is known
 * until then.
 */
export function withRunningBucket(points: Points, width: number, whole: number): { points: Points; countedUntil?: number } {
  const done = completeBuckets(points, width, whole)
  const running = points.times[done.times.length]
  if (running === undefined || whole - running < width * SHORTEST_PART) return { points: done }
  return { points: completeBuckets(points, width, running + width), countedUntil: whole }
}

/**
 * Merges neighbouring points until at most `most` are left, values by the operation that made them; extremes survive in min and
 * max.
 */
export function mergePoints(points: Points, most: number, kind: RollupKind, operation = operationOf(kind)): Points {
  const size = Math.ceil(points.times.length / most)
  if (size <= 1) return points
  const times: number[] = []
  const values: (number | null)[] = []
  const min: (number | null)[] = []
  const max: (number | null)[] = []
  const flags: number[] = []
  const weights: number[] = []
  // An incomplete sum at the end would look like a fall.
  const end = operation === 'SUM' ? points.times.length - (points.times.length % size) : points.times.length
  for (let from = 0; from < end; from += size) {
    const part = <T>(column: readonly T[]) => column.slice(from, from + size)
    const weighed = points.weights && part(points.weights)
    const known = part(points.values).flatMap((value, index) =>
      value === null ? [] : [{ value, weight: weighed?.[index] ?? 1 }],
    )
    times.push(points.times[from]!)
    values.push(known.length === 0 ? null : mergedValue(known, kind, operation))
    min.push(extreme(part(points.min ?? points.values), Math.min))
    max.push(extreme(part(points.max ?? points.values), Math.max))
    flags.push(part(points.flags ?? []).reduce((all, one) => all | one, 0))
    weights.push(known.reduce((sum, { weight }) => sum + weight, 0))
  }
  return {
    times,
    values,
    ...(hasExtremes(kind, operation) && { min, max }),
    ...(points.weights && { weights }),
    ...(points.flags && { flags }),
  }
}

interface WeightedValue {
  readonly value: number
  readonly weight: number
}

function mergedValue(known: readonly WeightedValue[], kind: RollupKind, operation: Operation): number {
  const values = known.map(({ value }) => value)
  if (operation === 'MIN' || operation === 'MAX') return values.reduce((a, b) => Math[operation === 'MIN' ? 'min' : 'max'](a, b))
  if (operation === 'SUM') return values.reduce((total, value) => total + value, 0)
  const weights = known.map(({ weight }) => weight)
  return kind === 'DIRECTION' ? meanDirection(values, weights) : weightedMean(values, weights)
}

/** Weights of readings in their order: the time until the next one, at most as long as a value weighs. The last one has none. */
export function weightsOf(times: readonly number[], spec: Pick<Spec, 'kind' | 'every'>): readonly number[] | undefined {
  const hold = longestHold(spec)
  return hold === 0 ? undefined : times.map((time, index) => Math.min(hold, (times[index + 1] ?? time) - time))
}

/** Do min and max mean anything beside a mean? Those of a register say nothing about increments, and a direction has none. */
export const hasExtremes = (kind: RollupKind, operation = operationOf(kind)) =>
  operation === 'AVERAGE' && (kind === 'MEAN' || kind === 'HELD' || kind === 'SINGLE')

/** Mean of directions: between 350° and 10° it is north. */
const meanDirection = (degrees: readonly number[], weights: readonly number[]): number => {
  const along = (part: (angle: number) => number) =>
    weightedMean(
      degrees.map(degree => part((degree * Math.PI) / 180)),
      weights,
    )
  return direction(along(Math.cos), along(Math.sin))
}

const extreme = (values: readonly (number | null)[], pick: (...values: number[]) => number): number | null => {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : pick(...known)
}

/** Breaks the line where two points are more than three steps apart: inserts a null one step after the first. */
export function withBreaks(points: Points, step: number): Points {
  const { times, values } = points
  if (!times.some((time, index) => index > 0 && time - times[index - 1]! > 3 * step)) return points
  const out = {
    times: [] as number[],
    values: [] as (number | null)[],
    min: [] as (number | null)[],
    max: [] as (number | null)[],
    flags: [] as number[],
    weights: [] as number[],
  }
  for (const [index, time] of times.entries()) {
    const before = times[index - 1]
    if (before !== undefined && time - before > 3 * step) {
      out.times.push(before + step)
      out.values.push(null)
      out.min.push(null)
      out.max.push(null)
      out.flags.push(0)
      out.weights.push(0)
    }
    out.times.push(time)
    out.values.push(values[index]!)
    out.min.push(points.min?.[index] ?? null)
    out.max.push(points.max?.[index] ?? null)
    out.flags.push(points.flags?.[index] ?? 0)
    out.weights.push(points.weights?.[index] ?? 0)
  }
  return {
    times: out.times,
    values: out.values,
    ...(points.min && { min: out.min, max: out.max }),
    ...(points.weights && { weights: out.weights }),
    ...(points.flags && { flags: out.flags }),
  }
}

export interface FittedPoints {
  readonly points: Points
  /** Interval between points, ms; 0: irregular. */
  readonly step: number
}

/**
 * At most `most` points, breaks of the line included. `step` in ms, with `patience` for readings that are occasionally late. An
 * irregular series (0) never breaks.
 */
export function fitPoints(
  points: Points,
  most: number,
  step: number,
  kind: RollupKind,
  patience = step,
  operation = operationOf(kind),
): FittedPoints {
  for (let budget = most; ; budget = Math.max(1, Math.floor(budget / 2))) {
    const wide = step * Math.max(1, Math.ceil(points.times.length / budget))
    const fewer = mergePoints(points, budget, kind, operation)
    const whole = step === 0 ? fewer : withBreaks(fewer, Math.max(wide, patience))
    if (whole.times.length <= most || budget === 1) return { points: whole, step: wide }
  }
}

/** Adds the edges of the window for values that are held: the value at the start, and the present one at `now`. */
export function withEdges(points: Points, from: number, until: number): Points {
  const times = points.times.map(time => Math.max(time, from))
  const values = [...points.values]
  const last = times.at(-1)
  if (last !== undefined && last < until) {
    times.push(until)
    values.push(values.at(-1)!)
  }
  return { times, values }
}

/** Do known values count differently? */
const differ = ({ values, weights }: Points): boolean => {
  const known = weights?.filter((_, index) => values[index] !== null)
  return known?.some(weight => weight !== known[0]) ?? false
}

/** The columns as they are sent, values rounded. */
export function seriesOf(
  interfaceId: string,
  resolution: Resolution,
  { points, step }: FittedPoints,
  round: (value: number) => number,
  { countedUntil, hasWeights = false }: { readonly countedUntil?: number | undefined; readonly hasWeights?: boolean } = {},
): Series {
  const rounded = (column: readonly (number | null)[]) => column.map(value => (value === null ? null : round(value)))
  return {
    interfaceId,
    resolution,
    step: resolution === 'RAW' && !points.min ? 0 : step / 1000,
    times: [...points.times],
    values: rounded(points.values),
    ...(points.min && points.max && { min: rounded(points.min), max: rounded(points.max) }),
    ...(hasWeights && points.weights && differ(points) && { weights: [...points.weights] }),
    ...(points.flags && { flags: [...points.flags] }),
    ...(countedUntil !== undefined && { countedUntil }),
  }
}
