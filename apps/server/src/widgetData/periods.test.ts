import { expect, test } from 'vitest'
import { aggregate, bucketsOf, periodsIn, sumInto } from './periods.ts'

const LISBON = 'Europe/Lisbon'
const HOUR = 3_600_000
const ms = (iso: string) => Date.parse(iso)
const iso = ({ from, to }: { from: number; to: number }) => [from, to].map(at => new Date(at).toISOString().slice(0, 16))

test.each([
  ['DAY', ['2026-10-26T00:00', '2026-10-26T12:00'], ['2026-10-24T23:00', '2026-10-25T12:00']],
  ['WEEK', ['2026-10-26T00:00', '2026-10-26T12:00'], ['2026-10-18T23:00', '2026-10-19T11:00']],
  ['MONTH', ['2026-09-30T23:00', '2026-10-26T12:00'], ['2026-08-31T23:00', '2026-09-26T11:00']],
] as const)('compares a %s with the one before up to the same local time', (period, current, previous) => {
  const periods = periodsIn(LISBON, ms('2026-10-26T12:00Z'), period)
  expect(iso(periods.current)).toEqual(current)
  expect(iso(periods.previous)).toEqual(previous)
})

test('ends a shorter month before where it ends', () => {
  const { previous } = periodsIn('UTC', ms('2026-03-30T12:00Z'), 'MONTH')
  expect(iso(previous)).toEqual(['2026-02-01T00:00', '2026-02-28T12:00'])
})

test('divides the day on which clocks go back into 25 hours, and a week into local days', () => {
  const day = { from: ms('2026-10-24T23:00Z'), to: ms('2026-10-26T00:00Z') }
  expect(bucketsOf(LISBON, day, 'DAY')).toHaveLength(25)
  expect(bucketsOf(LISBON, { ...day, to: day.to + HOUR }, 'WEEK').map(iso)).toEqual([
    ['2026-10-24T23:00', '2026-10-26T00:00'],
    ['2026-10-26T00:00', '2026-10-27T00:00'],
  ])
})

test('sums increments into their buckets, and says nothing of those without one', () => {
  const buckets = [0, 10, 20].map(from => ({ from, to: from + 10 }))
  expect(sumInto(buckets, [0, 5, 21], [1, 2, 4]).map(({ value }) => value)).toEqual([3, null, 4])
  expect(sumInto(buckets, [], []).map(({ value }) => value)).toEqual([null, null, null])
})

test('takes the sum of all buckets, and the mean of those that are over and measured', () => {
  const buckets = [6, null, 2, 1].map((value, index) => ({ from: index * 10, to: index * 10 + 10, value }))
  expect(aggregate(buckets, 'SUM', 35)).toBe(9)
  expect(aggregate(buckets, 'AVG', 35)).toBe(4)
  expect(aggregate(buckets, 'AVG', 5)).toBeNull()
  expect(aggregate([{ from: 0, to: 10, value: null }], 'SUM', 10)).toBeNull()
})
