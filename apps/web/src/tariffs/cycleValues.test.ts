import { expect, test } from 'vitest'
import { nextCycle, toLines, toWeekValues, weekErrors } from './cycleValues.ts'

const slot = { startTime: '00:00:00', endTime: '23:59:59', displayName: 'P1', value: 0.2 }
const lines = [{ daysOfWeek: ['mon', 'sun'] as const, timeIntervals: [slot] }]

test('lines go to the calendar and come back', () => {
  expect(toWeekValues(lines)).toEqual([{ weekdays: [0, 6], intervals: [slot] }])
  expect(toLines(toWeekValues(lines))).toEqual(lines)
})

test('messages of the contract stand at the inputs of the calendar', () =>
  expect(weekErrors({ '0.timeIntervals.1.startTime': 'A', '0.daysOfWeek': 'B' })).toEqual({
    '0.intervals.1.startTime': 'A',
    '0.weekdays': 'B',
  }))

test('a further cycle is for dates that are left and begins with the week before', () => {
  expect(nextCycle([])).toEqual({ season: 'ALL', lines: [] })
  expect(nextCycle([{ season: 'DST_WINTER', lines }])).toEqual({ season: 'DST_SUMMER', lines })
  expect(nextCycle([{ season: 'MONTHS', months: [1], lines }])).toEqual({ season: 'MONTHS', months: [], lines })
})
