import { expect, test } from 'vitest'
import { trendOf } from './trend.ts'

test('the trend of a straight line is that line', () => {
  expect(trendOf([10, 12, 14, 16])).toEqual({ first: 10, last: 16, slope: 2 })
})

test('values that go up and down alike have no slope', () => {
  expect(trendOf([5, 7, 7, 5])).toEqual({ first: 6, last: 6, slope: 0 })
})

test('a single value has no trend', () => {
  expect(() => trendOf([5])).toThrow('two values')
})
