import { expect, test } from 'vitest'
import { scheduledDays, weekdayIn } from './weekday.ts'

test('the weekday is that of the time zone', () => {
  const sundayNight = Date.parse('2026-07-05T23:30:00Z')
  expect(weekdayIn(sundayNight, 'UTC')).toBe(6)
  expect(weekdayIn(sundayNight, 'Europe/Lisbon')).toBe(0)
  expect(weekdayIn(sundayNight, 'America/New_York')).toBe(6)
})

test('days whose line has no slot yet are not busy', () => {
  const lines = [
    { weekdays: [0, 2], intervals: ['06:00'] },
    { weekdays: [5], intervals: [] },
  ]
  expect([...scheduledDays(lines)]).toEqual([0, 2])
})
