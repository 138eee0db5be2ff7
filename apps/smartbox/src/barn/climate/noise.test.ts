import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draw, drift, jitter, seedOf } from './noise.ts'

/** mulberry32 as it was published: one number after the other. */
const mulberry32 = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

test('draws what mulberry32 draws', () => {
  fc.assert(
    fc.property(fc.integer(), seed => {
      const next = mulberry32(seed)
      const expected = Array.from({ length: 20 }, next)
      expect(expected.map((_, n) => draw(seed, n))).toEqual(expected)
    }),
  )
})

test('even noise stays in [-1, 1) and averages 0', () => {
  const values = Array.from({ length: 10_000 }, (_, n) => jitter(seedOf('h1/co2'), n * 1000))
  expect(Math.min(...values)).toBeGreaterThanOrEqual(-1)
  expect(Math.max(...values)).toBeLessThan(1)
  expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / values.length)).toBeLessThan(0.03)
})

test('drift is a continuous function of time with the requested deviation', () => {
  const hour = 3_600_000
  const start = Date.UTC(2026, 0, 1)
  const onward = drift(42, 0.95, 2)
  const values = Array.from({ length: 20_000 }, (_, n) => onward(start + n * hour))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  expect(deviation).toBeGreaterThan(1.8)
  expect(deviation).toBeLessThan(2.2)
  const again = drift(42, 0.95, 2)
  expect(again(start + 777 * hour)).toBe(values[777])
  expect(again(start + 5 * hour)).toBe(values[5])
  expect(again(start + 7 * hour)).toBe(values[7])
  const edge = start + 9 * hour
  expect(Math.abs(onward(edge) - onward(edge - 1))).toBeLessThan(1e-3)
})
