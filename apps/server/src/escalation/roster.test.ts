import { expect, test } from 'vitest'
import { onDuty } from './roster.ts'

const shifts = [
  { weekdays: [0, 1, 2, 3, 4], from: '07:00', to: '19:00', userId: '1' },
  { weekdays: [0, 1, 2, 3, 4, 5, 6], from: '19:00', to: '07:00', userId: '2' },
  { weekdays: [5, 6], from: '00:00', to: '00:00', userId: '3' },
]

// 2026-03-28 is a Saturday; on the 29th Lisbon's clocks go from 01:00 to 02:00.
test.each([
  ['Friday noon', '2026-03-27T12:00:00Z', ['1']],
  ['the minute before the night begins', '2026-03-27T18:59:59Z', ['1']],
  ['as the night begins', '2026-03-27T19:00:00Z', ['2']],
  ['Saturday early, from Friday’s night, beside the weekend', '2026-03-28T05:00:00Z', ['2', '3']],
  ['Saturday noon', '2026-03-28T12:00:00Z', ['3']],
  ['Sunday after the clocks changed: 07:30 there', '2026-03-29T06:30:00Z', ['3']],
  ['Monday 06:59 there, from Sunday’s night', '2026-03-30T05:59:00Z', ['2']],
  ['Monday 07:00 there', '2026-03-30T06:00:00Z', ['1']],
])('%s', (_, at, expected) => {
  expect(onDuty(shifts, new Date(at), 'Europe/Lisbon')).toEqual(expected)
})

// On 2026-10-25 the hour from 01:00 comes twice in Lisbon; on 2026-03-29 it is skipped.
test.each([
  ['before the first 01:30', '2026-10-25T00:29:59Z', ['1']],
  ['from the first 01:30 on', '2026-10-25T00:30:00Z', ['2']],
  ['at the second 01:15', '2026-10-25T01:15:00Z', ['2']],
  ['before the clocks go forward', '2026-03-29T00:59:59Z', ['1']],
  ['from the first instant after the skipped hour on', '2026-03-29T01:00:00Z', ['2']],
])('hands over once in a night of a clock change, %s', (_, at, expected) => {
  const nights = [
    { weekdays: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '01:30', userId: '1' },
    { weekdays: [0, 1, 2, 3, 4, 5, 6], from: '01:30', to: '07:00', userId: '2' },
  ]
  expect(onDuty(nights, new Date(at), 'Europe/Lisbon')).toEqual(expected)
})
