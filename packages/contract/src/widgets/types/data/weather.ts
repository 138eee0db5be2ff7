import { widget } from '../../definition.ts'
import { choice, choices, city, requiredNumber } from '../../fields.ts'
import { title } from '../title.ts'

export const WEATHER_INFO = [
  'pictogram',
  'temperatureMax',
  'temperatureMin',
  'windSpeed',
  'windGust',
  'windDirection',
  'uvIndex',
  'relativeHumidity',
  'precipitation',
  'precipitationProbability',
  'rainSPOT',
  'pressure',
] as const
export const TEMPERATURE_UNITS = ['CELSIUS', 'FAHRENHEIT'] as const
export const WIND_UNITS = ['KILOMETER_PER_HOUR', 'BEAUFORT', 'METER_PER_SECOND', 'MILE_PER_HOUR', 'KNOT'] as const
export const PRECIPITATION_UNITS = ['MILLIMETER', 'INCH'] as const

/** The forecast of a place. */
export const weather = widget({
  category: 'DATA',
  size: [4, 2],
  min: [3, 2],
  max: [12, 6],
  fields: {
    city: city(),
    title,
    days: requiredNumber({ min: 2, max: 7, fallback: 4 }),
    temperature: choice(TEMPERATURE_UNITS),
    wind: choice(WIND_UNITS),
    precipitation: choice(PRECIPITATION_UNITS),
    colours: choice(['COLOURED', 'MONOCHROME']),
    info: choices(WEATHER_INFO, {
      least: 1,
      fallback: ['pictogram', 'temperatureMax', 'temperatureMin', 'windSpeed', 'precipitationProbability'],
    }),
  },
})
