// Weather of the Tejo valley as a pure function of seed and time: boxes of one farm see the same sky.
import { moistureOf, wetBulb } from './air.ts'
import { linear, type Curve } from '../animals/curve.ts'
import type { LocalTime } from '../localTime.ts'
import { drift, seedOf } from './noise.ts'

export interface Weather {
  /** °C */
  temperature: number
  /** % */
  humidity: number
  /** kg/kg */
  moisture: number
  /** °C */
  wetBulb: number
  /** m/s */
  wind: number
  /** degrees, 0 to 359 */
  direction: number
  rain: boolean
}

// Mid January, April, July and October, in days of the year; the ends repeat across New Year.
const middles = [-77, 15, 105, 196, 288, 380]
const through = (jan: number, apr: number, jul: number, oct: number): Curve => ({
  at: middles,
  value: [oct, jan, apr, jul, oct, jan],
})
const mean = through(9, 15, 24, 17)
const swing = through(5, 7, 8, 6)
const dampness = through(80, 70, 60, 72)

const DAY = 86_400_000
/** The sky changes in steps of 5 minutes. */
const EVERY = 300_000

/**
 * The sky over a farm. `unrest` scales what makes one day differ from the next (0: the season's mean day).
 * The returned object is one and the same on every call.
 */
export const createSky = (seed: string, local: LocalTime, unrest = 1): ((t: number) => Weather) => {
  const warm = drift(seedOf(`${seed}/warm`), 0.95, 1.8 * unrest)
  const gusty = drift(seedOf(`${seed}/gusty`), 0.9, 1.5 * unrest)
  const veer = drift(seedOf(`${seed}/veer`), 0.97, 45 * unrest)
  const wet = drift(seedOf(`${seed}/wet`), 0.9, 1)
  const weather: Weather = { temperature: 0, humidity: 0, moisture: 0, wetBulb: 0, wind: 0, direction: 0, rain: false }
  let at = Number.NaN
  return now => {
    const t = Math.floor(now / EVERY) * EVERY
    if (t === at) return weather
    at = t
    const season = (t - Date.UTC(new Date(t).getUTCFullYear(), 0, 1)) / DAY
    const sun = Math.sin((2 * Math.PI * (local.hour(t) - 9)) / 24)
    const damp = linear(dampness, season)
    weather.temperature = linear(mean, season) + linear(swing, season) * sun + warm(t)
    weather.humidity = Math.min(Math.max(damp - 22 * sun, 25), 98)
    weather.moisture = moistureOf(weather.temperature, weather.humidity)
    weather.wetBulb = wetBulb(weather.temperature, weather.humidity)
    weather.wind = Math.max(0, 3 + 1.4 * sun + gusty(t))
    weather.direction = (((315 + veer(t)) % 360) + 360) % 360
    // About one hour in six in winter, one in eighty in July.
    weather.rain = unrest > 0 && wet(t) > 1 + (80 - damp) * 0.06
    return weather
  }
}
