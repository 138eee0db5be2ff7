import type { City } from '@steading/contract/widgets/fields'
import type { Forecast, WeatherDay } from '@steading/contract/widgets/weather'

/** Days of a forecast. */
export const FORECAST_DAYS = 7
/** Cities of a page. */
export const CITIES = 10

export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** Cities of a page, and how many there are. */
export interface FoundCities {
  readonly cities: readonly City[]
  readonly total: number
}

/** A day as every provider answers it: °C, km/h, mm, hPa, %. */
export type MetricDay = WeatherDay

/** A weather service on the Internet. Both calls throw ProviderFailure. */
export interface WeatherProvider {
  readonly name: Forecast['provider']
  /** Places by name, the most important first. `language`: of their names, two letters. `page` counts from 0. */
  cities(search: string, language: string, page: number): Promise<FoundCities>
  /** Today and the days after it, by the calendar of the place. */
  forecast(place: Coordinates): Promise<readonly MetricDay[]>
}

/** The provider did not answer, or not as documented. The message names no address, since that may carry the key. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  /** ms until the provider wants to be asked again; undefined: it did not refuse for too many calls. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}
