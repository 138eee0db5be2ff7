import { expect, test } from 'vitest'
import { infoTimeOf } from './infoTimes.ts'

const now = new Date('2026-07-31T12:00:00Z')
const day = 86_400_000

test('takes the last months up to now, and the same length before', () => {
  const { current, previous } = infoTimeOf({ time: 'LAST_MONTH' }, now, 'Europe/Lisbon')
  expect(current).toEqual({ from: new Date('2026-06-30T12:00:00Z'), to: now })
  expect(previous).toEqual({
    from: new Date(Date.parse('2026-06-30T12:00:00Z') - 31 * day),
    to: new Date('2026-06-30T12:00:00Z'),
  })
  expect(infoTimeOf({ time: 'LAST_QUARTER' }, now, 'UTC').current).toMatchObject({ from: new Date('2026-04-30T12:00:00Z') })
  expect(infoTimeOf({ time: 'LAST_YEAR' }, now, 'UTC').current).toMatchObject({ from: new Date('2025-07-31T12:00:00Z') })
})

test('takes days, both included, and as many before them', () => {
  const custom = { time: 'CUSTOM', startDate: '2026-03-01', endDate: '2026-03-10' } as const
  expect(infoTimeOf(custom, now, 'UTC')).toEqual({
    current: { firstDay: '2026-03-01', lastDay: '2026-03-10' },
    previous: { firstDay: '2026-02-19', lastDay: '2026-02-28' },
  })
})

test.each([
  [{ endDate: '2026-03-10' }, 'startDate'],
  [{ startDate: '2026-03-10' }, 'endDate'],
  [{ startDate: '2026-03-10', endDate: '2026-03-09' }, 'endDate'],
])('refuses %o at %s', (days, field) => {
  expect(() => infoTimeOf({ time: 'CUSTOM', ...days }, now, 'UTC')).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', fields: [expect.objectContaining({ field })] }) as Error,
  )
})
