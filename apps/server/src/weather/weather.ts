import { round } from '@steading/contract/round'
import type { City } from '@steading/contract/widgets/fields'
import type { Forecast } from '@steading/contract/widgets/weather'
import type { Page, PageQuery } from '@steading/contract/http/paging'
import { Failed } from '../platform/failures.ts'
import type { World } from '../platform/world.ts'
import { createAnswerCache } from './answerCache.ts'
import { createBackoff } from './backoff.ts'
import { createMeteoblue } from './meteoblue.ts'
import { createOpenMeteo } from './openMeteo.ts'
import { ProviderFailure } from './provider.ts'
import type { Coordinates, FoundCities, MetricDay, WeatherProvider } from './provider.ts'
import { inUnits } from './units.ts'
import type { WeatherUnits } from './units.ts'

/** ms that an answer of the provider serves all callers. */
const FRESH = 15 * 60_000
/** ms that a forecast stands in for a newer one that does not come: longer, and its first day is yesterday. */
const USABLE = 6 * 60 * 60_000
const MOST_ANSWERS = 500

export interface Weather {
  /** A provider is configured. */
  readonly isOn: boolean
  /** @throws Failed UNAVAILABLE */
  cities(search: string, language: string, page: PageQuery): Promise<Page<City>>
  /** @throws Failed UNAVAILABLE */
  forecast(place: Coordinates, units: WeatherUnits): Promise<Forecast>
}

/** Coordinates to about a kilometre: neighbours share an answer. Zero has no sign. */
export const nearby = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: round(latitude, 2) + 0,
  longitude: round(longitude, 2) + 0,
})

/** The weather of the configured provider. */
export function createWeather({ config, clock, log }: Pick<World, 'config' | 'clock' | 'log'>): Weather {
  const provider = providerOf(config)
  const cache = { ttl: FRESH, size: MOST_ANSWERS, now: () => clock.now() }
  const forecasts = createAnswerCache<readonly MetricDay[]>({ ...cache, usable: USABLE })
  const cities = createAnswerCache<FoundCities>(cache)
  const backoff = createBackoff(() => clock.mono())
  /** Sends a call to the provider, unless it is to be left alone. */
  const send = <T>(name: string, request: () => Promise<T>): Promise<T> =>
    backoff(request).catch((error: unknown) => {
      if (error instanceof ProviderFailure) log.warn({ provider: name, reason: error.message }, 'weather provider failed')
      throw error
    })
  const available = async <T>(ask: (asked: WeatherProvider) => Promise<T>): Promise<T> => {
    if (!provider) throw new Failed('UNAVAILABLE', [], 'weatherOff')
    try {
      return await ask(provider)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      throw new Failed('UNAVAILABLE', [], 'weatherUnavailable')
    }
  }
  return {
    isOn: provider !== undefined,
    cities: (text, language, { currentPage, itemsPerPage, sortProperty, sortDirection }) =>
      available(async ({ name, cities: find }) => {
        // Some systems type a letter and its accent apart, which providers do not find.
        const search = text.normalize('NFC')
        const key = JSON.stringify([search.toLowerCase(), language, currentPage])
        const { value } = await cities.get(key, () => send(name, () => find(search, language, currentPage)))
        return {
          content: [...value.cities],
          totalElements: value.total,
          number: currentPage,
          size: itemsPerPage,
          sortProperty,
          sortDirection,
        }
      }),
    forecast: (place, units) =>
      available(async ({ name, forecast }) => {
        const { latitude, longitude } = nearby(place)
        const key = `${latitude} ${longitude}`
        const { value, at } = await forecasts.get(key, () => send(name, () => forecast({ latitude, longitude })))
        return { provider: name, fetchedUtc: new Date(at).toISOString(), days: value.map(day => inUnits(day, units)) }
      }),
  }
}

function providerOf({
  WEATHER_PROVIDER: name,
  WEATHER_KEY: key,
  WEATHER_URL: forecastUrl,
  WEATHER_CITIES_URL: citiesUrl,
}: World['config']): WeatherProvider | undefined {
  if (name === 'off') return undefined
  if (name === 'open-meteo') return createOpenMeteo({ forecastUrl, citiesUrl, key })
  return createMeteoblue({ forecastUrl, citiesUrl, key: key ?? '' })
}
