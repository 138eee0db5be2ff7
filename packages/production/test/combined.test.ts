import { expect, test } from 'vitest'
import { combinedConversion, combinedDailyGain, combinedMortality, combinedSaleWeight } from '../src/combined.ts'
import type { CombinedBatch } from '../src/combined.ts'

const broiler: CombinedBatch = {
  entered: 20_000,
  dead: 570,
  left: 19_430,
  sold: 19_430,
  soldWeight: 53_640,
  averageDailyGain: 68,
  feedConversion: 1.57,
  feed: 83_041.5,
  gain: 52_760,
}
const small = { ...broiler, entered: 1000, dead: 130, left: 870, sold: 870, soldWeight: 870, averageDailyGain: 30 }
const unknown = { ...small, averageDailyGain: -100, feedConversion: -100, feed: 9_000, gain: -100 }

test('divides all deaths by all entries', () => {
  expect(combinedMortality([broiler])).toBe(2.85)
  expect(combinedMortality([broiler, small])).toBe(3.33)
})

test('takes the ratio of sums for the mortality of both vectors', () => {
  const pigs = {
    ...broiler,
    entered: 400,
    dead: 10,
    left: 390,
    sold: 370,
    soldWeight: 42_400,
    averageDailyGain: 944,
    feedConversion: 2.52,
  }
  // 580 of 20,400; the mean of 2.85 and 2.5 would be 2.68.
  expect(combinedMortality([broiler, pigs])).toBe(2.84)
})

test('weighs the daily gain by animals, without batches that have none', () => {
  expect(combinedDailyGain([broiler, small])).toBe(66)
  expect(combinedDailyGain([broiler, unknown])).toBe(68)
})

test('divides all feed by all gain, of batches with a conversion alone', () => {
  expect(combinedConversion([broiler])).toBe(1.57)
  expect(combinedConversion([broiler, { ...small, feed: 9_000, gain: 3_000 }])).toBe(1.65)
  expect(combinedConversion([broiler, unknown])).toBe(1.57)
})

test('divides the weight of all sales by their animals', () => {
  expect(combinedSaleWeight([broiler])).toBe(2.761)
  expect(combinedSaleWeight([broiler, small])).toBe(2.685)
})

test('answers −100 without a batch, a sale or a daily gain', () => {
  for (const combine of [combinedConversion, combinedDailyGain, combinedMortality, combinedSaleWeight])
    expect(combine([])).toBe(-100)
  expect(combinedSaleWeight([{ ...small, sold: 0, soldWeight: 0 }])).toBe(-100)
  expect(combinedDailyGain([unknown])).toBe(-100)
})
