import { DateTime } from 'luxon'

/** ms UTC; `to` is exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

export type Period = 'DAY' | 'WEEK' | 'MONTH'
const UNIT = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const

/**
 * The period under way in a zone, from its first midnight to now, and the period before up to the same time by the clock on the wall:
 * of a month that is shorter up to its end.
 */
export function periodsIn(zone: string, now: number, period: Period): { readonly current: Span; readonly previous: Span } {
  const unit = UNIT[period]
  const moment = DateTime.fromMillis(now, { zone })
  const start = moment.startOf(unit)
  const before = start.minus({ [unit]: 1 })
  const sameMoment = moment.minus({ [unit]: 1 })
  return {
    current: { from: start.toMillis(), to: now },
    previous: { from: before.toMillis(), to: Math.min(sameMoment.toMillis(), start.toMillis()) },
  }
}

/** Local hours of a day: 23 to 25, from its midnight on, as far as they have begun. */
const HOUR = 3_600_000

/** The buckets of a span: hours of a day, days of a longer one in a zone. Each ends where the next one begins. */
export function bucketsOf(zone: string, { from, to }: Span, period: Period): Span[] {
  const buckets: Span[] = []
  for (let at = from; at < to;) {
    const end = period === 'DAY' ? at + HOUR : DateTime.fromMillis(at, { zone }).plus({ day: 1 }).startOf('day').toMillis()
    buckets.push({ from: at, to: end })
    at = end
  }
  return buckets
}

/** What was counted in a bucket; null: nothing was measured. */
export interface CountedBucket extends Span {
  readonly value: number | null
}

/** Sums increments into buckets. `times` ascend and say where each increment was booked. */
export function sumInto(buckets: readonly Span[], times: readonly number[], values: readonly number[]): CountedBucket[] {
  let index = 0
  return buckets.map(({ from, to }) => {
    let sum: number | null = null
    while (index < times.length && times[index]! < from) index++
    for (; index < times.length && times[index]! < to; index++) sum = (sum ?? 0) + values[index]!
    return { from, to, value: sum }
  })
}

/** The sum of what was measured, or the mean of the buckets that are over by `until`; null: none was measured. */
export function aggregate(buckets: readonly CountedBucket[], aggregator: 'SUM' | 'AVG', until: number): number | null {
  const counted = buckets.filter(({ to }) => aggregator === 'SUM' || to <= until)
  const values = counted.map(({ value }) => value).filter(value => value !== null)
  if (values.length === 0) return null
  const sum = values.reduce((total, value) => total + value, 0)
  return aggregator === 'SUM' ? sum : sum / values.length
}
