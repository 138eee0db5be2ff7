import { expect, test } from 'vitest'
import { sampleOf } from './sample.ts'

test('the variation is the sample standard deviation by the mean', () => {
  const { count, average, cv } = sampleOf([0.9, 1, 1.1])
  expect({ count, average: average?.toFixed(3), cv }).toEqual({ count: 3, average: '1.000', cv: 10 })
  expect(sampleOf([1, 1.2, 1.4, 1.25]).cv).toBe(13.62)
})

test('one animal has an average but no variation, none has neither', () => {
  expect(sampleOf([2])).toEqual({ count: 1, total: 2, average: 2, cv: null })
  expect(sampleOf([])).toEqual({ count: 0, total: 0, average: null, cv: null })
})
