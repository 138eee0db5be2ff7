import { dateTime } from '@steading/locales/format'

/** How far the wall clock of a zone is ahead of UTC at a moment (ms). */
function offsetAt(ms: number, zone: string): number {
  const [day = 1, month = 1, year = 1970, ...clock] = (dateTime(ms, zone).match(/\d+/g) ?? []).map(Number)
  return Date.UTC(year, month - 1, day, ...clock) - Math.floor(ms / 1000) * 1000
}

const quarter = 900_000

/**
 * The wall time of moments in a zone, written as if it were UTC, because a chart's axis knows no zones. Zones change their
 * offset on quarters of an hour at most, so one look per quarter is enough.
 */
export function wallTimes(times: readonly number[], zone: string): number[] {
  const known = new Map<number, number>()
  const first = times[0]
  const last = times.at(-1)
  const same =
    first !== undefined && last !== undefined && last - first < 90 * 86_400_000 && offsetAt(first, zone) === offsetAt(last, zone)
  if (same) {
    const offset = offsetAt(first, zone)
    return times.map(time => time + offset)
  }
  return times.map(time => {
    const at = Math.floor(time / quarter)
    let offset = known.get(at)
    if (offset === undefined) known.set(at, (offset = offsetAt(time, zone)))
    return time + offset
  })
}
