import { MAX_POINTS } from '@steading/contract/readings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { broken, counted, finished, fitsRaw, fitted, held, rawPace, stepsOf, thinned } from './series.ts'
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
])('%d days are drawn in the finest steps that fit', (days, resolution, minutes) => {
  expect(stepsOf(days * DAY, 'MEAN')).toEqual({ resolution, width: minutes * MINUTE })
})

test('what was counted is drawn by 5 minutes, hours and local days', () => {
  const resolutions = [5, 7, 62, 90].map(days => stepsOf(days * DAY, 'COUNTED').resolution)
  expect(resolutions).toEqual(['FIVE_MIN', 'HOUR', 'HOUR', 'DAY'])
})

test('raw readings are tried where they may fit, registers never', () => {
  const gauge = { kind: 'MEAN', history: 'TIME_INTERVAL', every: 60 } as const
  const over = (range: number) => ({ from: DAY, to: DAY + range })
  expect([25 * HOUR, 26 * HOUR].map(range => fitsRaw(over(range), gauge, 0))).toEqual([true, false])
  expect([5 * DAY, 6 * DAY].map(range => fitsRaw(over(range), { ...gauge, every: 600 }, 0))).toEqual([true, false])
  expect(fitsRaw(over(30 * DAY), { ...gauge, kind: 'HELD', history: 'DIFFERENT_VALUES' }, 0)).toBe(true)
  expect(fitsRaw(over(HOUR), { ...gauge, kind: 'COUNTED' }, 0)).toBe(false)
})

test('where only some of the readings are left, the rollups know the peaks between them', () => {
  const gauge = { kind: 'MEAN', history: 'TIME_INTERVAL', every: 60 } as const
  expect(fitsRaw({ from: 0, to: HOUR }, gauge, 1)).toBe(false)
  expect(fitsRaw({ from: 0, to: HOUR }, { ...gauge, history: 'ALL_VALUES' }, 1)).toBe(true)
})

test('a line breaks beyond three steps, one step behind the last point', () => {
  const points = { times: [0, 5, 20, 40], values: [1, 2, 3, 4], min: [0, 1, 2, 3], max: [2, 3, 4, 5] }
  expect(broken(points, 5)).toEqual({
    times: [0, 5, 20, 25, 40],
    values: [1, 2, 3, null, 4],
    min: [0, 1, 2, null, 3],
    max: [2, 3, 4, null, 5],
  })
})

test('neighbours become their average, registers their sum, extremes stay', () => {
  const points = { times: [0, 5, 10, 15], values: [1, 3, 5, 100], min: [-7, 3, 5, 6], max: [1, 3, 5, 200] }
  expect(thinned(points, 2, 'MEAN')).toEqual({ times: [0, 10], values: [2, 52.5], min: [-7, 5], max: [3, 200] })
  expect(thinned(points, 2, 'COUNTED').values).toEqual([4, 105])
})

test('of a register only whole steps are shown, put together or not', () => {
  const points = { times: [0, 5, 10, 15, 20], values: [1, 2, 3, 4, 1], flags: [0, 1, 0, 2, 0] }
  expect(finished(points, 5, 24)).toEqual({ times: [0, 5, 10, 15], values: [1, 2, 3, 4], flags: [0, 1, 0, 2] })
  expect(finished(points, 5, 25)).toEqual(points)
  expect(finished(points, 5, 4)).toEqual({ times: [], values: [], flags: [] })
  expect(thinned(points, 3, 'COUNTED')).toMatchObject({ times: [0, 10], values: [3, 7] })
  expect(thinned(points, 3, 'MEAN')).toMatchObject({ times: [0, 10, 20], values: [1.5, 3.5, 1] })
})

test('what is held breaks where nothing is known of it, not where it only did not change', () => {
  const points = { times: [0, 5, 60], values: [1, 2, 3] }
  expect(fitted(points, 100, 0, 'HELD').points).toEqual(points)
  expect(fitted(points, 100, 5, 'HELD').points).toMatchObject({ times: [0, 5, 10, 60], values: [1, 2, null, 3] })
})

test('directions become their mean on the compass, which has no least and no greatest', () => {
  const { values, min } = thinned({ times: [0, 5, 10], values: [350, 10, 90] }, 2, 'DIRECTION')
  expect(values.map(value => Math.round(value ?? -1))).toEqual([0, 90])
  expect(min).toBeUndefined()
})

test('readings that are put together break no sooner and no later than before', () => {
  const times = [0, 1, 2, 3, 14, 15, 16, 17, 40]
  const made = fitted({ times, values: times }, 6, 1, 'MEAN', 5)
  expect(made.step).toBe(2)
  expect(made.points.times).toEqual([0, 2, 14, 16, 21, 40])
})

test('raw readings have the pace at which most of them come', () => {
  const of = { kind: 'MEAN', history: 'TIME_INTERVAL', historySeconds: 300, every: 60 } as const
  const pace = (...minutes: number[]) => rawPace(minutes.map(at => at * MINUTE), of).step / MINUTE // prettier-ignore
  expect([pace(), pace(0, 1, 2, 90), pace(0, 2, 4), pace(0, 60, 120), pace(0, 0.1, 0.2)]).toEqual([1, 1, 2, 5, 1])
  expect(rawPace([0, 1], { ...of, kind: 'HELD' })).toEqual({ step: 0, patience: 0 })
})

test('marks of a counter stay beside their values', () => {
  const points = { times: [0, 5, 25, 30], values: [1, 2, 3, 4], flags: [0, 1, 2, 0] }
  expect(broken(points, 5)).toMatchObject({ times: [0, 5, 10, 25, 30], flags: [0, 1, 0, 2, 0] })
  expect(thinned(points, 2, 'COUNTED')).toMatchObject({ values: [3, 7], flags: [1, 2] })
})

test('never more points than asked, whatever the gaps; the extremes survive', () => {
  const points = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -1000, max: 1000 })), { minLength: 1, maxLength: 400 })
    .map((steps): Points => {
      let time = 0
      return { times: steps.map(([gap]) => (time += gap * MINUTE)), values: steps.map(([, value]) => value) }
    })
  fc.assert(
    fc.property(points, fc.integer({ min: 2, max: 200 }), (given, most) => {
      const { points: made } = fitted(given, most, 5 * MINUTE, 'MEAN')
      expect(made.times.length).toBeLessThanOrEqual(most)
      const known = (column: readonly (number | null)[]) => column.filter(value => value !== null)
      expect(Math.max(...known(made.max ?? made.values))).toBe(Math.max(...known(given.values)))
      expect(Math.min(...known(made.min ?? made.values))).toBe(Math.min(...known(given.values)))
      expect(made.times).toEqual(made.times.toSorted((a, b) => a - b))
    }),
  )
  expect(MAX_POINTS).toBe(1500)
})

test('what is held begins and ends with its window', () => {
  expect(held({ times: [-50, 20], values: [1, 0] }, 0, 100)).toEqual({ times: [0, 20, 100], values: [1, 0, 0] })
  expect(held({ times: [], values: [] }, 0, 100)).toEqual({ times: [], values: [] })
})

test('a bucket that is still counted comes last, once a tenth of it has passed', () => {
  const points = { times: [0, 10, 20], values: [4, 5, 1] }
  expect(counted(points, 10, 25)).toEqual({ points, countedUntil: 25 })
  expect(counted(points, 10, 20.5)).toEqual({ points: { times: [0, 10], values: [4, 5] } })
  expect(counted(points, 10, 30)).toEqual({ points })
  expect(counted(points, 10, 15)).toEqual({ points: { times: [0, 10], values: [4, 5] }, countedUntil: 15 })
})
