import { expect, test } from 'vitest'
import { ageAt, batchAt, countAt, DAY, rotation, usualStay, type Batch } from './batch.ts'
import { species } from './data/index.ts'

const entry = Date.parse('2026-04-05T23:00:00Z')

test('the reference broiler flock: animals left at the end of a day', () => {
  const flock: Batch = {
    entry,
    entryAge: 0,
    count: 20_000,
    exit: entry + 42 * DAY,
    sales: [{ age: 35, count: 5000 }],
  }
  const left = (day: number): number => countAt(species.broiler, flock, entry + (day + 1) * DAY)
  expect([0, 6, 13, 20, 27, 34, 41].map(left)).toEqual([19_972, 19_834, 19_765, 19_702, 19_624, 14_520, 0])
  expect(countAt(species.broiler, flock, entry - 1)).toBe(0)
  expect(countAt(species.broiler, flock, entry)).toBe(20_000)
})

test('the reference pig batch, which enters at 70 days', () => {
  const pigs: Batch = {
    entry,
    entryAge: 70,
    count: 400,
    exit: entry + 91 * DAY,
    sales: [
      { age: 98, count: 20 },
      { age: 154, count: 150 },
    ],
  }
  const left = (day: number): number => countAt(species.pig, pigs, entry + (day + 1) * DAY)
  expect([0, 6, 13, 27, 41, 55, 69, 83, 90].map(left)).toEqual([400, 399, 398, 376, 374, 373, 372, 220, 0])
  expect(ageAt(pigs, entry + 1.5 * DAY)).toBe(71.5)
})

test('batches follow one another with 14 empty days between', () => {
  const last: Batch = { entry, entryAge: 0, count: 20_000, sales: [] }
  const batches = rotation(species.broiler, last, entry - 100 * DAY)
  expect(batches.map(batch => (batch.entry - entry) / DAY)).toEqual([-112, -56, 0])
  expect(batches[1]!.exit).toBe(entry - 14 * DAY)
  expect(batches[1]!.sales).toEqual([{ age: 35, count: 5000 }])
  expect(batchAt(batches, entry - 15 * DAY)).toBe(batches[1])
  expect(batchAt(batches, entry - 14 * DAY)).toBe(last)
  expect(batchAt([usualStay(species.broiler, entry, 0, 10)], entry + 42 * DAY)).toBeUndefined()
})
