import { expect, test } from 'vitest'
import { nextAttempt, retryDelay } from './retry.ts'

test.each([
  [1, 2_000],
  [2, 4_000],
  [3, 8_000],
  [4, 16_000],
  [5, 32_000],
  [6, 60_000],
  [7, 60_000],
  [500, 60_000],
])('waits after attempt %i for %i ms', (attempts, delay) => expect(retryDelay(attempts)).toBe(delay))

test.each([
  ['a failure waits by its number of attempts', 'FAILED', 3, 0, 0, 8_000],
  ['an unknown outcome waits by its number of attempts', 'UNKNOWN', 3, 0, 0, 8_000],
  ['a failure is never given up', 'FAILED', 1_000, 0, 0, 60_000],
  ['a failure after four refusals is not given up', 'FAILED', 5, 4, 0, 32_000],
  ['an unknown outcome after four refusals is not given up', 'UNKNOWN', 5, 4, 0, 32_000],
  ['the first refusal waits by its number of refusals', 'REFUSED', 9, 0, 0, 2_000],
  ['the fourth refusal is repeated', 'REFUSED', 4, 3, 0, 16_000],
  ['the fifth refusal gives up', 'REFUSED', 5, 4, 0, null],
  ['a refusal after the fifth gives up', 'REFUSED', 6, 5, 0, null],
  ['the fifth refusal gives up whatever delay the provider asks for', 'REFUSED', 5, 4, 90_000, null],
  ['a longer delay of the provider counts', 'FAILED', 1, 0, 2_001, 2_001],
  ['an equal delay of the provider changes nothing', 'FAILED', 1, 0, 2_000, 2_000],
  ['a shorter delay of the provider does not count', 'FAILED', 1, 0, 1_999, 2_000],
  ['a delay of the provider may exceed a minute', 'FAILED', 8, 0, 300_000, 300_000],
  ['a longer delay of the provider counts after a refusal', 'REFUSED', 2, 1, 10_000, 10_000],
] as const)('%s', (_, outcome, attempts, refusals, retryAfterMs, delay) =>
  expect(nextAttempt({ outcome, retryAfterMs }, { attempts, refusals })).toBe(delay),
)
