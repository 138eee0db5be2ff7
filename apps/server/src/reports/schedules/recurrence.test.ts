import type { ReportRecurrence } from '@steading/contract/reports/reportForms'
import { describe, expect, test } from 'vitest'
import { instantOfWallTime, nextDueTime, periodBefore } from './recurrence.ts'

const DAY = 86_400_000
const daily = (time: string): ReportRecurrence => ({ frequency: 'DAILY', time, weekday: null, monthDay: null })
const dayOf = (text: string) => Date.parse(text) / DAY
const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

/** Every due time of a year, found one after the other. */
function yearOf(recurrence: ReportRecurrence, zone: string) {
  const due = []
  for (let next = nextDueTime(recurrence, zone, Date.UTC(2026, 0, 1)); next.at < Date.UTC(2027, 0, 1);) {
    due.push(next)
    next = nextDueTime(recurrence, zone, next.at)
  }
  return due
}

describe.each(['Europe/Lisbon', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo'])('%s', zone => {
  test.each(['00:00', '00:30', '01:30', '02:15', '02:30', '07:00', '23:59'])('a day is due once at %s', time => {
    const due = yearOf(daily(time), zone)
    expect(new Set(due.map(({ key }) => key)).size).toBe(due.length)
    expect(due.length).toBeGreaterThanOrEqual(364)
    const days = due.map(({ key }) => dayOf(key))
    for (const [index, day] of days.slice(1).entries()) expect(day - days[index]!).toBe(1)
  })
  test('a time is local time, unless the clocks skip it', () => {
    const wall = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    const shown = yearOf(daily('02:30'), zone).filter(({ at }) => wall.format(at) === '02:30')
    expect(shown.length).toBeGreaterThanOrEqual(363)
  })
})

test('a time that occurs twice is the first of both', () =>
  expect(iso(instantOfWallTime('Europe/Lisbon', dayOf('2026-10-25'), '01:30'))).toBe('2026-10-25T00:30'))

test('a time that the clocks skip is as much later as they skip', () => {
  expect(iso(instantOfWallTime('Europe/Lisbon', dayOf('2026-03-29'), '01:30'))).toBe('2026-03-29T01:30')
  expect(iso(instantOfWallTime('Australia/Lord_Howe', dayOf('2026-10-04'), '02:15'))).toBe('2026-10-03T15:45')
})

test('a weekly report is due on its weekday', () => {
  const due = yearOf({ frequency: 'WEEKLY', time: '07:00', weekday: 0, monthDay: null }, 'Europe/Athens')
  expect(due).toHaveLength(52)
  expect(due.every(({ key }) => new Date(key).getUTCDay() === 1)).toBe(true)
})

test('a monthly report is due on the last day of a shorter month', () => {
  const due = yearOf({ frequency: 'MONTHLY', time: '07:00', weekday: null, monthDay: 31 }, 'UTC')
  expect(due.map(({ key }) => key.slice(5))).toEqual([
    '01-31',
    '02-28',
    '03-31',
    '04-30',
    '05-31',
    '06-30',
    '07-31',
    '08-31',
    '09-30',
    '10-31',
    '11-30',
    '12-31',
  ])
})

test('the period of a report is the day, the week or the month before it', () => {
  expect(periodBefore({ frequency: 'DAILY' }, '2026-03-01')).toEqual({ fromDay: '2026-02-28', toDay: '2026-02-28' })
  expect(periodBefore({ frequency: 'WEEKLY' }, '2026-03-02')).toEqual({ fromDay: '2026-02-23', toDay: '2026-03-01' })
  expect(periodBefore({ frequency: 'MONTHLY' }, '2026-01-31')).toEqual({ fromDay: '2025-12-01', toDay: '2025-12-31' })
})
