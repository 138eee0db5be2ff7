import { expect, test } from 'vitest'
import { wrongWaits } from './delays.ts'

test.each([
  ['at random', [1130, 1870, 1402, 1655, 1011], true],
  ['a slow way', [1130, 2870, 1402, 3055, 1011], true],
  ['always the shortest', [1004, 1009, 1001, 1022, 1003], false],
  ['always the same, on a busy machine', [1500, 1560, 1511, 1604, 1502], false],
  ['at once', [12, 900, 1500, 1200, 1100], false],
  ['one too late', [1130, 1870, 1402, 4000, 1011], false],
  ['never back', [1130, Infinity], false],
])('waits %s', (_, waits, isRight) => {
  expect(wrongWaits(waits) === null).toBe(isRight)
})
