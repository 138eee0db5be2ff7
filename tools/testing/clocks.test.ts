import { expect, test } from 'vitest'
import { shiftedClocks } from './clocks.ts'

test.each([
  ['2026-11-28T02:00:00Z', ['2026-11-29T23:57', '2026-12-31T23:57', '2027-03-28T00:57', '2027-10-31T00:57', '2028-02-29T12:00']],
  ['2028-02-29T11:00:00Z', ['2028-03-01T23:57', '2028-12-31T23:57', '2028-03-26T00:57', '2028-10-29T00:57', '2028-02-29T12:00']],
])('shifts the clock from %s to the next of each kind', (from, expected) => {
  const now = Date.parse(from)
  expect(shiftedClocks(now).map(({ seconds }) => new Date(now + seconds * 1000).toISOString().slice(0, 16))).toEqual(expected)
})
