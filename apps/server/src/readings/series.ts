import type { Resolution, Series } from '@steading/contract/readings'
import { MAX_POINTS } from '@steading/contract/readings'
import { HOUR, MINUTES_5 } from './cells.ts'
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

/** The finest resolution that fits a range; raw readings are tried first where they may fit, see fitsRaw(). */
export const resolutionOf = (range: number): Exclude<Resolution, 'RAW'> =>
  range <= MAX_POINTS * MINUTES_5 ? 'FIVE_MIN' : range <= MAX_POINTS * HOUR ? 'HOUR' : 'DAY'

/** Registers are never shown raw: what was counted is what people ask for. */
export const fitsRaw = (
  range: number,
  { kind, history, historySeconds }: Pick<Spec, 'kind' | 'history' | 'historySeconds'>,
): boolean =>
  kind !== 'COUNTED' &&
  (history === 'TIME_INTERVAL' ? range <= MAX_POINTS * historySeconds * 1000 : range <= (kind === 'HELD' ? 62 * DAY : 5 * DAY))

/** ms from one raw reading to the next, as a rule; 0 for what comes when it changes. */
export const rawStep = ({
  kind,
  history,
  historySeconds,
  every,
}: Pick<Spec, 'kind' | 'history' | 'historySeconds' | 'every'>): number =>
  kind === 'HELD' ? 0 : Math.max(every, history === 'TIME_INTERVAL' ? historySeconds : 300) * 1000

/** Without the buckets at the end that may still grow: of a register they would look like a fall. `whole`: all is known until then. */
export function finished({ times, values, flags }: Points, width: number, whole: number): Points {
  const end = times.findLastIndex(time => time + width <= whole) + 1
  return { times: times.slice(0, end), values: values.slice(0, end), ...(flags && { flags: flags.slice(0, end) }) }
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
    values.push(known.length === 0 ? null : kind === 'COUNTED' ? sum : sum / known.length)
    min.push(extreme(part(points.min ?? points.values), Math.min))
    max.push(extreme(part(points.max ?? points.values), Math.max))
    flags.push(part(points.flags ?? []).reduce((all, one) => all | one, 0))
  }
  return { times, values, min, max, ...(points.flags && { flags }) }
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

/** At most `most` points, the breaks of the line included; `step` in ms. What comes as it comes (0) never breaks. */
export function fitted(points: Points, most: number, step: number, kind: RollupKind): Fitted {
  for (let budget = most; ; budget = Math.max(1, Math.floor(budget / 2))) {
    const wide = step * Math.max(1, Math.ceil(points.times.length / budget))
    const fewer = thinned(points, budget, kind)
    const whole = step === 0 ? fewer : broken(fewer, wide)
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
  }
}
