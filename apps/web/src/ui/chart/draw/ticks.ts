import { date, dayAndMonth, time } from '@steading/locales/format'
import type { Notated } from '@steading/locales/notation'
import { dayOf, dayStart, wallOf } from '../../moment/zoned.ts'

const minute = 60_000
const day = 86_400_000
/** Clocks are set on quarters of an hour at most. */
const quarter = 15 * minute
const steps = [1, 5, 15, 30, 60, 120, 180, 240, 360, 720].map(minutes => minutes * minute)
const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 2, 3, 6, 12]
const month = 30 * day
/** Months are counted from here. */
const firstYear = 2000

/** A chart has room for so many labels; those that meet are left out when it is drawn. */
const mostTicks = 8

/**
 * Round wall times of a zone within a range (UTC ms), rising: every so many minutes, days or months. The axis itself grows with
 * absolute time, so that an hour that clocks repeat has its own place.
 */
export function wallTicks([from, to]: readonly [from: number, to: number], zone: string): number[] {
  const least = (to - from) / mostTicks
  const step = steps.find(one => one >= least)
  if (step !== undefined) return timesOfDay(from, to, step, zone)
  const days = daySteps.find(dayStep => dayStep * day >= least)
  return days === undefined ? months(from, to, least, zone) : wholeDays(from, to, days, zone)
}

function timesOfDay(from: number, to: number, step: number, zone: string): number[] {
  const stride = Math.min(step, quarter)
  const first = Math.ceil(from / stride)
  return Array.from({ length: Math.max(0, Math.floor(to / stride) - first + 1) }, (_, at) => (first + at) * stride).filter(
    at => wallOf(at, zone) % step === 0,
  )
}

/** The local days from one moment to another, as numbers since 1970. */
const dayNumber = (at: number, zone: string) => Math.floor(wallOf(at, zone) / day)

function wholeDays(from: number, to: number, step: number, zone: string): number[] {
  const first = Math.ceil(dayNumber(from, zone) / step)
  const last = Math.floor(dayNumber(to, zone) / step)
  return within(
    from,
    to,
    zone,
    Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => new Date((first + at) * step * day)),
  )
}

function months(from: number, to: number, least: number, zone: string): number[] {
  const step = monthSteps.find(monthStep => monthStep * month >= least) ?? 12 * Math.ceil(least / (12 * month))
  const numberOf = (at: number) => {
    const [year, of] = dayOf(at, zone).split('-').map(Number) as [number, number] // safe: YYYY-MM-DD
    return (year - firstYear) * 12 + of - 1
  }
  const first = Math.ceil(numberOf(from) / step)
  const last = Math.floor(numberOf(to) / step)
  const all = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, at) => new Date(Date.UTC(firstYear, (first + at) * step, 1)),
  )
  return within(from, to, zone, all)
}

const within = (from: number, to: number, zone: string, days: readonly Date[]): number[] =>
  days.map(one => Date.parse(dayStart(one.toISOString().slice(0, 10), zone) ?? '')).filter(at => at >= from && at <= to)

/** A tick in words: the date where a day begins, with its year where a year does, else the time. */
export function tickWords(at: number, zone: string, t: Notated): string {
  if (Date.parse(dayStart(dayOf(at, zone), zone) ?? '') !== at) return time(at, zone)
  return dayOf(at, zone).endsWith('-01-01') ? date(at, zone, t) : dayAndMonth(at, zone, t)
}
