import { expect, test } from 'vitest'
import { withDayOne, withFollowedDates, withOwnDates } from './cycleValues.ts'
import { ageOnDate, toBatchDay, firstCycleDay } from './batchDay.ts'

test('a new cycle begins on day one of the open batch', () => {
  const batch = toBatchDay({ code: 'LAQPL-2604', dayOne: '2026-04-20' })
  expect(batch).toEqual({ code: 'LAQPL-2604', dayOne: '2026-04-20' })
  expect(firstCycleDay(batch, '2026-04-25')).toBe('2026-04-20')
  expect(ageOnDate('2026-04-25', batch.dayOne)).toBe(6)
})

test('a new cycle without an open batch begins on the first of the month', () => {
  expect(firstCycleDay(undefined, '2026-04-25')).toBe('2026-04-01')
})

test('another day one keeps an earlier start of the values before arrival', () => {
  const cycle = (preCycle: string, dayOne: string) => ({
    preCycle: { date: preCycle },
    dayOne: { date: dayOne },
    days: [],
    lastDay: {},
  })
  expect(withDayOne(cycle('2026-04-01', '2026-04-01'), '2026-04-20')).toEqual(cycle('2026-04-20', '2026-04-20'))
  expect(withDayOne(cycle('2026-04-10', '2026-04-12'), '2026-04-20')).toEqual(cycle('2026-04-10', '2026-04-20'))
  expect(withDayOne(cycle('2026-04-10', '2026-04-12'), '2026-04-04')).toEqual(cycle('2026-04-04', '2026-04-04'))
})

test('a cycle that follows the batch has its day one, else one in the distant future', () => {
  const cycle = { preCycle: { date: '2026-04-01', setPoint: 30 }, dayOne: { date: '2026-04-02' }, days: [], lastDay: {} }
  const followed = withFollowedDates(cycle, '2026-04-20')
  expect(followed).toMatchObject({
    followsBatch: true,
    preCycle: { date: '2000-01-01', setPoint: 30 },
    dayOne: { date: '2026-04-20' },
  })
  expect(withFollowedDates(cycle, undefined).dayOne['date']).toBe('9990-01-01')
  expect(withOwnDates(followed, '2026-05-01')).toEqual({
    preCycle: { date: '2026-05-01', setPoint: 30 },
    dayOne: { date: '2026-05-01' },
    days: [],
    lastDay: {},
  })
})
