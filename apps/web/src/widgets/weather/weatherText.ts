import type {
  PRECIPITATION_UNITS,
  TEMPERATURE_UNITS,
  WEATHER_INFO,
  WIND_UNITS,
} from '@steading/contract/widgets/types/data/weather'
import type { WeatherDay } from '@steading/contract/widgets/weather'
import { missing, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'

export type Info = (typeof WEATHER_INFO)[number]
export interface Units {
  readonly temperature: (typeof TEMPERATURE_UNITS)[number]
  readonly wind: (typeof WIND_UNITS)[number]
  readonly precipitation: (typeof PRECIPITATION_UNITS)[number]
}

interface Unit {
  readonly unit: string
  readonly decimals: number
}
const temperatures: Readonly<Record<Units['temperature'], Unit>> = {
  CELSIUS: { unit: '°C', decimals: 0 },
  FAHRENHEIT: { unit: '°F', decimals: 0 },
}
const winds: Readonly<Record<Units['wind'], Unit>> = {
  KILOMETER_PER_HOUR: { unit: 'km/h', decimals: 0 },
  BEAUFORT: { unit: 'Bft', decimals: 0 },
  METER_PER_SECOND: { unit: 'm/s', decimals: 1 },
  MILE_PER_HOUR: { unit: 'mph', decimals: 0 },
  KNOT: { unit: 'kn', decimals: 0 },
}
const rains: Readonly<Record<Units['precipitation'], Unit>> = {
  MILLIMETER: { unit: 'mm', decimals: 1 },
  INCH: { unit: 'in', decimals: 2 },
}

type Measured = Exclude<Info, 'pictogram' | 'rainSPOT' | 'windDirection'>
const unitOf = (info: Measured, units: Units): Unit =>
  ({
    temperatureMax: temperatures[units.temperature],
    temperatureMin: temperatures[units.temperature],
    windSpeed: winds[units.wind],
    windGust: winds[units.wind],
    uvIndex: { unit: '', decimals: 0 },
    relativeHumidity: { unit: '%', decimals: 0 },
    precipitation: rains[units.precipitation],
    precipitationProbability: { unit: '%', decimals: 0 },
    pressure: { unit: 'hPa', decimals: 0 },
  })[info]

/** A figure of a day with its unit; – where the provider does not know it. */
export function measuredText(info: Measured, day: WeatherDay, units: Units, t: Translate): string {
  const value = day[info]
  const { unit, decimals } = unitOf(info, units)
  return value === null ? missing : quantity(value, unit, t, decimals)
}

const points = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
/** The point of the compass that is nearest to a direction in degrees. */
export const compassPoint = (degrees: number): (typeof points)[number] =>
  points[((Math.round(degrees / 45) % points.length) + points.length) % points.length]!

export const infoWord = (info: Info): TextKey => `widget.weather.info.${info}`

/** Cells in a row of a rainSPOT. */
const SPOT_SIDE = 7
/** The cells of a rainSPOT, each from 0 to 9 as it rains there; undefined where the provider does not know it. */
export function spotCells(
  spot: string | null,
): readonly { readonly x: number; readonly y: number; readonly rain: number }[] | undefined {
  if (spot === null || !/^\d{49}$/.test(spot)) return undefined
  return [...spot].map((digit, at) => ({ x: at % SPOT_SIDE, y: Math.floor(at / SPOT_SIDE), rain: Number(digit) }))
}

/** The part of the surroundings where it rains, 0 to 1. */
export const wetShare = (cells: readonly { readonly rain: number }[]): number =>
  cells.filter(({ rain }) => rain > 0).length / cells.length
