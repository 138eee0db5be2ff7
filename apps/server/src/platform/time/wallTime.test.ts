import { expect, test } from 'vitest'
import { firstInstantOf } from './wallTime.ts'

const instant = (zone: string, date: string, clockTime: string) =>
  new Date(firstInstantOf(zone, Date.parse(date) / 86_400_000, clockTime)).toISOString().slice(0, 16)

test.each([
  ['a usual time', 'Europe/Lisbon', '2026-07-06', '22:00', '2026-07-06T21:00'],
  ['a time west of Greenwich', 'America/New_York', '2026-07-06', '22:00', '2026-07-07T02:00'],
  ['the first of two', 'Europe/Lisbon', '2026-10-25', '01:30', '2026-10-25T00:30'],
  ['the first instant after a gap', 'Europe/Lisbon', '2026-03-29', '01:30', '2026-03-29T01:00'],
  ['the end of a gap', 'Europe/Lisbon', '2026-03-29', '02:00', '2026-03-29T01:00'],
  ['the first instant after a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30'],
  ['the first instant after a gap at midnight', 'Africa/Cairo', '2026-04-24', '00:30', '2026-04-23T22:00'],
  ['the first instant after a gap west of Greenwich', 'America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00'],
])('finds %s', (_, zone, date, clockTime, expected) => {
  expect(instant(zone, date, clockTime)).toBe(expected)
})
