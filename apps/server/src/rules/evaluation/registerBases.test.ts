import { expect, test } from 'vitest'
import { baseAt } from './registerBases.ts'

const SECOND = 1000
const bases = [
  { since: 100 * SECOND, base: 'first' },
  { since: 200 * SECOND, base: 'second' },
  { since: 300 * SECOND, base: 'first' },
]

test.each([
  ['before the first base was noted', 0, 'first'],
  ['shortly before the first base was noted', 99, 'first'],
  ['under the first base', 189, 'first'],
  ['soon after the second was reported', 211, 'second'],
  ['under the second base', 289, 'second'],
  ['under the first base again', 1000, 'first'],
])('a reading %s has the base of its time', (_when, second, base) => {
  expect(baseAt(bases, second * SECOND)).toBe(base)
})

test('readings around a report compare with no other', () => {
  const found = [189, 190, 199, 200, 201, 210, 211].map(second => baseAt(bases, second * SECOND))
  expect(new Set(found).size).toBe(7)
})

test('a register without a noted base has none', () => {
  expect(baseAt([], 0)).toBeUndefined()
})
