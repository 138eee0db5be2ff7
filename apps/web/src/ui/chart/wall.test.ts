import { expect, test } from 'vitest'
import { wallTimes } from './wall.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

test('moments are moved to the wall clock of their zone, over a change of clocks', () => {
  const times = ['2026-03-29T00:59:00', '2026-03-29T01:00:00'].map(utc)
  expect(wallTimes(times, 'Europe/Lisbon')).toEqual(['2026-03-29T00:59:00', '2026-03-29T02:00:00'].map(utc))
})
test('a range within one offset, and an empty one', () => {
  expect(wallTimes([utc('2026-07-01T12:00:00'), utc('2026-07-01T12:05:00')], 'Asia/Kathmandu')).toEqual(
    ['2026-07-01T17:45:00', '2026-07-01T17:50:00'].map(utc),
  )
  expect(wallTimes([], 'Europe/Lisbon')).toEqual([])
})
test('a year that begins and ends with the same offset still changes in between', () => {
  const times = ['2026-01-01T12:00:00', '2026-07-01T12:00:00', '2026-12-31T12:00:00'].map(utc)
  expect(wallTimes(times, 'Europe/Lisbon').map((one, at) => (one - times[at]!) / 3_600_000)).toEqual([0, 1, 0])
})
