import { z } from 'zod'
import { Day, Stamp } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { City } from './fields.ts'
import { PRECIPITATION_UNITS, TEMPERATURE_UNITS, WIND_UNITS } from './types/data/weather.ts'

export const cityPages = paging({ sorts: ['relevance'], sort: 'relevance', direction: 'ASC', sizes: [10] })

/** Kinds of weather of a pictogram. */
export const WEATHER_KINDS = [
  'CLEAR',
  'PARTLY_CLOUDY',
  'CLOUDY',
  'FOG',
  'DRIZZLE',
  'RAIN',
  'HEAVY_RAIN',
  'SLEET',
  'SNOW',
  'SHOWERS',
  'THUNDERSTORM',
] as const

/** A day of a forecast, in the asked units; null: the provider does not say. */
export const WeatherDay = z.object({
  day: Day,
  pictogram: z.enum(WEATHER_KINDS).nullable(),
  temperatureMax: z.number().nullable(),
  temperatureMin: z.number().nullable(),
  windSpeed: z.number().nullable(),
  windGust: z.number().nullable(),
  /** Degrees from which it blows. */
  windDirection: z.number().nullable(),
  uvIndex: z.number().nullable(),
  /** % */
  relativeHumidity: z.number().nullable(),
  precipitation: z.number().nullable(),
  precipitationProbability: z.number().nullable(),
  /** How far the rain is spread around the place, 0 to 9 in rows of seven; meteoblue alone knows. */
  rainSPOT: z.string().nullable(),
  /** hPa */
  pressure: z.number().nullable(),
})
export type WeatherDay = z.infer<typeof WeatherDay>

/** `X` of a coordinate in a query. */
const degrees = (most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,3}(\.\d{1,8})?$/, 'format')
        .transform(Number),
    ])
    .pipe(z.number().min(-most).max(most))

export const forecastQuery = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  temperature: z.enum(TEMPERATURE_UNITS).default('CELSIUS'),
  wind: z.enum(WIND_UNITS).default('KILOMETER_PER_HOUR'),
  precipitation: z.enum(PRECIPITATION_UNITS).default('MILLIMETER'),
})
export const Forecast = z.object({
  provider: z.enum(['OPEN_METEO', 'METEOBLUE']),
  fetchedUtc: Stamp,
  /** Today and six days. */
  days: z.array(WeatherDay),
})
export type Forecast = z.infer<typeof Forecast>

export const weather = routes({
  cities: {
    method: 'GET',
    path: '/weather/cities',
    summary: 'Places of a forecast by their name, 10 a page',
    access: 'session',
    query: cityPages.query.extend({ search: z.string().trim().min(2).max(150) }),
    reply: cityPages.of(City),
  },
  forecast: {
    method: 'GET',
    path: '/weather/forecast',
    summary: 'The forecast of a place',
    access: 'session',
    query: forecastQuery,
    reply: Forecast,
  },
  publicForecast: {
    method: 'GET',
    path: '/weather/public/forecast',
    summary: 'The forecast of a place that the public dashboard shows',
    access: 'link',
    query: forecastQuery,
    reply: Forecast,
  },
})
