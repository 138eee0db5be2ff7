import type { Resolution, Series } from '@steading/contract/readings'
import { MAX_POINTS } from '@steading/contract/readings'
import { direction, HOUR, MINUTES_5 } from './cells.ts'
import type { Span } from './readings.sql.ts'
import type { RollupKind, Spec } from './specs.ts'

const DAY = 24 * HOUR

/** Points of one series; min and max beside them once points stand for more than one reading. */
export interface Points {
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
  readonly min?: readonly (number | null)[] | undefined
  readonly max?: readonly (number | null)[] | undefined
  /** MARKS, where there are any. */
  readonly flags?: readonly number[] | undefined
}

/** The rows that a chart is made of, and ms from one of its points to the next. */
export interface Steps {
  readonly resolution: Exclude<Resolution, 'RAW'>
  readonly width: number
}

/** Few rows of 5 minutes are put together, since there are many of them; of hours as many as divide a day. */
const STEPS: readonly Steps[] = [
  ...[1, 2].map(count => ({ resolution: 'FIVE_MIN' as const, width: count * MINUTES_5 })),
  ...[1, 2, 3, 4, 6, 8].map(count => ({ resolution: 'HOUR' as const, width: count * HOUR })),
]
/** What was counted is asked for by steps that people count in. */
const COUNTED: readonly Steps[] = STEPS.filter(({ width }) => width === MINUTES_5 || width === HOUR)
const DAILY: Steps = { resolution: 'DAY', width: DAY }

/** The finest steps that fit a range; raw readings are tried first where they may fit, see fitsRaw(). */
export const stepsOf = (range: number, kind: RollupKind): Steps =>
  (kind === 'COUNTED' ? COUNTED : STEPS).find(({ width }) => range <= MAX_POINTS * width) ?? DAILY

/**
 * May every stored reading be drawn? Registers are never shown raw: what was counted is what people ask for. `whole`: since then
 * all readings are kept; of what is read in intervals only some are left before that, and the peaks between them are not.
 */
export const fitsRaw = (
  { from, to }: Span,
  { kind, history, every }: Pick<Spec, 'kind' | 'history' | 'every'>,
  whole: number,
): boolean => {
  if (kind === 'COUNTED' || (history === 'TIME_INTERVAL' && from < whole)) return false
  return to - from <= (kind === 'HELD' ? 62 * DAY : Math.min(5 * DAY, MAX_POINTS * every * 1000))
}

/**
 * How raw readings follow one another, in ms: mostly, as a box may send them less often than it takes them, and so far apart that
 * they still belong together.
 */
export function rawPace(
  times: readonly number[],
  { kind, history, historySeconds, every }: Pick<Spec, 'kind' | 'history' | 'historySeconds' | 'every'>,
) {
  if (kind === 'HELD') return { step: 0, patience: 0 }
  const patience = Math.max(every, history === 'TIME_INTERVAL' ? historySeconds : 300) * 1000
  const gaps = times.slice(1).map((time, at) => time - times[at]!)
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
  return { step: Math.min(patience, Math.max(every * 1000, usual)), patience }
}

/** Without the buckets at the end that may still grow: of a register they would look like a fall. `whole`: all is known until then. */
export function finished({ times, values, flags }: Points, width: number, whole: number): Points {
  const end = times.findLastIndex(time => time + width <= whole) + 1
  return { times: times.slice(0, end), values: values.slice(0, end), ...(flags && { flags: flags.slice(0, end) }) }
}

/** Part of a bucket that must have passed before its rate says something. */
const SHORTEST_PART = 0.1

/**
 * Points of a counter whose last one is the bucket that is still being counted, if enough of it has passed for a rate.
 * `whole` (ms): all is known until then.
 */
export function counted(points: Points, width: number, whole: number): { points: Points; countedUntil?: number } {
  const done = finished(points, width, whole)
  const running = points.times[done.times.length]
  if (running === undefined || whole - running < width * SHORTEST_PART) return { points: done }
  return { points: finished(points, width, running + width), countedUntil: whole }
}

/**
 * Puts neighbouring points together until no more than `most` are left: values by their average (of registers by their sum),
 * so that the least and the greatest survive in min and max.
 */
