import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { holds } from './chartSeries.ts'
import type { LiveValue } from '../live/index.ts'

/** A pause of this many steps of the series is a gap: nothing is known of it, so nothing is drawn. */
const gapSteps = 3
/** Between raw readings, where nobody says how often they come (s). */
const usualStep = 300

const asNumber = ({ value, good }: LiveValue) =>
  !good || typeof value === 'string' ? null : typeof value === 'boolean' ? Number(value) : value

/** The last reading as the interface tells it: a series of hours or days ends before it. */
const lastOf = ({ lastConvertedReading: value, lastReadingTimestampUtc: timestampUtc, good, stale }: Interface) =>
  value !== null && timestampUtc !== null && !stale ? { value, timestampUtc, good } : undefined

/**
 * A series with what was heard since it was fetched. What is held stands until now; a measurement breaks where it was silent.
 * What only counts up is shown as what was counted, which single readings cannot tell: it stays as it was fetched.
 */
export function withTail(series: Series, tail: readonly LiveValue[], of: Interface, now: number): Series {
  if (CATEGORIES[of.category].kind === 'COUNTER') return series
  const isStep = holds(of)
  const gap = gapSteps * 1000 * Math.max(series.step, of.historySeconds ?? 0, usualStep)
  const times = [...series.times]
  const values = [...series.values]
  const put = (time: number, value: number | null) => {
    times.push(time)
    values.push(value)
  }
  const last = lastOf(of)
  for (const liveValue of last ? [...tail, last] : tail) {
    const time = Date.parse(liveValue.timestampUtc)
    const before = times.at(-1)
    if (before !== undefined && time <= before) continue
    if (!isStep && before !== undefined && time - before > gap) put(before + 1, null)
    put(time, asNumber(liveValue))
  }
  const end = times.at(-1)
  if (isStep && !of.stale && of.terminal.connected && end !== undefined && end < now) put(now, values.at(-1) ?? null)
  return times.length === series.times.length ? series : { ...series, times, values }
}
