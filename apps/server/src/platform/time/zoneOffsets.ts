import type { Offsets } from '@steading/contract/rules/body'
import { IANAZone } from 'luxon'

/** Offset of an IANA zone from UTC at `at` (UTC ms), minutes. */
export const utcOffsetMinutes = (zone: string, at: number): number => Math.round(IANAZone.create(zone).offset(at))

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const WEEK = 7 * DAY
/** Years that a table covers. Laws may change before; each deployment computes the table again. */
const YEARS = 20
/** Most entries of a rule body. */
const MOST = 120

/** Tables by zone, valid for a day: many rules are deployed at once. */
const cache = new Map<string, { readonly from: number; readonly table: Offsets }>()

/**
 * The offsets of an IANA zone for 20 years from `from` (UTC ms) on, for a rule that has to know local time without a tz
 * database: the first entry holds from the beginning of time.
 * @throws RangeError for a name that is no zone
 */
export function zoneOffsets(zone: string, from: number): Offsets {
  const cached = cache.get(zone)
  if (cached && from >= cached.from && from < cached.from + DAY) return cached.table
  const table = tableOf(zone, from)
  cache.set(zone, { from, table })
  return table
}

function tableOf(zone: string, from: number): Offsets {
  const of = IANAZone.create(zone)
  if (!of.isValid) throw new RangeError(`${zone} is no time zone`)
  const at = (ts: number) => utcOffsetMinutes(zone, ts)
  const table = [{ from: 0, minutes: at(from) }]
  const until = from + YEARS * 365.25 * DAY
  // No zone puts its clocks forth and back within a week: where its ends differ, one change lies between.
  for (let week = from - (from % MINUTE); week < until && table.length < MOST; week += WEEK) {
    const minutes = at(week + WEEK)
    if (minutes !== at(week)) table.push({ from: changeBetween(at, week, week + WEEK), minutes })
  }
  return table
}

/** The first whole minute with the later offset. */
function changeBetween(at: (ts: number) => number, before: number, after: number): number {
  const later = at(after)
  let low = before / MINUTE
  let high = after / MINUTE
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (at(middle * MINUTE) === later) high = middle
    else low = middle
  }
  return high * MINUTE
}
