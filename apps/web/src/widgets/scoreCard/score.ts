import type { Series } from '@steading/contract/devices/readings'

export type Aggregate = 'AVERAGE' | 'MIN' | 'MAX' | 'SUM'
/** Hours of a period. */
export const PERIOD_HOURS = { DAY: 24, WEEK: 24 * 7, MONTH: 24 * 30 } as const

const HOUR = 3_600_000
/** The start of the running hour (ms UTC): periods are of complete hours, so that both are equally long and are requested once. */
export const lastFullHour = (now: number): number => Math.floor(now / HOUR) * HOUR

function aggregate(kind: Aggregate, values: readonly number[]): number | null {
  const [first, ...rest] = values
  if (first === undefined) return null
  if (kind === 'MIN') return rest.reduce((a, b) => Math.min(a, b), first)
  if (kind === 'MAX') return rest.reduce((a, b) => Math.max(a, b), first)
  const sum = rest.reduce((a, b) => a + b, first)
  return kind === 'SUM' ? sum : sum / values.length
}

/** One figure of a series from `split` (ms UTC) on, and the same before; null: not measured. */
export function figuresOf({ times, values }: Pick<Series, 'times' | 'values'>, kind: Aggregate, split: number) {
  const known = times.flatMap((time, at) => {
    const value = values[at]
    return value === null || value === undefined ? [] : [{ time, value }]
  })
  const within = (isIn: (time: number) => boolean) =>
    aggregate(
      kind,
      known.filter(({ time }) => isIn(time)).map(({ value }) => value),
    )
  return { value: within(time => time >= split), previous: within(time => time < split) }
}

/** Whether a value reaches its target; undefined without one of them. */
export function isReached(value: number | null, target: number | undefined, better: 'HIGHER' | 'LOWER'): boolean | undefined {
  if (value === null || target === undefined) return undefined
  return better === 'HIGHER' ? value >= target : value <= target
}
