import type { TariffCycle, TariffLine } from '@steading/contract/tariffs/tariffs'
import { expect, test } from 'vitest'
import { tariffExamples } from './tariffExamples.ts'
import { mergeLines, overlappingCycle, tariffGaps } from './tariffGaps.ts'
import { offsetOfZone } from './zoneOffset.sample.ts'

const lisbon = offsetOfZone('Europe/Lisbon')
const interval = (startTime: string, endTime: string, displayName = 'P1', value = 0.2) => ({
  startTime,
  endTime,
  displayName,
  value,
})
const allDay = interval('00:00:00', '23:59:59')
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const lines: TariffLine[] = [{ daysOfWeek: [...everyDay], timeIntervals: [allDay] }]
const cycle = (season: TariffCycle['season'], months?: number[]): TariffCycle => ({ season, ...(months && { months }), lines })

test.each([
  ['two for all dates', [cycle('ALL'), cycle('ALL')], 1],
  ['winter time twice', [cycle('DST_WINTER'), cycle('DST_SUMMER'), cycle('DST_WINTER')], 2],
  ['a month twice', [cycle('MONTHS', [1, 2]), cycle('MONTHS', [2, 3])], 1],
  ['summer time, which begins in March', [cycle('DST_SUMMER'), cycle('MONTHS', [3])], 1],
  ['summer time and January', [cycle('DST_SUMMER'), cycle('MONTHS', [1])], undefined],
  ['winter and summer time', [cycle('DST_WINTER'), cycle('DST_SUMMER')], undefined],
])('cycles that cover one date: %s', (_, cycles, later) => expect(overlappingCycle(cycles, 2026, lisbon)).toBe(later))

test.each(Object.entries(tariffExamples))('the example %s covers every second of the year once', (_, { cycles, timeZone }) => {
  expect(tariffGaps(cycles, 2026, offsetOfZone(timeZone))).toEqual({ periods: [], months: [] })
  expect(overlappingCycle(cycles, 2026, offsetOfZone(timeZone))).toBeUndefined()
})

test('gaps are the times without a period and the months with dates of no cycle', () => {
  const day: TariffLine = {
    daysOfWeek: ['mon'],
    timeIntervals: [interval('06:00:00', '11:59:59'), interval('13:00:00', '21:59:59')],
  }
  const rest: TariffLine = { daysOfWeek: everyDay.filter(one => one !== 'mon'), timeIntervals: [allDay] }
  const gaps = tariffGaps([{ season: 'DST_SUMMER', lines: [day, rest] }], 2026, lisbon)
  expect(gaps.periods).toEqual([
    { cycle: 0, dayOfWeek: 'mon', startTime: '00:00:00', endTime: '05:59:59' },
    { cycle: 0, dayOfWeek: 'mon', startTime: '12:00:00', endTime: '12:59:59' },
    { cycle: 0, dayOfWeek: 'mon', startTime: '22:00:00', endTime: '23:59:59' },
  ])
  expect(gaps.months).toEqual([1, 2, 3, 10, 11, 12])
})

test('periods that touch are merged where name and price are equal', () => {
  const parts = [interval('00:00:00', '05:59:59'), interval('06:00:00', '11:59:59'), interval('12:00:00', '23:59:59', 'P1', 0.3)]
  expect(mergeLines([{ daysOfWeek: ['mon'], timeIntervals: parts }])).toEqual([
    { daysOfWeek: ['mon'], timeIntervals: [interval('00:00:00', '11:59:59'), parts[2]] },
  ])
})
