import { expect, test } from 'vitest'
import { changeOf, figuresOf, lastFullHour, isReached } from './score.ts'

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

test('averages weigh hours by their weights, and alike without any', () => {
  const weighed = { times: [0, 1, 2, 3], values: [10, 20, 100, 40], weights: [0, 0, 60, 1] }
  expect(figuresOf(weighed, 'AVERAGE', 2)).toEqual({ value: (60 * 100 + 40) / 61, previous: 15 })
  expect(figuresOf(weighed, 'SUM', 2)).toEqual({ value: 140, previous: 30 })
})

test('directions have the mean of their vectors, and change by the shorter turn', () => {
  const wind = { times: [0, 1, 2, 3], values: [350, 350, 350, 10], weights: [1, 1, 3, 1] }
  const { value, previous } = figuresOf(wind, 'MAX', 2, true)
  expect(previous).toBeCloseTo(350, 9)
  expect(value).toBeCloseTo(360 - (Math.atan(Math.tan(Math.PI / 18) / 2) * 180) / Math.PI, 9)
  expect(figuresOf({ times: [0, 1], values: [350, 10] }, 'AVERAGE', 0, true).value! % 360).toBeCloseTo(0, 9)
  expect([changeOf(10, 350, true), changeOf(350, 10, true), changeOf(90, 0, true)]).toEqual([20, -20, 90])
  expect([changeOf(90, 0), changeOf(null, 5), changeOf(5, 8)]).toEqual([undefined, undefined, -3])
})

test('a target is reached from the better side', () => {
  expect([isReached(25, 25, 'HIGHER'), isReached(24, 25, 'HIGHER'), isReached(24, 25, 'LOWER')]).toEqual([true, false, true])
  expect([isReached(null, 25, 'HIGHER'), isReached(25, undefined, 'LOWER')]).toEqual([undefined, undefined])
})

test('the running hour is left out', () => {
  expect([lastFullHour(3_600_000), lastFullHour(3_600_001)]).toEqual([3_600_000, 3_600_000])
})
