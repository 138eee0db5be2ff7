import { round } from '@steading/contract/round'
import type { forecastQuery, WeatherDay } from '@steading/contract/widgets/weather'
import type { z } from 'zod'
import type { MetricDay } from './provider.ts'

export type WeatherUnits = Pick<z.output<typeof forecastQuery>, 'temperature' | 'wind' | 'precipitation'>

const MM_PER_INCH = 25.4
const PER_KM_H = { KILOMETER_PER_HOUR: 1, METER_PER_SECOND: 1 / 3.6, MILE_PER_HOUR: 1 / 1.609344, KNOT: 1 / 1.852 } as const

/** Lower limits of the forces 1 to 12, km/h. Source: WMO No. 306, Beaufort scale. */
const BEAUFORT = [1, 6, 12, 20, 29, 39, 50, 62, 75, 89, 103, 118] as const

/** The Beaufort force of a wind speed, km/h; 0 to 12. */
export const beaufort = (speed: number): number => BEAUFORT.filter(limit => round(speed, 0) >= limit).length

const temperatureIn = (unit: WeatherUnits['temperature'], celsius: number) =>
  round(unit === 'FAHRENHEIT' ? celsius * 1.8 + 32 : celsius, 1)

const windIn = (unit: WeatherUnits['wind'], speed: number) =>
  unit === 'BEAUFORT' ? beaufort(speed) : round(speed * PER_KM_H[unit], 1)

/** Inches have two decimals: 0.01 in is 0.25 mm. */
const precipitationIn = (unit: WeatherUnits['precipitation'], mm: number) =>
  unit === 'INCH' ? round(mm / MM_PER_INCH, 2) : round(mm, 1)

const known = (value: number | null, convert: (value: number) => number) => (value === null ? null : convert(value))

/** A day in the asked units. */
export const inUnits = (day: MetricDay, { temperature, wind, precipitation }: WeatherUnits): WeatherDay => ({
  ...day,
  temperatureMax: known(day.temperatureMax, value => temperatureIn(temperature, value)),
  temperatureMin: known(day.temperatureMin, value => temperatureIn(temperature, value)),
  windSpeed: known(day.windSpeed, value => windIn(wind, value)),
  windGust: known(day.windGust, value => windIn(wind, value)),
  precipitation: known(day.precipitation, value => precipitationIn(precipitation, value)),
})
