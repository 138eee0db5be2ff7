import { expect, test } from 'vitest'
import { seriesEnd } from './seriesEnd.ts'

test('rounds the end of a range up to its grid, coarser for long ranges', () => {
  const at = Date.UTC(2026, 4, 4, 3, 41, 7)
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19)
  expect([6, 168].map(hours => clock(seriesEnd(at, hours)))).toEqual(['03:42:00', '03:45:00'])
  expect(seriesEnd(Date.UTC(2026, 4, 4, 3, 45), 6)).toBe(Date.UTC(2026, 4, 4, 3, 45))
})
