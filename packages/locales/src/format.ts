import { type Notated, type Notation, arrangeDate } from './notation.ts'
import { missing, number } from './numbers.ts'
import type { Translate } from './text.ts'

export { decimalsApart, exactDecimals, exactQuantity, missing, number, quantity, signed, ungrouped } from './numbers.ts'

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A span of seconds in at most two neighbouring units: "2 h 19 min", "1 d 6 h", "37 min", "45 s". */
export function duration(seconds: number | null | undefined, t: Translate): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return missing
  const whole = Math.max(0, Math.round(seconds))
  const first = spans.findIndex(([, size]) => whole >= size)
  if (first === -1) return t('duration.short.second', { n: 0 })
  const [name, size] = spans[first]!
  const next = spans[first + 1]
  const rest = next ? Math.floor((whole % size) / next[1]) : 0
  const head = t(`duration.short.${name}`, { n: Math.floor(whole / size) })
  return next && rest > 0 ? `${head} ${t(`duration.short.${next[0]}`, { n: rest })}` : head
}

/** How long ago, as people say it: seconds only within the first minute, hours and minutes within a day. */
export function age(since: Moment, now: Moment, t: Translate): string {
  const from = millis(since)
  if (from === undefined) return missing
  const seconds = Math.max(0, ((millis(now) ?? from) - from) / 1000)
  return duration(seconds < 60 ? seconds : Math.floor(seconds / 60) * 60, t)
}

/** A point in time: ISO text, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date | null | undefined

const millis = (moment: Moment): number | undefined => {
  if (moment === null || moment === undefined) return undefined
  const value = moment instanceof Date ? moment.getTime() : typeof moment === 'number' ? moment : Date.parse(moment)
  return Number.isFinite(value) ? value : undefined
}

const zones = new Map<string, Intl.DateTimeFormat>()

/** The wall time of a moment in an IANA zone, each part as two or four digits. */
function wall(
  moment: Moment,
  timeZone: string,
): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> | undefined {
  const value = millis(moment)
  if (value === undefined) return undefined
  let format = zones.get(timeZone)
  if (!format) {
    const two = '2-digit'
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    format = new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone })
    zones.set(timeZone, format)
  }
  const found = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
  for (const { type, value: text } of format.formatToParts(value)) if (type in found) found[type as keyof typeof found] = text // safe: just checked
  return found
}

/** How long ago by the clocks of the zone: from midnight to midnight are whole days, also where a clock changed between them. */
export function localAge(since: Moment, now: Moment, timeZone: string, t: Translate): string {
  const clock = (moment: Moment) => {
    const w = wall(moment, timeZone)
    return w && Date.UTC(+w.year, +w.month - 1, +w.day, +w.hour, +w.minute, +w.second)
  }
  return age(clock(since), clock(now), t)
}

/** The calendar day of an instant (UTC ms) in an IANA zone: whole days since 1970-01-01. */
export const localDayIn =
  (timeZone: string) =>
  (at: number): number => {
    const w = wall(at, timeZone)! // safe: a number is a moment
    return Date.UTC(+w.year, +w.month - 1, +w.day) / 86_400_000
  }

/** Date and HH:mm:ss in the zone. */
export function dateTime(moment: Moment, timeZone: string, notated: Notated): string {
  const w = wall(moment, timeZone)
  return w ? `${arrangeDate(w, notated)} ${w.hour}:${w.minute}:${w.second}` : missing
}

/** The date in the zone. */
export function date(moment: Moment, timeZone: string, notated: Notated): string {
  const w = wall(moment, timeZone)
  return w ? arrangeDate(w, notated) : missing
}

/** The date in the zone without its year. */
export function dayAndMonth(moment: Moment, timeZone: string, notated: Notated): string {
  const w = wall(moment, timeZone)
  return w ? arrangeDate({ day: w.day, month: w.month }, notated) : missing
}

/** A number and a date as a notation writes them, to choose it by; no month is the 24th. */
export const numberExample = (notation: Notation): string => number(1234.5, { notation }, 1)
export const dateExample = (notation: Notation): string => arrangeDate({ day: '24', month: '05', year: '2026' }, { notation })

/** HH:mm in the zone. */
export function time(moment: Moment, timeZone: string): string {
  const w = wall(moment, timeZone)
  return w ? `${w.hour}:${w.minute}` : missing
}

/** HH:mm when it is the same day as `now` in the zone, else day and month with HH:mm: for "since when". */
export function since(moment: Moment, now: Moment, timeZone: string, notated: Notated): string {
  const w = wall(moment, timeZone)
  const today = wall(now, timeZone)
  if (!w) return missing
  const sameDay = today?.day === w.day && today.month === w.month && today.year === w.year
  const at = `${w.hour}:${w.minute}`
  return sameDay ? at : `${dayAndMonth(moment, timeZone, notated)} ${at}`
}
