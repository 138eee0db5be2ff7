import { MAX_POINTS } from '@steading/contract/devices/readings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  withBreaks,
  withRunningBucket,
  completeBuckets,
  fitsRaw,
  fitPoints,
  withEdges,
  rawPace,
  stepsOf,
  stepsOfResolution,
  operationOf,
  mergePoints,
  weightsOf,
} from './series.ts'
import type { Points } from './series.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [1, 'FIVE_MIN', 5],
  [5, 'FIVE_MIN', 5],
  [7, 'FIVE_MIN', 10],
  [30, 'HOUR', 60],
  [62, 'HOUR', 60],
  [90, 'HOUR', 120],
  [365, 'HOUR', 360],
  [400, 'HOUR', 480],
])('draws %d days in the finest steps that fit', (days, resolution, minutes) => {
  expect(stepsOf(days * DAY, 'MEAN')).toEqual({ resolution, width: minutes * MINUTE })
})

test('draws counters by 5 minutes, hours and local days', () => {
  const resolutions = [5, 7, 62, 90].map(days => stepsOf(days * DAY, 'COUNTED').resolution)
  expect(resolutions).toEqual(['FIVE_MIN', 'HOUR', 'HOUR', 'DAY'])
})

test.each([
  ['FIVE_MIN', 5, 'FIVE_MIN', 5],
  ['FIVE_MIN', 30, 'HOUR', 60],
  ['HOUR', 5, 'HOUR', 60],
  ['HOUR', 90, 'HOUR', 120],
  ['DAY', 1, 'DAY', 1440],
] as const)('draws %s over %d days in steps of %s of %d min', (resolution, days, rows, minutes) => {
  expect(stepsOfResolution(days * DAY, 'MEAN', true, resolution)).toEqual({ resolution: rows, width: minutes * MINUTE })
})

test('draws hours where 5-minute rows are not retained, and days for counters', () => {
  expect(stepsOfResolution(DAY, 'MEAN', false, 'FIVE_MIN')).toMatchObject({ resolution: 'HOUR' })
  expect(stepsOfResolution(90 * DAY, 'COUNTED', true, 'HOUR')).toMatchObject({ resolution: 'DAY' })
})

test('shows increments of counters and means of directions in any mode', () => {
  expect(operationOf('COUNTED', 'MAX')).toBe('SUM')
  expect(operationOf('DIRECTION', 'SUM')).toBe('AVERAGE')
  expect(operationOf('MEAN', 'MIN')).toBe('MIN')
  expect(operationOf('MEAN')).toBe('AVERAGE')
})

test('merges minima to their minimum and sums to their sum', () => {
  const points = { times: [0, 5, 10, 15], values: [1, -2, null, 4] }
  const merged = (operation: 'MIN' | 'MAX' | 'SUM') => mergePoints(points, 2, 'MEAN', operation)
  expect(merged('MIN')).toEqual({ times: [0, 10], values: [-2, 4] })
  expect(merged('MAX').values).toEqual([1, 4])
  expect(merged('SUM').values).toEqual([-1, 4])
})

test('tries raw readings where they may fit, except for registers', () => {
  const gauge = { kind: 'MEAN', history: 'TIME_INTERVAL', every: 60 } as const
  const over = (range: number) => ({ from: DAY, to: DAY + range })
  expect([25 * HOUR, 26 * HOUR].map(range => fitsRaw(over(range), gauge, 0))).toEqual([true, false])
  expect([5 * DAY, 6 * DAY].map(range => fitsRaw(over(range), { ...gauge, every: 600 }, 0))).toEqual([true, false])
  expect(fitsRaw(over(30 * DAY), { ...gauge, kind: 'HELD', history: 'DIFFERENT_VALUES' }, 0)).toBe(true)
  expect(fitsRaw(over(HOUR), { ...gauge, kind: 'COUNTED' }, 0)).toBe(false)
})

test('draws rollups where the history lacks the peaks', () => {
  const gauge = { kind: 'MEAN', history: 'TIME_INTERVAL', every: 60 } as const
  expect(fitsRaw({ from: 0, to: HOUR }, gauge, 1)).toBe(false)
  expect(fitsRaw({ from: 0, to: HOUR }, { ...gauge, history: 'ALL_VALUES' }, 1)).toBe(true)
})

test('breaks a line beyond three steps, one step after the last point', () => {
  const points = { times: [0, 5, 20, 40], values: [1, 2, 3, 4], min: [0, 1, 2, 3], max: [2, 3, 4, 5] }
  expect(withBreaks(points, 5)).toEqual({
    times: [0, 5, 20, 25, 40],
    values: [1, 2, 3, null, 4],
    min: [0, 1, 2, null, 3],
    max: [2, 3, 4, null, 5],
  })
})

test('merges neighbours by average, registers by sum, and keeps extremes', () => {
  const points = { times: [0, 5, 10, 15], values: [1, 3, 5, 100], min: [-7, 3, 5, 6], max: [1, 3, 5, 200] }
  expect(mergePoints(points, 2, 'MEAN')).toEqual({ times: [0, 10], values: [2, 52.5], min: [-7, 5], max: [3, 200] })
  expect(mergePoints(points, 2, 'COUNTED').values).toEqual([4, 105])
})

test('shows only whole steps of a register, merged or not', () => {
  const points = { times: [0, 5, 10, 15, 20], values: [1, 2, 3, 4, 1], flags: [0, 1, 0, 2, 0] }
  expect(completeBuckets(points, 5, 24)).toEqual({ times: [0, 5, 10, 15], values: [1, 2, 3, 4], flags: [0, 1, 0, 2] })
  expect(completeBuckets(points, 5, 25)).toEqual(points)
  expect(completeBuckets(points, 5, 4)).toEqual({ times: [], values: [], flags: [] })
  expect(mergePoints(points, 3, 'COUNTED')).toMatchObject({ times: [0, 10], values: [3, 7] })
  expect(mergePoints(points, 3, 'MEAN')).toMatchObject({ times: [0, 10, 20], values: [1.5, 3.5, 1] })
})

