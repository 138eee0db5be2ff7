/** The clock on the wall by Intl, which the engine never asks. */
const formats = new Map<string, Intl.DateTimeFormat>()
const HALF_HOUR = 1_800_000
const DAY = 86_400_000

export interface Wall {
  /** Days since 1970-01-01. */
  readonly day: number
  /** 0 is Monday. */
  readonly weekday: number
  readonly second: number
}

/** No zone here changes its offset within a half hour of UTC. */
const offsets = new Map<string, Map<number, number>>()

const offsetAt = (zone: string, ts: number): number => {
  const half = Math.floor(ts / HALF_HOUR) * HALF_HOUR
  let ofZone = offsets.get(zone)
  if (!ofZone) {
    ofZone = new Map()
    offsets.set(zone, ofZone)
  }
  const known = ofZone.get(half)
  if (known !== undefined) return known
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formats.set(zone, format)
  }
  const part = new Map(format.formatToParts(half).map(({ type, value }) => [type, Number(value)]))
  const get = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? 0
  const local = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'))
  ofZone.set(half, local - half)
  return local - half
}

export function wallOf(zone: string, ts: number): Wall {
  const local = ts + offsetAt(zone, ts)
  const day = Math.floor(local / DAY)
  return { day, weekday: (((day + 3) % 7) + 7) % 7, second: Math.floor((local - day * DAY) / 1000) }
}

const days = new Map<string, number>()

export const dayOf = (date: string): number => {
  const known = days.get(date)
  if (known !== undefined) return known
  const day = Date.parse(`${date}T00:00:00Z`) / DAY
  days.set(date, day)
  return day
}

/** Instants after `from` and before `to` at which an hour on the wall begins, or its offset becomes another. */
export function* hours(zone: string, from: number, to: number): Generator<number> {
  let offset = offsetAt(zone, from)
  for (let ts = Math.ceil((from + 1) / HALF_HOUR) * HALF_HOUR; ts < to; ts += HALF_HOUR) {
    const ahead = offsetAt(zone, ts)
    if (ahead !== offset || (ts + ahead) % (2 * HALF_HOUR) === 0) yield ts
    offset = ahead
  }
}

/** Instants after `from` and before `to` at which the date on the wall, or the offset, may become another. */
export function* turns(zone: string, from: number, to: number): Generator<number> {
  let before = wallOf(zone, from)
  let offset = offsetAt(zone, from)
  for (let ts = Math.ceil((from + 1) / HALF_HOUR) * HALF_HOUR; ts < to; ts += HALF_HOUR) {
    const now = wallOf(zone, ts)
    const ahead = offsetAt(zone, ts)
    if (now.day !== before.day || ahead !== offset) yield ts
    before = now
    offset = ahead
  }
}
