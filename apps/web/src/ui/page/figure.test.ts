import { expect, test } from 'vitest'
import { digitsOf } from './figure.ts'

test('computes the width of a figure by its digits, separators and unit', () => {
  expect(digitsOf('26,4')).toBe(3.5)
  expect(digitsOf('1.174.088', 'L')).toBeCloseTo(8.6)
  expect(digitsOf('')).toBe(1)
})
