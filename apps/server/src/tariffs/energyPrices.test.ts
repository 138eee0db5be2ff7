import { expect, test } from 'vitest'
import { pricesOf } from './energyPrices.ts'
import type { TariffFields } from './tariffs.ts'

const flat = (value: number, more: Partial<TariffFields> = {}): TariffFields => ({
  displayName: 'Flat',
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  validFrom: '2026-01-01',
  validTo: null,
  holidays: [],
  holidayAs: 'sun',
  cycles: [
    {
      season: 'ALL',
      lines: [
        {
          daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
          timeIntervals: [{ startTime: '00:00:00', endTime: '23:59:59', displayName: 'FLAT', value }],
        },
      ],
    },
  ],
  ...more,
})
const at = (text: string) => Date.parse(text)

test('a tariff applies until the next one of its place begins', () => {
  const prices = pricesOf(
    [flat(0.3, { validFrom: '2026-07-02' }), flat(0.2)],
    at('2026-07-01T00:00:00+01:00'),
    at('2026-07-03T00:00:00+01:00'),
  )
  expect(prices?.spans.map(({ from, to, period }) => [from, to, period?.value])).toEqual([
    [at('2026-07-01T00:00:00+01:00'), at('2026-07-02T00:00:00+01:00'), 0.2],
    [at('2026-07-02T00:00:00+01:00'), at('2026-07-03T00:00:00+01:00'), 0.3],
  ])
})

test('money of two currencies is not added', () => {
  const tariffs = [flat(0.2), flat(0.3, { validFrom: '2026-07-02', currency: 'GBP' })]
  const prices = pricesOf(tariffs, at('2026-07-01T00:00:00Z'), at('2026-07-03T00:00:00Z'))
  expect([prices?.currency, new Set(prices?.spans.map(({ period }) => period?.value))]).toEqual(['GBP', new Set([0.3])])
})

test('there are no prices before the first tariff', () => {
  expect(pricesOf([flat(0.2)], at('2025-07-01T00:00:00Z'), at('2025-07-02T00:00:00Z'))).toBeNull()
})
