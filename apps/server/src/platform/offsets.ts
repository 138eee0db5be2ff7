import type { Offsets } from '@steading/contract/rulebody'
import { IANAZone } from 'luxon'

/** How many minutes the clock of an IANA zone is ahead of UTC at `at` (UTC ms). */
export const minutesAhead = (zone: string, at: number): number => Math.round(IANAZone.create(zone).offset(at))

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const WEEK = 7 * DAY
/** The law may change before; every deployment makes the table anew. */
const YEARS = 20
/** What a body takes. */
const MOST = 120

/** By zone, the table of today: many rules are deployed at once. */
const today = new Map<string, { readonly from: number; readonly table: Offsets }>()

/**
 * The offsets of an IANA zone for 20 years from `from` (UTC ms) on, for a rule that has to know local time without a tz
 * database: the first entry holds from the beginning of time.
 * @throws RangeError for a name that is no zone
 */
export function offsetsOf(zone: string, from: number): Offsets {
  const made = today.get(zone)
  if (made && from >= made.from && from < made.from + DAY) return made.table
  const table = tableOf(zone, from)
  today.set(zone, { from, table })
  return table
}

function tableOf(zone: string, from: number): Offsets {
  const of = IANAZone.create(zone)
  if (!of.isValid) throw new RangeError(`${zone} is no time zone`)
  const at = (ts: number) => minutesAhead(zone, ts)
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
  let [low, high] = [before / MINUTE, after / MINUTE]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (at(middle * MINUTE) === later) high = middle
    else low = middle
  }
  return high * MINUTE
}
