import { expect, test } from 'vitest'
import { figuresOf, lastFullHour, isReached } from './score.ts'

const series = { times: [0, 1, 2, 3, 4], values: [10, null, 20, 5, 11] }

test.each([
  ['AVERAGE', 12, 10],
  ['MIN', 5, 10],
  ['MAX', 20, 10],
  ['SUM', 36, 10],
] as const)('%s of the period and of the one before', (kind, value, previous) => {
  expect(figuresOf(series, kind, 2)).toEqual({ value, previous })
})

test('a period without readings has no figure', () => {
  expect(figuresOf(series, 'SUM', 9)).toEqual({ value: null, previous: 46 })
  expect(figuresOf({ times: [], values: [] }, 'MIN', 0)).toEqual({ value: null, previous: null })
})

test('a target is reached from the better side', () => {
  expect([isReached(25, 25, 'HIGHER'), isReached(24, 25, 'HIGHER'), isReached(24, 25, 'LOWER')]).toEqual([true, false, true])
  expect([isReached(null, 25, 'HIGHER'), isReached(25, undefined, 'LOWER')]).toEqual([undefined, undefined])
})

test('the running hour is left out', () => {
  expect([lastFullHour(3_600_000), lastFullHour(3_600_001)]).toEqual([3_600_000, 3_600_000])
})
