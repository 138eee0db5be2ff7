import { expect, test } from 'vitest'
import { readNumber, shownNumber } from './typedNumber.ts'

test('what is on the way to a number stays as it is typed', () => {
  // 12, then a decimal mark, then 5: after each key the field shows what it held.
  for (const typed of ['-', '12.', '12.0', '-0.', '']) expect(shownNumber(typed, readNumber(typed))).toBe(typed)
  expect(['12.', '-', '', '-0.5'].map(readNumber)).toEqual([12, undefined, undefined, -0.5])
})

test('a value that comes from elsewhere takes the place of what was typed', () => {
  expect(shownNumber('12.', 7)).toBe(7)
  expect(shownNumber('12.', undefined)).toBe('')
  expect(shownNumber(undefined, 7)).toBe(7)
})
