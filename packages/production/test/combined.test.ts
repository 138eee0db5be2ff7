import { expect, test } from 'vitest'
import { combinedConversion, combinedDailyGain, combinedExitWeight, combinedMortality } from '../src/combined.ts'
import type { CombinedBatch } from '../src/combined.ts'

const broiler: CombinedBatch = {
  entered: 20_000,
  dead: 570,
  left: 19_430,
  averageDailyGain: 68,
  stay: 40.2,
  exitWeight: 2.761,
  feedConversion: 1.57,
  feed: 83_041.5,
  gain: 52_760,
}
const small = {
  ...broiler,
  entered: 1000,
  dead: 130,
  left: 870,
  averageDailyGain: 30,
  stay: 30,
  exitWeight: 1,
}
const unknown = {
  ...small,
  averageDailyGain: -100,
  stay: -100,
  exitWeight: -100,
  feedConversion: -100,
  feed: 9_000,
  gain: -100,
}

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
    averageDailyGain: 944,
    feedConversion: 2.52,
  }
  // 580 of 20,400; the mean of 2.85 and 2.5 would be 2.68.
  expect(combinedMortality([broiler, pigs])).toBe(2.84)
})

test('divides the gain of all animals by the days that they stayed, without batches that have no daily gain', () => {
  const left = 400
  const short = { ...broiler, left, averageDailyGain: 400, stay: 35 }
  const long = { ...broiler, left, averageDailyGain: 950, stay: 85 }
  // 14 kg in 35 days and 80.75 kg in 85 days; the mean of 400 and 950 would be 675.
  expect(combinedDailyGain([short, long])).toBe(790)
  expect(combinedDailyGain([short, { ...long, left: 100 }])).toBe(608)
  expect(combinedDailyGain([broiler, unknown])).toBe(68)
})

test('divides the weight of all exits by their animals, without batches that have no exit weight', () => {
  expect(combinedExitWeight([broiler])).toBe(2.761)
  expect(combinedExitWeight([broiler, small])).toBe(2.686)
  expect(combinedExitWeight([broiler, unknown])).toBe(2.761)
})

test('divides all feed by all gain, of batches with a conversion alone', () => {
  expect(combinedConversion([broiler])).toBe(1.57)
  expect(combinedConversion([broiler, { ...small, feed: 9_000, gain: 3_000 }])).toBe(1.65)
  expect(combinedConversion([broiler, unknown])).toBe(1.57)
})

test('answers −100 without a batch, an exit weight or a daily gain', () => {
  const figures = [combinedConversion, combinedDailyGain, combinedExitWeight, combinedMortality]
  for (const combine of figures) expect(combine([])).toBe(-100)
  expect(combinedDailyGain([unknown])).toBe(-100)
  expect(combinedExitWeight([unknown])).toBe(-100)
})
