import { expect, test } from 'vitest'
import { slowdownOf } from './patience.ts'
import { measureSlowdown } from './slowdown.ts'

test.each([
  [100, 100, 1],
  [250, 100, 2.5],
  [99, 100, 1],
  [5000, 100, 5],
  [100, 0, 1],
  [Number.NaN, 1, 1],
])('work of %d ms for %d ms of the processor is %d times slower', (wall, processor, slowdown) => {
  expect(slowdownOf(wall, processor)).toBe(slowdown)
})

test('a measured slowdown lies between 1 and 5', () => {
  const slowdown = measureSlowdown()
  expect(slowdown).toBeGreaterThanOrEqual(1)
  expect(slowdown).toBeLessThanOrEqual(5)
})