test('breaks a held value where it is unknown, not where it did not change', () => {
  const points = { times: [0, 5, 60], values: [1, 2, 3] }
  expect(fitPoints(points, 100, 0, 'HELD').points).toEqual(points)
  expect(fitPoints(points, 100, 5, 'HELD').points).toMatchObject({ times: [0, 5, 10, 60], values: [1, 2, null, 3] })
})

test('merges directions by their mean on the compass, without extremes', () => {
  const { values, min } = mergePoints({ times: [0, 5, 10], values: [350, 10, 90] }, 2, 'DIRECTION')
  expect(values.map(value => Math.round(value ?? -1))).toEqual([0, 90])
  expect(min).toBeUndefined()
})

test('breaks a line of merged readings where it broke before', () => {
  const times = [0, 1, 2, 3, 14, 15, 16, 17, 40]
  const made = fitPoints({ times, values: times }, 6, 1, 'MEAN', 5)
  expect(made.step).toBe(2)
  expect(made.points.times).toEqual([0, 2, 14, 16, 21, 40])
})

test('takes the median interval as the pace of raw readings', () => {
  const of = { kind: 'MEAN', history: 'TIME_INTERVAL', historySeconds: 300, every: 60 } as const
  const pace = (...minutes: number[]) => rawPace(minutes.map(at => at * MINUTE), of).step / MINUTE // prettier-ignore
  expect([pace(), pace(0, 1, 2, 90), pace(0, 2, 4), pace(0, 60, 120), pace(0, 0.1, 0.2)]).toEqual([1, 1, 2, 5, 1])
  expect(rawPace([0, 1], { ...of, kind: 'HELD' })).toEqual({ step: 0, patience: 0 })
})

test('keeps the flags of a counter with its values', () => {
  const points = { times: [0, 5, 25, 30], values: [1, 2, 3, 4], flags: [0, 1, 2, 0] }
  expect(withBreaks(points, 5)).toMatchObject({ times: [0, 5, 10, 25, 30], flags: [0, 1, 0, 2, 0] })
  expect(mergePoints(points, 2, 'COUNTED')).toMatchObject({ values: [3, 7], flags: [1, 2] })
})

test('never answers more points than requested, and keeps the extremes', () => {
  const points = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -1000, max: 1000 })), { minLength: 1, maxLength: 400 })
    .map((steps): Points => {
      let time = 0
      return { times: steps.map(([gap]) => (time += gap * MINUTE)), values: steps.map(([, value]) => value) }
    })
  fc.assert(
    fc.property(points, fc.integer({ min: 2, max: 200 }), (given, most) => {
      const { points: made } = fitPoints(given, most, 5 * MINUTE, 'MEAN')
      expect(made.times.length).toBeLessThanOrEqual(most)
      const known = (column: readonly (number | null)[]) => column.filter(value => value !== null)
      expect(Math.max(...known(made.max ?? made.values))).toBe(Math.max(...known(given.values)))
      expect(Math.min(...known(made.min ?? made.values))).toBe(Math.min(...known(given.values)))
      expect(made.times).toEqual(made.times.toSorted((a, b) => a - b))
    }),
  )
  expect(MAX_POINTS).toBe(1500)
})

test('begins and ends a held value with its window', () => {
  expect(withEdges({ times: [-50, 20], values: [1, 0] }, 0, 100)).toEqual({ times: [0, 20, 100], values: [1, 0, 0] })
  expect(withEdges({ times: [], values: [] }, 0, 100)).toEqual({ times: [], values: [] })
})

test('shows the running bucket after a tenth of it', () => {
  const points = { times: [0, 10, 20], values: [4, 5, 1] }
  expect(withRunningBucket(points, 10, 25)).toEqual({ points, countedUntil: 25 })
  expect(withRunningBucket(points, 10, 20.5)).toEqual({ points: { times: [0, 10], values: [4, 5] } })
  expect(withRunningBucket(points, 10, 30)).toEqual({ points })
  expect(withRunningBucket(points, 10, 15)).toEqual({ points: { times: [0, 10], values: [4, 5] }, countedUntil: 15 })
})

test('draws a span without 5-minute rows by hours', () => {
  expect(stepsOf(3_600_000, 'MEAN')).toMatchObject({ resolution: 'FIVE_MIN' })
  expect(stepsOf(3_600_000, 'MEAN', false)).toMatchObject({ resolution: 'HOUR' })
})

test('merges readings by the time until the next one, at most as long as they are fresh', () => {
  const times = [0, 8 * MINUTE, 10 * MINUTE, 70 * MINUTE]
  const weights = weightsOf(times, { kind: 'MEAN', every: 60 })
  expect(weights).toEqual([8 * MINUTE, 2 * MINUTE, 15 * MINUTE, 0])
  expect(mergePoints({ times, values: [20, 30, 10, 40], weights }, 2, 'MEAN').values).toEqual([22, 10])
  const turned = mergePoints({ times, values: [350, 10, 90, 0], weights: [1, 1, 1, 0] }, 2, 'DIRECTION').values
  expect(turned).toEqual([expect.closeTo(0, 9), expect.closeTo(90, 9)])
  expect(weightsOf(times, { kind: 'SINGLE', every: 60 })).toBeUndefined()
})
