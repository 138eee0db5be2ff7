import { date, time } from '@steading/locales/format'
import type { Notated } from '@steading/locales/notation'
import { readDay } from './day.ts'
import { dayEnd, dayOf, dayStart, unwall } from './zoned.ts'

/** Whether a moment begins a span or ends it: what a bare day, or a minute, means. */
export type Edge = 'start' | 'end'

/** The first or the last moment of a day (YYYY-MM-DD) in a zone. */
export const edgeOf = (day: string, zone: string, edge: Edge): string | undefined =>
  edge === 'start' ? dayStart(day, zone) : dayEnd(day, zone)

const two = (text: string) => text.padStart(2, '0')
/** A day, and maybe a time. */
const entry = /^(.+?)(?:,?[ T]+(\d{1,2}):(\d{2}))?$/
const firstYear = '2000'
const lastYear = '2099'
const minuteEnd = 59_999

/**
 * What somebody typed as a day, or a day and HH:mm on the clock of a zone, as ISO UTC. Empty is no moment; undefined is nothing
 * that can be read.
 */
export function readMoment(typed: string, zone: string, edge: Edge, notated: Notated): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  const [, dated = '', hour, minute = ''] = entry.exec(text) ?? []
  const day = readDay(dated, notated)
  const wall = Date.parse(`${day}T${two(hour ?? '0')}:${minute || '00'}:00Z`)
  const year = day?.slice(0, 4) ?? ''
  // 24:00 would be read as the next day.
  const isDay =
    day && !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(day) && year >= firstYear && year <= lastYear
  if (!isDay) return undefined
  if (hour === undefined) return edgeOf(day, zone, edge)
  return new Date(unwall(wall, zone) + (edge === 'end' ? minuteEnd : 0)).toISOString()
}

/** The same as it is read: the day alone where it says all. */
export function writeMoment(at: string | undefined, zone: string, edge: Edge, notated: Notated): string {
  if (at === undefined) return ''
  const isWhole = edgeOf(dayOf(at, zone), zone, edge) === new Date(at).toISOString()
  return isWhole ? date(at, zone, notated) : `${date(at, zone, notated)} ${time(at, zone)}`
}
