import type { Series } from '@steading/contract/devices/readings'
import { TURN, wrapDirection } from '@steading/contract/round'

export type Aggregate = 'AVERAGE' | 'MIN' | 'MAX' | 'SUM'
/** Hours of a period. */
export const PERIOD_HOURS = { DAY: 24, WEEK: 24 * 7, MONTH: 24 * 30 } as const

const HOUR = 3_600_000
/** The start of the running hour (ms UTC): periods are of complete hours, so that both are equally long and are requested once. */
export const lastFullHour = (now: number): number => Math.floor(now / HOUR) * HOUR

/** An average of an hour, and how much it counts. */
interface Weighed {
  readonly value: number
  readonly weight: number
}

/** Values without any weight count alike. */
const weightsOf = (some: readonly Weighed[]): readonly number[] =>
  some.some(({ weight }) => weight > 0) ? some.map(({ weight }) => weight) : some.map(() => 1)

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function mean(some: readonly Weighed[]): number {
  const weights = weightsOf(some)
  return sum(some.map(({ value }, at) => value * weights[at]!)) / sum(weights) // safe: one of each
}

/** Between 350° and 10° it is north. */
function meanDirection(some: readonly Weighed[]): number {
  const weights = weightsOf(some)
  const along = (part: (angle: number) => number) =>
    sum(some.map(({ value }, at) => weights[at]! * part((value * Math.PI) / 180))) // safe: one of each
  return wrapDirection((Math.atan2(along(Math.sin), along(Math.cos)) * 180) / Math.PI)
}

function aggregate(kind: Aggregate, some: readonly Weighed[], isDirection: boolean): number | null {
  if (some.length === 0) return null
  if (isDirection) return meanDirection(some)
  if (kind === 'AVERAGE') return mean(some)
  const values = some.map(({ value }) => value)
  return kind === 'SUM' ? sum(values) : values.reduce((a, b) => (kind === 'MIN' ? Math.min(a, b) : Math.max(a, b)))
}

/** One figure of a series from `split` (ms UTC) on, and the same before; null: not measured. Directions only have a mean. */
export function figuresOf(
  { times, values, weights }: Pick<Series, 'times' | 'values' | 'weights'>,
  kind: Aggregate,
  split: number,
  isDirection = false,
) {
  const known = times.flatMap((time, at) => {
    const value = values[at]
    return value === null || value === undefined ? [] : [{ time, value, weight: weights?.[at] ?? 1 }]
  })
  const within = (isIn: (time: number) => boolean) =>
    aggregate(
      kind,
      known.filter(({ time }) => isIn(time)),
      isDirection,
    )
  return { value: within(time => time >= split), previous: within(time => time < split) }
}

/** The change from a figure to the next one, of directions by the shorter turn; undefined: there is nothing to compare with. */
export function changeOf(value: number | null, previous: number | null, isDirection = false): number | undefined {
  if (value === null || previous === null) return undefined
  if (isDirection) return wrapDirection(value - previous + TURN / 2) - TURN / 2
  return previous === 0 ? undefined : value - previous
}

/** Whether a value reaches its target; undefined without one of them. */
export function isReached(value: number | null, target: number | undefined, better: 'HIGHER' | 'LOWER'): boolean | undefined {
  if (value === null || target === undefined) return undefined
  return better === 'HIGHER' ? value >= target : value <= target
}
