import { expect, test } from 'vitest'
import type { MetricDay } from './provider.ts'
import { beaufort, inUnits } from './units.ts'
import type { WeatherUnits } from './units.ts'

const day: MetricDay = {
  day: '2026-11-26',
  pictogram: 'RAIN',
  temperatureMax: 16.4,
  temperatureMin: -40,
  windSpeed: 36,
  windGust: 61.2,
  windDirection: 312,
  uvIndex: 2.1,
  relativeHumidity: 81,
  precipitation: 25.4,
  precipitationProbability: 80,
  rainSPOT: null,
  pressure: 1013,
}
const metric: WeatherUnits = { temperature: 'CELSIUS', wind: 'KILOMETER_PER_HOUR', precipitation: 'MILLIMETER' }

test('leaves metric values as they are', () => {
  expect(inUnits(day, metric)).toEqual(day)
})

test.each([
  ['METER_PER_SECOND', 10, 17],
  ['MILE_PER_HOUR', 22.4, 38],
  ['KNOT', 19.4, 33],
  ['BEAUFORT', 5, 7],
] as const)('computes wind in %s', (wind, windSpeed, windGust) => {
  expect(inUnits(day, { ...metric, wind })).toMatchObject({ windSpeed, windGust })
})

test('computes temperatures in °F and precipitation in inches', () => {
  const converted = inUnits(day, { ...metric, temperature: 'FAHRENHEIT', precipitation: 'INCH' })
  expect(converted).toMatchObject({ temperatureMax: 61.5, temperatureMin: -40, precipitation: 1 })
})

test('leaves unknown values unknown in every unit', () => {
  const unknown = { ...day, temperatureMax: null, windSpeed: null, precipitation: null }
  const converted = inUnits(unknown, { temperature: 'FAHRENHEIT', wind: 'BEAUFORT', precipitation: 'INCH' })
  expect(converted).toMatchObject({ temperatureMax: null, windSpeed: null, precipitation: null })
})

test('begins each Beaufort force at its lower limit', () => {
  expect([0, 1, 5, 6, 11, 12, 19, 20, 28, 29, 38, 39].map(beaufort)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6])
  expect([49, 50, 61, 62, 74, 75, 88, 89, 102, 103, 117, 118, 250].map(beaufort)).toEqual([
    6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
  ])
})
