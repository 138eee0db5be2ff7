import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const DAYS = ['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02']

/** A forecast for Santarém in the form of Open-Meteo. */
export const OPEN_METEO_FORECAST = {
  latitude: 39.25,
  longitude: -8.6875,
  generationtime_ms: 0.38,
  utc_offset_seconds: 0,
  timezone: 'Europe/Lisbon',
  timezone_abbreviation: 'WET',
  elevation: 103,
  hourly_units: { time: 'iso8601', relative_humidity_2m: '%', pressure_msl: 'hPa' },
  hourly: {
    time: DAYS.flatMap(day => Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`)),
    relative_humidity_2m: DAYS.flatMap((_, day) =>
      Array.from({ length: 24 }, (_hour, hour) => 60 + 5 * day + (hour < 12 ? 10 : 0)),
    ),
    pressure_msl: DAYS.flatMap((_, day) =>
      Array.from({ length: 24 }, (_hour, hour) => (day === 6 && hour > 0 ? null : 1020.4 - day)),
    ),
  },
  daily_units: { time: 'iso8601', weather_code: 'wmo code', temperature_2m_max: '°C', wind_speed_10m_max: 'km/h' },
  daily: {
    time: DAYS,
    weather_code: [3, 61, 65, 95, 45, 0, 99],
    temperature_2m_max: [16.4, 15.2, 14.9, 13.8, 14.1, 15.6, null],
    temperature_2m_min: [8.1, 9.6, 10.3, 9.2, 6.4, 5.9, null],
    wind_speed_10m_max: [12.2, 24.9, 38.4, 41.8, 16.2, 9.7, 11.1],
    wind_gusts_10m_max: [29.2, 51.1, 74.4, 80.3, 33.1, 20.5, 24.1],
    wind_direction_10m_dominant: [312, 214, 221, 240, 301, 20, 33],
    uv_index_max: [2.1, 1.2, 0.8, 1.1, 2.2, 2.4, null],
    precipitation_sum: [0, 6.4, 25.4, 11.2, 0.1, 0, null],
    precipitation_probability_max: [3, 81, 100, 92, 12, 2, null],
  },
}

const place = (name: string, admin1: string | undefined, latitude: number, longitude: number) => ({
  id: Math.round(latitude * 1e4),
  name,
  latitude,
  longitude,
  elevation: 103,
  feature_code: 'PPLA',
  country_code: 'PT',
  ...(admin1 !== undefined && { admin1 }),
  timezone: 'Europe/Lisbon',
  country: 'Portugal',
})
/** Places in the form of Open-Meteo: 12, since it knows no pages. */
const OPEN_METEO_PLACES = {
  results: [
    place('Santarém', 'Santarém', 39.23333, -8.68333),
    ...Array.from({ length: 11 }, (_, index) => place(`Santarém ${index + 2}`, undefined, 40 + index, -8)),
  ],
  generationtime_ms: 0.7,
}

/** Two places of one name; the service knows its letters composed or without accents. */
const EVORA = {
  results: [place('Évora', 'Évora', 38.56667, -7.9), place('Évora', 'Leiria', 39.55, -8.97)],
  generationtime_ms: 0.5,
}
const EVORA_NAMES: ReadonlySet<string> = new Set(['évora', 'evora'])
/** Places by the asked name. */
export const openMeteoPlaces = ({ searchParams }: URL) =>
  EVORA_NAMES.has((searchParams.get('name') ?? '').toLowerCase()) ? EVORA : OPEN_METEO_PLACES

const SPOT = '1191220111910122111002222110322190022111102211020'
/** A forecast in the form of the package basic-day of meteoblue. */
export const METEOBLUE_FORECAST = {
  metadata: { name: '', latitude: 39.23, longitude: -8.68, height: 103, timezone_abbrevation: 'WET', utc_timeoffset: 0 },
  units: { time: 'YYYY-MM-DD hh:mm', precipitation: 'mm', temperature: 'C', windspeed: 'kmh', winddirection: 'degree' },
  data_day: {
    time: DAYS,
    pictocode: [2, 1, 4, 16, 11, 14, 8],
    uvindex: [2, 3, 2, 1, 1, 1, 2],
    temperature_max: [16.71, 17.82, 15.22, 11.79, 8.62, 9.75, 12.99],
    temperature_min: [5.83, 4.55, 6.43, 4.37, 2.01, 1.49, 3.68],
    winddirection: [0, 45, 270, 270, 270, 225, 270],
    precipitation_probability: [0, 0, 3, 83, 67, 52, 56],
    rainspot: DAYS.map(() => SPOT),
    precipitation: [0, 0, 0, 4.3, 2.54, 6, 8],
    windspeed_max: [14.4, 12, 18, 25, 28, 31, 40],
    relativehumidity_mean: [71, 66, 74, 80, 83, 79, 81],
    sealevelpressure_mean: [1021, 1019, 1015, 1009, 1007, 1011, 1012],
  },
}
export const METEOBLUE_PLACES = {
  query: 'santarem',
  currentPage: 2,
  itemsPerPage: 10,
  pages: 2,
  count: 12,
  results: [
    { id: 2263480, name: 'Santarém', iso2: 'PT', country: 'Portugal', admin1: 'Santarém', lat: 39.2333, lon: -8.68333, asl: 103 },
    { id: 3389353, name: 'Santarém', iso2: 'BR', country: 'Brazil', admin1: '', lat: -2.44306, lon: -54.7083, asl: 20 },
  ],
}

type Answer = Readonly<Record<string, unknown>> | string | ((asked: URL) => Readonly<Record<string, unknown>>)

/** A weather service on the wire: answers by path, and tells what it was asked. A function makes its answer of the address. */
export async function aWeatherService(answers: Readonly<Record<string, Answer>>) {
  const asked: URL[] = []
  let status = 200
  let delay = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service')
    asked.push(url)
    void pause(delay).then(() => {
      const found = answers[url.pathname]
      const answer = typeof found === 'function' ? found(url) : found
      response.writeHead(answer === undefined ? 404 : status, { 'content-type': 'application/json' })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
    })
  })
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // safe: it listens
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answerWith(next: number) {
      status = next
    },
    delayBy(ms: number) {
      delay = ms
    },
    close: () =>
      new Promise<void>(done => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
