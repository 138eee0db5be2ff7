import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combine, extremesOf, meanOf, sumOf } from './combine.ts'

const columns = [
  { interfaceId: '1', times: [0, 10, 20], values: [20, 22, 24], weights: [1, 1, 1] },
  { interfaceId: '2', times: [10, 30], values: [26, 30], weights: [1, 1] },
]

test('a mean counts the sensors that have the bucket', () => {
  expect(combine(columns, 'MEAN')).toMatchObject({ times: [0, 10, 20, 30], values: [20, 24, 24, 30] })
})

test('a mean counts each sensor by the time of the bucket for which it is known', () => {
  const uneven = [
    { times: [0], values: [20], weights: [60] },
    { times: [0], values: [30], weights: [15] },
  ]
  expect(combine(uneven, 'MEAN')).toEqual({ times: [0], values: [22], weights: [60] })
})

test('a sum adds the meters that have the bucket', () => {
  expect(combine(columns, 'SUM').values).toEqual([20, 48, 24, 30])
})

test('figures without values are unknown', () => {
  expect(meanOf({ values: [], weights: [] })).toBeNull()
  expect(sumOf({ values: [] })).toBeNull()
  expect(extremesOf([])).toEqual({ min: null, max: null })
})

test('the mean of a course is the mean of its buckets, each by the time for which it is known', () => {
  expect(meanOf(combine(columns, 'MEAN'))).toBe(24.5)
  const uneven = [{ times: [0, 60], values: [20, 30], weights: [60, 10] }]
  expect(meanOf(combine(uneven, 'MEAN'))).toBeCloseTo(1500 / 70, 9)
})

const bucket = fc.array(fc.double({ min: -40, max: 120, noNaN: true }), { minLength: 1, maxLength: 5 })
const place = fc.array(fc.array(bucket, { maxLength: 6 }), { maxLength: 4 })

test('extremes are those of all readings, and the range of an entity encloses its parts', () => {
  const bucketsOf = (readings: number[][]) => ({
    min: readings.map(some => Math.min(...some)),
    max: readings.map(some => Math.max(...some)),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 4 }), parts => {
      const whole = extremesOf(parts.flat().map(bucketsOf))
      const readings = parts.flat(3)
      expect(whole).toEqual(
        readings.length === 0 ? { min: null, max: null } : { min: Math.min(...readings), max: Math.max(...readings) },
      )
      for (const { min, max } of parts.map(part => extremesOf(part.map(bucketsOf)))) {
        expect(min ?? Infinity).toBeGreaterThanOrEqual(whole.min ?? Infinity)
        expect(max ?? -Infinity).toBeLessThanOrEqual(whole.max ?? -Infinity)
      }
    }),
  )
})
