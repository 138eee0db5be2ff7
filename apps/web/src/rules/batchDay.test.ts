import { expect, test } from 'vitest'
import { dayOneMoved } from './ages/edit.ts'
import { ageOn, batchDayOf, firstDay } from './batchDay.ts'

test('a new cycle begins on the day of the open batch, by the clock of the rule', () => {
  const batch = batchDayOf({ code: 'LAQPL-2604', openDate: '2026-04-19T23:30:00Z' }, 'Europe/Lisbon')
  expect(batch).toEqual({ code: 'LAQPL-2604', dayOne: '2026-04-20' })
  expect(firstDay(batch, '2026-04-25')).toBe('2026-04-20')
  expect(ageOn('2026-04-25', batch.dayOne)).toBe(6)
})

test('a new cycle without an open batch begins on the first of the month', () => {
  expect(firstDay(undefined, '2026-04-25')).toBe('2026-04-01')
})

test('another day one keeps an earlier start of the values before arrival', () => {
  const cycle = (preCycle: string, dayOne: string) => ({
    preCycle: { date: preCycle },
    dayOne: { date: dayOne },
    days: [],
    lastDay: {},
  })
  expect(dayOneMoved(cycle('2026-04-01', '2026-04-01'), '2026-04-20')).toEqual(cycle('2026-04-20', '2026-04-20'))
  expect(dayOneMoved(cycle('2026-04-10', '2026-04-12'), '2026-04-20')).toEqual(cycle('2026-04-10', '2026-04-20'))
  expect(dayOneMoved(cycle('2026-04-10', '2026-04-12'), '2026-04-04')).toEqual(cycle('2026-04-04', '2026-04-04'))
})
