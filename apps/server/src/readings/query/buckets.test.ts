import { expect, test } from 'vitest'
import { HOUR } from '../rollups/bucketSums.ts'
import { retainedSegments } from './buckets.sql.ts'

const MINUTES_20 = HOUR / 3
const five = (from: number, to: number) => ({ from, to, table: 'rollups_5m', width: HOUR / 12 })
const hours = (from: number, to: number) => ({ from, to, table: 'rollups_1h', width: HOUR })

test('reads whole hours of a span as hours and its edges as 5-minute rows', () => {
  const span = { from: MINUTES_20, to: 4 * HOUR + MINUTES_20 }
  expect(retainedSegments(span, false, -Infinity)).toEqual([
    five(MINUTES_20, HOUR),
    five(4 * HOUR, span.to),
    hours(HOUR, 4 * HOUR),
  ])
})

test('reads a span before the retained 5-minute rows from hours only', () => {
  const span = { from: MINUTES_20, to: 4 * HOUR + MINUTES_20 }
  expect(retainedSegments(span, true, 10 * HOUR)).toEqual([hours(HOUR, 4 * HOUR)])
  expect(retainedSegments(span, true, 2 * HOUR + 1)).toEqual([hours(HOUR, 3 * HOUR), five(3 * HOUR, span.to)])
})
