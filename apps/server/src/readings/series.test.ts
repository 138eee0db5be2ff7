import { MAX_POINTS } from '@steading/contract/readings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { broken, finished, fitsRaw, fitted, held, resolutionOf, thinned } from './series.ts'
import type { Points } from './series.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('the resolution is the finest that fits', () => {
  expect([DAY, 5 * DAY, 6 * DAY, 62 * DAY, 63 * DAY, 400 * DAY].map(resolutionOf)).toEqual([
    'FIVE_MIN',
    'FIVE_MIN',
    'HOUR',
    'HOUR',
    'DAY',
    'DAY',
  ])
})

test('raw readings are tried where they may fit, registers never', () => {
  const gauge = { kind: 'MEAN', history: 'TIME_INTERVAL', historySeconds: 300 } as const
  expect([5 * DAY, 6 * DAY].map(range => fitsRaw(range, gauge))).toEqual([true, false])
  expect(fitsRaw(2 * DAY, { ...gauge, historySeconds: 60 })).toBe(false)
  expect(fitsRaw(30 * DAY, { ...gauge, kind: 'HELD', history: 'DIFFERENT_VALUES' })).toBe(true)
  expect(fitsRaw(HOUR, { ...gauge, kind: 'COUNTED' })).toBe(false)
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
