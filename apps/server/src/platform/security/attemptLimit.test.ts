import { expect, test } from 'vitest'
import { createAttemptLimit } from './attemptLimit.ts'

test('slides the window: the oldest failure expires first', () => {
  const tries = createAttemptLimit({ max: 3, windowMs: 1000 })
  for (const at of [0, 400, 800]) tries.fail('a', at)
  expect([tries.wait('a', 999), tries.wait('a', 1000), tries.wait('b', 999)]).toEqual([1, 0, 0])
  tries.fail('a', 1000)
  expect(tries.wait('a', 1300)).toBe(1)
  expect(tries.wait('a', 1400)).toBe(0)
})

test('forgets on success and bounds its memory', () => {
  const tries = createAttemptLimit({ max: 1, windowMs: 1000, names: 2 })
  tries.fail('a', 0)
  tries.clear('a')
  expect(tries.wait('a', 0)).toBe(0)
  for (const name of ['x', 'y', 'z']) tries.fail(name, 0)
  expect(['x', 'y', 'z'].map(name => tries.wait(name, 0))).toEqual([0, 1, 1])
})
