import { expect, test } from 'vitest'
import { leastSquares, pairsOf } from './regression.ts'

const line = (count: number, y: (x: number) => number) => Array.from({ length: count }, (_, x) => ({ x, y: y(x) }))

test('finds the line through points that lie on one', () => {
  expect(leastSquares(line(12, x => 3 - 0.5 * x))).toEqual({
    slope: expect.closeTo(-0.5, 12),
    intercept: expect.closeTo(3, 12),
    r2: expect.closeTo(1, 12),
  })
})

test('finds the line of least squares and its R² among scattered points', () => {
  // By hand: x 0…9, y = x with ±1 by turns: Sxx 82.5, Sxy 77.5, Syy 82.5.
  const found = leastSquares(line(10, x => x + (x % 2 === 0 ? 1 : -1)))
  expect(found?.slope).toBeCloseTo(77.5 / 82.5, 10)
  expect(found?.intercept).toBeCloseTo(4.5 - (77.5 / 82.5) * 4.5, 10)
  expect(found?.r2).toBeCloseTo((77.5 * 77.5) / (82.5 * 82.5), 10)
})

test('has no line below ten pairs', () => {
  expect(leastSquares(line(9, x => x))).toBeUndefined()
  expect(leastSquares(line(10, x => x))).toBeDefined()
})

test('has no line where x does not vary', () => {
  expect(leastSquares(line(12, () => 0).map((_, at) => ({ x: 21.3, y: at })))).toBeUndefined()
})

test('has no R² where y does not vary', () => {
  expect(leastSquares(line(12, () => 21.3))).toEqual({
    slope: expect.closeTo(0, 9),
    intercept: expect.closeTo(21.3, 9),
    r2: null,
  })
})

test('keeps its precision far from 0', () => {
  expect(leastSquares(line(20, x => x).map(({ x }) => ({ x: 1e6 + x, y: 2e6 + 2 * x })))?.slope).toBeCloseTo(2, 6)
})

test('pairs equal buckets alone, by rising x', () => {
  expect(pairsOf({ times: [1, 2, 3, 4], values: [30, 10, null, 20] }, { times: [1, 2, 3, 5], values: [3, 1, 2, 9] })).toEqual([
    { x: 10, y: 1 },
    { x: 30, y: 3 },
  ])
})
