import { notationOf } from '@steading/locales/notation'
import { expect, test } from 'vitest'
import { tickWords, wallTicks } from './ticks.ts'

const dashed = { notation: notationOf('en-US') }
const utc = (text: string) => Date.parse(`${text}Z`)
const wordsOf = (from: string, to: string, zone: string) =>
  wallTicks([utc(from), utc(to)], zone).map(at => tickWords(at, zone, dashed))

test('places ticks on round wall times', () => {
  expect(wordsOf('2026-07-01T10:07:00', '2026-07-01T16:07:00', 'Asia/Kathmandu')).toEqual([
    '16:00',
    '17:00',
    '18:00',
    '19:00',
    '20:00',
    '21:00',
  ])
})

test('labels the repeated hour twice when clocks go back', () => {
  const from = utc('2026-10-24T23:00:00')
  const to = utc('2026-10-25T04:00:00')
  const ticks = wallTicks([from, to], 'Europe/Lisbon')
  expect(ticks.map(at => tickWords(at, 'Europe/Lisbon', dashed))).toEqual(['25-10', '01:00', '01:00', '02:00', '03:00', '04:00'])
  expect(ticks).toEqual(Array.from({ length: 6 }, (_, hour) => from + hour * 3_600_000))
})

test('skips the missing hour when clocks go forward', () => {
  expect(wordsOf('2026-03-29T00:00:00', '2026-03-29T04:30:00', 'Europe/Lisbon')).toEqual([
    '29-03',
    '02:00',
    '03:00',
    '04:00',
    '05:00',
  ])
})

test('starts each day at local midnight around a clock change', () => {
  // Morocco is at UTC in Ramadan, and one hour ahead before and after it.
  const ticks = wallTicks([utc('2026-02-01T00:00:00'), utc('2026-04-02T00:00:00')], 'Africa/Casablanca')
  expect(ticks.map(at => new Date(at).toISOString().slice(5, 16))).toEqual([
    '02-11T23:00',
    '02-26T00:00',
    '03-12T00:00',
    '03-25T23:00',
  ])
})

test('shows the year at the first month', () => {
  expect(wordsOf('2025-09-15T00:00:00', '2026-06-15T00:00:00', 'Europe/Lisbon')).toEqual([
    '01-11',
    '01-01-2026',
    '01-03',
    '01-05',
  ])
})

test('writes days in the date order of the user', () => {
  const at = utc('2026-03-28T00:00:00')
  const inFormat = (dateFormat: string) => tickWords(at, 'UTC', { notation: notationOf('en-US', { dateFormat }) })
  expect(['MDY_SLASH', 'YMD_DASH', 'DMY_DOT'].map(inFormat)).toEqual(['03/28', '03-28', '28.03'])
})
