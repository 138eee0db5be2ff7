import { expect, test } from 'vitest'
import { isBackwards } from './period.ts'

const from = '2026-05-01T00:00:00.000Z'
const to = '2026-05-04T00:00:00.000Z'

test('an end before the start', () => {
  expect(isBackwards({ fromDate: to, toDate: from })).toBe(true)
  expect([isBackwards({ fromDate: from, toDate: to }), isBackwards({ fromDate: from }), isBackwards({})]).toEqual([
    false,
    false,
    false,
  ])
  // An hour is one however it is written.
  expect(isBackwards({ fromDate: '2026-05-01T01:00:00+01:00', toDate: '2026-05-01T00:00:00.000Z' })).toBe(false)
})