export function thinned(points: Points, most: number, kind: RollupKind): Points {
  const size = Math.ceil(points.times.length / most)
  if (size <= 1) return points
  const times: number[] = []
  const values: (number | null)[] = []
  const min: (number | null)[] = []
  const max: (number | null)[] = []
  const flags: number[] = []
  // A sum of fewer at the end would look like a fall too.
  const end = kind === 'COUNTED' ? points.times.length - (points.times.length % size) : points.times.length
  for (let from = 0; from < end; from += size) {
    const part = <T>(column: readonly T[]) => column.slice(from, from + size)
    const known = part(points.values).filter(value => value !== null)
    const sum = known.reduce((total, value) => total + value, 0)
    times.push(points.times[from]!)
    values.push(known.length === 0 ? null : kind === 'COUNTED' ? sum : kind === 'DIRECTION' ? turned(known) : sum / known.length)
    min.push(extreme(part(points.min ?? points.values), Math.min))
    max.push(extreme(part(points.max ?? points.values), Math.max))
    flags.push(part(points.flags ?? []).reduce((all, one) => all | one, 0))
  }
  return { times, values, ...(hasExtremes(kind) && { min, max }), ...(points.flags && { flags }) }
}

/** The least and the greatest of a register say nothing about what was counted, and a direction has none. */
export const hasExtremes = (kind: RollupKind) => kind === 'MEAN' || kind === 'HELD'

/** The mean of directions: between 350° and 10° it is north. */
const turned = (degrees: readonly number[]): number => {
  const along = (part: (angle: number) => number) => degrees.reduce((sum, one) => sum + part((one * Math.PI) / 180), 0)
  return direction(along(Math.cos), along(Math.sin))
}

const extreme = (values: readonly (number | null)[], pick: (...values: number[]) => number): number | null => {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : pick(...known)
}

/** A line breaks where more than three steps lie between two points: a null one step behind the last. */
export function broken(points: Points, step: number): Points {
  const { times, values } = points
  if (!times.some((time, index) => index > 0 && time - times[index - 1]! > 3 * step)) return points
  const out = {
    times: [] as number[],
    values: [] as (number | null)[],
    min: [] as (number | null)[],
    max: [] as (number | null)[],
    flags: [] as number[],
  }
  for (const [index, time] of times.entries()) {
    const before = times[index - 1]
    if (before !== undefined && time - before > 3 * step) {
      out.times.push(before + step)
      out.values.push(null)
      out.min.push(null)
      out.max.push(null)
      out.flags.push(0)
    }
    out.times.push(time)
    out.values.push(values[index]!)
    out.min.push(points.min?.[index] ?? null)
    out.max.push(points.max?.[index] ?? null)
    out.flags.push(points.flags?.[index] ?? 0)
  }
  return {
    times: out.times,
    values: out.values,
    ...(points.min && { min: out.min, max: out.max }),
    ...(points.flags && { flags: out.flags }),
  }
}

export interface Fitted {
  readonly points: Points
  /** ms from one point to the next; 0 where they come as they come. */
  readonly step: number
}

/**
 * At most `most` points, the breaks of the line included; `step` in ms, and with `patience` for what comes so late now and then.
 * What comes as it comes (0) never breaks.
 */
export function fitted(points: Points, most: number, step: number, kind: RollupKind, patience = step): Fitted {
  for (let budget = most; ; budget = Math.max(1, Math.floor(budget / 2))) {
    const wide = step * Math.max(1, Math.ceil(points.times.length / budget))
    const fewer = thinned(points, budget, kind)
    const whole = step === 0 ? fewer : broken(fewer, Math.max(wide, patience))
    if (whole.times.length <= most || budget === 1) return { points: whole, step: wide }
  }
}

/** What is held stands at the edges of the window too: as it was at the start, and as it still is at `now`. */
export function held(points: Points, from: number, until: number): Points {
  const times = points.times.map(time => Math.max(time, from))
  const values = [...points.values]
  const last = times.at(-1)
  if (last !== undefined && last < until) {
    times.push(until)
    values.push(values.at(-1)!)
  }
  return { times, values }
}

/** The columns as they travel, values rounded. */
export function seriesOf(
  interfaceId: string,
  resolution: Resolution,
  { points, step }: Fitted,
  round: (value: number) => number,
  countedUntil?: number,
): Series {
  const rounded = (column: readonly (number | null)[]) => column.map(value => (value === null ? null : round(value)))
  return {
    interfaceId,
    resolution,
    step: resolution === 'RAW' && !points.min ? 0 : step / 1000,
    times: [...points.times],
    values: rounded(points.values),
    ...(points.min && points.max && { min: rounded(points.min), max: rounded(points.max) }),
    ...(points.flags && { flags: [...points.flags] }),
    ...(countedUntil !== undefined && { countedUntil }),
  }
}
