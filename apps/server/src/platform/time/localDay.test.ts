import { expect, test } from 'vitest'
import { dateOfDay, localDayIn } from './localDay.ts'

const dayOf = (zone: string, instant: string) =>
  dateOfDay(localDayIn(zone)(Date.parse(instant)))
    .toISOString()
    .slice(0, 10)

test('a day begins at local midnight', () => {
  expect(dayOf('Europe/Lisbon', '2026-05-03T22:59:59Z')).toBe('2026-05-03')
  expect(dayOf('Europe/Lisbon', '2026-05-03T23:00:00Z')).toBe('2026-05-04')
  expect(dayOf('America/Sao_Paulo', '2026-05-04T02:59:59Z')).toBe('2026-05-03')
  expect(dayOf('Asia/Kathmandu', '2026-05-03T18:15:00Z')).toBe('2026-05-04')
})

test('the hour that daylight saving time repeats stays in its day', () => {
  expect(dayOf('Europe/Lisbon', '2026-10-24T23:30:00Z')).toBe('2026-10-25')
  expect(dayOf('Europe/Lisbon', '2026-10-25T23:59:59Z')).toBe('2026-10-25')
  expect(dayOf('Europe/Lisbon', '2026-10-26T00:00:00Z')).toBe('2026-10-26')
})

test('days before 1970 are negative', () => {
  expect(localDayIn('UTC')(-1)).toBe(-1)
})
