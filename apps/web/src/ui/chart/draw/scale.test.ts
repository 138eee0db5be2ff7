import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsOf, scaleOf } from './scale.ts'

test.each([
  [[12.1, 31.2], {}, { min: 10, max: 35, step: 5 }],
  [[7, 24.9], { min: 0 }, { min: 0, max: 25, step: 5 }],
  [[-2, 8], { min: 0 }, { min: -2, max: 8, step: 2 }],
  [[20, 130], { min: 0, max: 100 }, { min: 0, max: 150, step: 50 }],
  [[0, 100], {}, { min: 0, max: 100, step: 20 }],
  [[0.02, 0.11], {}, { min: 0.02, max: 0.12, step: 0.02 }],
  [[-3, 3], {}, { min: -4, max: 4, step: 2 }],
  [[], {}, { min: 0, max: 1, step: 0.2 }],
  [[5, 5], {}, { min: 4.5, max: 5.5, step: 0.25 }],
])('the scale of %j with ends %j', (values, ends, scale) => expect(scaleOf(values, ends)).toEqual(scale))

test('fits every value with at most six labels', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), values => {
      const { min, max, step } = scaleOf(values)
      const slack = Math.max(Math.abs(min), Math.abs(max)) * 1e-9
      expect(Math.min(...values)).toBeGreaterThanOrEqual(min - slack)
      expect(Math.max(...values)).toBeLessThanOrEqual(max + slack)
      expect((max - min) / step).toBeLessThanOrEqual(5.001)
    }),
  )
})

test.each([
  [20, 0],
  [2.5, 1],
  [0.25, 2],
  [0.1 + 0.2, 1],
  [0.125, 3],
])('labels %d apart need %d decimals', (step, digits) => expect(digitsOf(step)).toBe(digits))
