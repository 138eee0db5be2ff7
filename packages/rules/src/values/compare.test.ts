import { expect, test } from 'vitest'
import { compare } from './compare.ts'

test('compares numbers directly when their millionths overflow', () => {
  expect(compare(1.5e308, 'GREATER', 1e308)).toBe(true)
  expect(compare(1.5e308, 'NOT_EQUAL', 1.5e308)).toBe(false)
  expect(compare(-1.5e308, 'LESS_EQUAL', 1e308)).toBe(true)
})
