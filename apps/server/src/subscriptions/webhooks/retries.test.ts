import { expect, test } from 'vitest'
import { nextAttempt } from './retries.ts'

const MINUTE = 60_000

test('waits 1, 5, 30 and 120 minutes, then 120 each time', () => {
  const pause = (attempts: number) => nextAttempt({ now: 0, failingSince: 0, attempts })! / MINUTE
  expect([1, 2, 3, 4, 5, 6].map(pause)).toEqual([1, 5, 30, 120, 120, 120])
})

test('gives up after 24 h', () => {
  expect(nextAttempt({ now: 1_439 * MINUTE, failingSince: 0, attempts: 9 })).not.toBeNull()
  expect(nextAttempt({ now: 1_440 * MINUTE, failingSince: 0, attempts: 9 })).toBeNull()
})
