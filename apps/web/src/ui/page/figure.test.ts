import { expect, test } from 'vitest'
import { digitsOf } from './figure.ts'

test('a figure is as wide as its digits; separators and the unit count less', () => {
  expect(digitsOf('26,4')).toBe(3.5)
  expect(digitsOf('1.174.088', 'L')).toBeCloseTo(8.6)
  expect(digitsOf('')).toBe(1)
})
