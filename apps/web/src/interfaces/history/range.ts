import { MAX_RANGE_DAYS } from '@steading/contract/devices/readings'
import type { Dates } from '@steading/contract/http/period'
import type { TimeRange } from '../../ui/chart/zoom.ts'

export const hour = 3_600_000
const day = 24 * hour
const minute = 60_000

/** The period of a history: hours up to now, or dates (ISO UTC). */
export type HistoryRange = { readonly hours: number } | Dates

export interface HistoryWindow {
  /** UTC ms. */
  readonly from: number
  readonly to: number
  /** Its end moves with the clock. */
  readonly live: boolean
}

/** The longest period that the server answers, UTC ms. */
export const longestRange = MAX_RANGE_DAYS * day

/**
 * The window of a period at `now` (UTC ms). Without an end it reaches up to now, without a start it is the day before its end. It
 * is cut to the longest period that the server answers.
 */
export function historyWindow(range: HistoryRange, now: number): HistoryWindow {
  if ('hours' in range) return { from: now - range.hours * hour, to: now, live: true }
  const { fromDate, toDate } = range
  const to = toDate === undefined ? now : Date.parse(toDate)
  const from = fromDate === undefined ? to - day : Date.parse(fromDate)
  return { from: Math.min(to, Math.max(from, to - longestRange)), to, live: toDate === undefined }
}

/** Dates around a part of a chart, on whole minutes. */
export const zoomDates = ([from, to]: TimeRange): Dates => ({
  fromDate: new Date(Math.floor(from / minute) * minute).toISOString(),
  toDate: new Date(Math.ceil(to / minute) * minute).toISOString(),
})

/** Whether dates lie further apart than the server answers. */
export const isTooLong = ({ fromDate, toDate }: Dates, now: number): boolean =>
  fromDate !== undefined && (toDate === undefined ? now : Date.parse(toDate)) - Date.parse(fromDate) > longestRange
