import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertySeed } from './propertySeed.ts'

test('every property has the seed of the environment', () => {
  expect(fc.readConfigureGlobal().seed).toBe(propertySeed(process.env))
})

test('a property draws the same cases in each run', () => {
  const cases = () => fc.sample(fc.integer(), 20)
  expect(cases()).toEqual(cases())
})

test('the seed is fixed in a landing, and the given number at night', () => {
  expect(propertySeed({})).toBe(propertySeed({}))
  expect(propertySeed({ PROPERTY_SEED: '-17' })).toBe(-17)
})

test.each(['', 'abc', '1.5', '99999999999'])('the seed %j is refused', text => {
  expect(() => propertySeed({ PROPERTY_SEED: text })).toThrow(`PROPERTY_SEED=${text}: a whole number`)
})
