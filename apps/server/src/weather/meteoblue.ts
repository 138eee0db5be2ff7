import type { WEATHER_KINDS } from '@steading/contract/widgets/weather'
import { z } from 'zod'
import { fetchJson } from './fetchJson.ts'
import { CITIES, FORECAST_DAYS } from './provider.ts'
import type { Coordinates, FoundCities, MetricDay, WeatherProvider } from './provider.ts'

type Kind = (typeof WEATHER_KINDS)[number]

const Column = z.array(z.number().nullable()).optional()
/** Of the package basic-day, which also has rainSPOT and pictocode. */
const ForecastAnswer = z.object({
  units: z.object({ windspeed: z.string() }),
  data_day: z.object({
    time: z.array(z.string()),
    rainspot: z.array(z.string().nullable()).optional(),
    pictocode: Column,
    uvindex: Column,
    temperature_max: Column,
    temperature_min: Column,
    windspeed_max: Column,
    winddirection: Column,
    relativehumidity_mean: Column,
    precipitation: Column,
    precipitation_probability: Column,
    sealevelpressure_mean: Column,
  }),
})
export type ForecastAnswer = z.output<typeof ForecastAnswer>

const Places = z.object({
  count: z.number().int().min(0).default(0),
  results: z
    .array(
      z.object({
        name: z.string(),
        country: z.string().nullish(),
        admin1: z.string().nullish(),
        lat: z.number(),
        lon: z.number(),
      }),
    )
    .default([]),
})

/** meteoblue: needs a key. Gusts are not part of its package. */
export function createMeteoblue({
  forecastUrl = 'https://my.meteoblue.com/packages/basic-day',
  citiesUrl = 'https://www.meteoblue.com/en/server/search/query3',
  key,
}: {
  readonly forecastUrl?: string | undefined
  readonly citiesUrl?: string | undefined
  readonly key: string
}): WeatherProvider {
  return {
    name: 'METEOBLUE',
    async cities(search, language, page): Promise<FoundCities> {
      const query = { query: search, itemsPerPage: String(CITIES), page: String(page + 1), language, apikey: key }
      const { count, results } = await fetchJson(citiesUrl, query, Places)
      return {
        total: Math.max(count, results.length),
        cities: results.slice(0, CITIES).map(({ name, country, admin1, lat, lon }) => ({
          name,
          region: admin1 || null,
          country: country || null,
          latitude: lat,
          longitude: lon,
        })),
      }
    },
    async forecast({ latitude, longitude }: Coordinates) {
      const query = {
        lat: String(latitude),
        lon: String(longitude),
        format: 'json',
        windspeed: 'kmh',
        winddirection: 'degree',
        apikey: key,
      }
      return daysOf(await fetchJson(forecastUrl, query, ForecastAnswer))
    },
  }
}

const KM_H = 3.6

export const daysOf = ({ units, data_day: days }: ForecastAnswer): MetricDay[] =>
  days.time.slice(0, FORECAST_DAYS).map((day, index) => {
    const value = (column: z.output<typeof Column>) => column?.[index] ?? null
    const code = value(days.pictocode)
    const wind = value(days.windspeed_max)
    return {
      day: day.slice(0, 10),
      pictogram: code === null ? null : kindOf(code),
      temperatureMax: value(days.temperature_max),
      temperatureMin: value(days.temperature_min),
      windSpeed: wind !== null && units.windspeed === 'ms-1' ? wind * KM_H : wind,
      windGust: null,
      windDirection: value(days.winddirection),
      uvIndex: value(days.uvindex),
      relativeHumidity: value(days.relativehumidity_mean),
      precipitation: value(days.precipitation),
      precipitationProbability: value(days.precipitation_probability),
      rainSPOT: days.rainspot?.[index] ?? null,
      pressure: value(days.sealevelpressure_mean),
    }
  })

/** Pictograms of a day by their numbers. */
const KINDS: Readonly<Record<number, Kind>> = {
  1: 'CLEAR',
  2: 'PARTLY_CLOUDY',
  3: 'PARTLY_CLOUDY',
  4: 'CLOUDY',
  5: 'FOG',
  6: 'RAIN',
  7: 'SHOWERS',
  8: 'THUNDERSTORM',
  9: 'SNOW',
  10: 'SNOW',
  11: 'SLEET',
  12: 'DRIZZLE',
  13: 'SNOW',
  14: 'RAIN',
  15: 'SNOW',
  16: 'DRIZZLE',
  17: 'SNOW',
}

/** The kind of weather of a pictocode; null: an unknown code. */
export const kindOf = (code: number): Kind | null => KINDS[code] ?? null
