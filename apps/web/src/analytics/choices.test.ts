import { expect, test } from 'vitest'
import { choicesOf, ENVIRONMENT_CATEGORIES, rangeOf } from './choices.ts'

test('an address without choices compares the first entities over 30 days', () => {
  expect(choicesOf({}, ['4', '5'])).toEqual({ entityIds: ['4', '5'], days: 30, category: 'TEMPERATURE', meter: 'WATER_COUNTER' })
})

test('choices that do not exist are left out', () => {
  const search = { entityIds: ['7', 'x', '7'], days: '365', category: 'WATER_COUNTER', meter: 'ENERGY_METER' }
  expect(choicesOf(search, [])).toEqual({ entityIds: ['7'], days: 365, category: 'TEMPERATURE', meter: 'ENERGY_METER' })
})

test('directions are not offered, as they have no arithmetic mean', () => {
  expect(ENVIRONMENT_CATEGORIES).toContain('WIND_SPEED')
  expect(ENVIRONMENT_CATEGORIES).not.toContain('WIND_DIRECTION')
})

test('a range ends on the day that it is in the zone', () => {
  const now = Date.parse('2026-05-04T23:30:00Z')
  expect(rangeOf(7, now, 'Europe/Lisbon')).toEqual({ fromDay: '2026-04-29', toDay: '2026-05-05' })
  expect(rangeOf(1, now, 'UTC')).toEqual({ fromDay: '2026-05-04', toDay: '2026-05-04' })
})
