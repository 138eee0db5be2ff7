import type { WEATHER_KINDS } from '@steading/contract/widgets/weather'
import { round } from '@steading/contract/round'
import { z } from 'zod'
import { fetchJson } from './fetchJson.ts'
import { CITIES, FORECAST_DAYS } from './provider.ts'
import type { Coordinates, FoundCities, MetricDay, WeatherProvider } from './provider.ts'

type Kind = (typeof WEATHER_KINDS)[number]

/** The geocoding has no pages: all of them come at once. */
const MOST_CITIES = 100
/** Languages of place names; others get English ones. */
const LANGUAGES = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'tr', 'hi'])

const DAILY = {
  weather_code: 'pictogram',
  temperature_2m_max: 'temperatureMax',
  temperature_2m_min: 'temperatureMin',
  wind_speed_10m_max: 'windSpeed',
  wind_gusts_10m_max: 'windGust',
  wind_direction_10m_dominant: 'windDirection',
  uv_index_max: 'uvIndex',
  precipitation_sum: 'precipitation',
  precipitation_probability_max: 'precipitationProbability',
} as const
const HOURLY = { relative_humidity_2m: 'relativeHumidity', pressure_msl: 'pressure' } as const

const Column = z.array(z.number().nullable())
const columns = <K extends string>(names: Readonly<Record<K, string>>) =>
  z.object({
    time: z.array(z.string()),
    ...Object.fromEntries(Object.keys(names).map(name => [name, Column])),
  }) as unknown as z.ZodType<{ time: string[] } & Record<K, (number | null)[]>> // safe: one column a name
const ForecastAnswer = z.object({ daily: columns(DAILY), hourly: columns(HOURLY) })
export type ForecastAnswer = z.output<typeof ForecastAnswer>

const Places = z.object({
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        country: z.string().optional(),
        admin1: z.string().optional(),
      }),
    )
    .default([]),
})

/** Open-Meteo: no key is needed; one of a subscription is sent along. */
export function createOpenMeteo({
  forecastUrl = 'https://api.open-meteo.com/v1/forecast',
  citiesUrl = 'https://geocoding-api.open-meteo.com/v1/search',
  key,
}: {
  readonly forecastUrl?: string | undefined
  readonly citiesUrl?: string | undefined
  readonly key?: string | undefined
}): WeatherProvider {
  const withKey = key === undefined ? {} : { apikey: key }
  return {
    name: 'OPEN_METEO',
    async cities(search, language, page): Promise<FoundCities> {
      const query = {
        name: search,
        count: String(MOST_CITIES),
        language: LANGUAGES.has(language) ? language : 'en',
        format: 'json',
      }
      const { results } = await fetchJson(citiesUrl, { ...query, ...withKey }, Places)
      const cities = results.slice(page * CITIES, (page + 1) * CITIES)
      return {
        total: results.length,
        cities: cities.map(({ name, latitude, longitude, country, admin1 }) => ({
          name,
          region: admin1 ?? null,
          country: country ?? null,
          latitude,
          longitude,
        })),
      }
    },
    async forecast({ latitude, longitude }: Coordinates) {
      const query = {
        latitude: String(latitude),
        longitude: String(longitude),
        daily: Object.keys(DAILY).join(','),
        hourly: Object.keys(HOURLY).join(','),
        timezone: 'auto',
        forecast_days: String(FORECAST_DAYS),
        wind_speed_unit: 'kmh',
        ...withKey,
      }
      return daysOf(await fetchJson(forecastUrl, query, ForecastAnswer))
    },
  }
}

/** The days of an answer; humidity and pressure are the means of their hours. */
export function daysOf({ daily, hourly }: ForecastAnswer): MetricDay[] {
  return daily.time.slice(0, FORECAST_DAYS).map((day, index) => {
    const hours = hourly.time.flatMap((time, hour) => (time.startsWith(day) ? [hour] : []))
    const value = (name: keyof typeof DAILY) => daily[name][index] ?? null
    const code = value('weather_code')
    return {
      day,
      pictogram: code === null ? null : kindOf(code),
      temperatureMax: value('temperature_2m_max'),
      temperatureMin: value('temperature_2m_min'),
      windSpeed: value('wind_speed_10m_max'),
      windGust: value('wind_gusts_10m_max'),
      windDirection: value('wind_direction_10m_dominant'),
      uvIndex: value('uv_index_max'),
      relativeHumidity: meanOf(
        hours.map(hour => hourly.relative_humidity_2m[hour] ?? null),
        0,
      ),
      precipitation: value('precipitation_sum'),
      precipitationProbability: value('precipitation_probability_max'),
      rainSPOT: null,
      pressure: meanOf(
        hours.map(hour => hourly.pressure_msl[hour] ?? null),
        1,
      ),
    }
  })
}

function meanOf(values: readonly (number | null)[], decimals: number): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : round(known.reduce((sum, value) => sum + value, 0) / known.length, decimals)
}

/** WMO code table 4677, as Open-Meteo reduces it. */
const KINDS: readonly (readonly [Kind, readonly number[]])[] = [
  ['CLEAR', [0, 1]],
  ['PARTLY_CLOUDY', [2]],
  ['CLOUDY', [3]],
  ['FOG', [45, 48]],
  ['DRIZZLE', [51, 53, 55]],
  ['SLEET', [56, 57, 66, 67]],
  ['RAIN', [61, 63]],
  ['HEAVY_RAIN', [65]],
  ['SNOW', [71, 73, 75, 77, 85, 86]],
  ['SHOWERS', [80, 81, 82]],
  ['THUNDERSTORM', [95, 96, 99]],
]

/** The kind of weather of a WMO code; null: an unknown code. */
export const kindOf = (code: number): Kind | null => KINDS.find(([, codes]) => codes.includes(code))?.[0] ?? null
