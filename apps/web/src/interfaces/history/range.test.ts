import { expect, test } from 'vitest'
import { historyWindow, isTooLong, longestRange, zoomDates } from './range.ts'

const now = Date.parse('2026-05-04T12:00:00Z')
const iso = (text: string) => `2026-05-${text}:00.000Z`
const hour = 3_600_000

test('a quick range ends now and moves with the clock', () => {
  expect(historyWindow({ hours: 6 }, now)).toEqual({ from: now - 6 * hour, to: now, live: true })
})

test('a start without an end reaches up to now', () => {
  expect(historyWindow({ fromDate: iso('01T00:00') }, now)).toEqual({ from: Date.parse(iso('01T00:00')), to: now, live: true })
})

test('an end without a start begins a day earlier', () => {
  const to = Date.parse(iso('03T00:00'))
  expect(historyWindow({ toDate: iso('03T00:00') }, now)).toEqual({ from: to - 24 * hour, to, live: false })
})

test('a window is never longer than the server answers, nor backwards', () => {
  expect(historyWindow({ fromDate: '2020-01-01T00:00:00Z' }, now).from).toBe(now - longestRange)
  const { from, to } = historyWindow({ fromDate: iso('03T00:00'), toDate: iso('01T00:00') }, now)
  expect(from).toBe(to)
})

test('reports dates that lie too far apart', () => {
  expect(isTooLong({ fromDate: '2020-01-01T00:00:00Z' }, now)).toBe(true)
  expect(isTooLong({ fromDate: iso('01T00:00'), toDate: iso('03T00:00') }, now)).toBe(false)
})

test('a zoom covers whole minutes', () => {
  expect(zoomDates([now + 1, now + hour + 1])).toEqual({ fromDate: iso('04T12:00'), toDate: iso('04T13:01') })
})
