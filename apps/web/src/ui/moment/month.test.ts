import { expect, test } from 'vitest'
import { dayAfterKey, plusMonths, weeksOf } from './month.ts'

test('lays out a month in whole weeks from Monday', () => {
  const may = weeksOf('2026-05-17')
  expect(may.map(week => [week[0], week.at(-1)])).toEqual([
    ['2026-04-27', '2026-05-03'],
    ['2026-05-04', '2026-05-10'],
    ['2026-05-11', '2026-05-17'],
    ['2026-05-18', '2026-05-24'],
    ['2026-05-25', '2026-05-31'],
  ])
  expect(weeksOf('2027-02-01')).toHaveLength(4)
  expect(weeksOf('2026-12-31').at(-1)).toContain('2027-01-03')
})

test.each([
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowUp', '2026-03-03', '2026-02-24'],
  ['Home', '2026-05-03', '2026-04-27'],
  ['End', '2026-05-04', '2026-05-10'],
  ['PageDown', '2026-01-31', '2026-02-28'],
  ['PageUp', '2026-01-15', '2025-12-15'],
  ['a', '2026-01-15', undefined],
])('%s from %s leads to %s', (key, from, to) => expect(dayAfterKey(key, from)).toBe(to))

test('returns to the same day after twelve months', () => {
  expect(plusMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(plusMonths('2026-05-04', -12)).toBe('2025-05-04')
})
