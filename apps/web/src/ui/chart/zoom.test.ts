import { expect, test } from 'vitest'
import { cutPanes, dragRange, timeAt, wheelRange } from './zoom.ts'

const edges = { left: 50, right: 250 }
const hour = 3_600_000
const range = [0, 200 * hour] as const

test('maps a pixel to the moment below it, at most the edges', () => {
  expect(timeAt(50, edges, range)).toBe(0)
  expect(timeAt(150, edges, range)).toBe(100 * hour)
  expect(timeAt(10, edges, range)).toBe(0)
  expect(timeAt(999, edges, range)).toBe(200 * hour)
})

test('selects the range of a drag in either direction', () => {
  expect(dragRange(70, 90, edges, range)).toEqual([20 * hour, 40 * hour])
  expect(dragRange(90, 70, edges, range)).toEqual([20 * hour, 40 * hour])
})

test('takes a drag of a few pixels for a click', () => {
  expect(dragRange(70, 75, edges, range)).toBeUndefined()
})

test('selects nothing shorter than a minute', () => {
  expect(dragRange(50, 70, edges, [0, 100_000])).toBeUndefined()
})

test('keeps the moment below the pointer when the wheel zooms in', () => {
  const [from, to] = wheelRange(range, 50 * hour, 0.5, range)
  expect([from, to]).toEqual([25 * hour, 125 * hour])
  expect((50 * hour - from) / (to - from)).toBe(0.25)
})

test('zooms out to the outer range at most', () => {
  expect(wheelRange([50 * hour, 100 * hour], 60 * hour, 100, range)).toEqual([0, 200 * hour])
  expect(wheelRange([180 * hour, 200 * hour], 180 * hour, 2, range)).toEqual([160 * hour, 200 * hour])
})

test('zooms in to a minute at most', () => {
  const [from, to] = wheelRange([0, 100_000], 50_000, 0.1, range)
  expect(to - from).toBe(60_000)
})

test('cuts lines to the range and one point either side', () => {
  const line = { name: 'Water', series: 1, times: [1, 2, 3, 4, 5, 6], values: [1, 2, 3, 4, 5, 6], low: [0, 0, 0, 0, 0, 0] }
  const cut = (from: number, to: number) => cutPanes([{ unit: '', decimals: 0, lines: [line] }], [from, to])[0]?.lines[0]
  expect(cut(3, 4)).toMatchObject({ times: [2, 3, 4, 5], values: [2, 3, 4, 5], low: [0, 0, 0, 0] })
  expect(cut(3.2, 3.8)?.times).toEqual([3, 4])
  expect(cut(0, 9)?.times).toEqual([1, 2, 3, 4, 5, 6])
  expect(cut(7, 9)?.times).toEqual([6])
})
