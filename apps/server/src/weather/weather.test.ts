import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import {
  aWeatherService,
  METEOBLUE_FORECAST,
  METEOBLUE_PLACES,
  OPEN_METEO_FORECAST,
  openMeteoPlaces,
} from '../../test/weather.ts'
import { kindOf as kindOfPictocode } from './meteoblue.ts'
import { kindOf } from './openMeteo.ts'
import { nearby } from './weather.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-26T12:00:00Z')
const KEY = 'secret-key-123'
let now = START
let service: Awaited<ReturnType<typeof aWeatherService>>
let farm: Farm
let api: Api
let meteoblue: Farm

beforeAll(async () => {
  service = await aWeatherService({
    '/forecast': OPEN_METEO_FORECAST,
    '/places': openMeteoPlaces,
    '/packages/basic-day': METEOBLUE_FORECAST,
    '/query3': METEOBLUE_PLACES,
  })
  const clock = { now: () => now, mono: () => now }
  const wire = (forecast: string, cities: string) => ({
    WEATHER_URL: service.url + forecast,
    WEATHER_CITIES_URL: service.url + cities,
  })
  farm = await aFarm({ clock, settings: { WEATHER_PROVIDER: 'open-meteo', ...wire('/forecast', '/places') } })
  meteoblue = await aFarm({
    clock,
    settings: { WEATHER_PROVIDER: 'meteoblue', WEATHER_KEY: KEY, ...wire('/packages/basic-day', '/query3') },
  })
  api = await farm.as('Aves', [])
})
afterAll(async () => {
  await farm.close()
  await meteoblue.close()
  await service.close()
})
beforeEach(() => {
  service.asked.length = 0
  service.answerWith(200)
  service.delayBy(0)
})

let places = 0
/** A place that nobody asked for before. */
const somewhere = () => ({ latitude: 10 + ++places, longitude: -8.68333 })

test('asks Open-Meteo for a week and answers it as days', async () => {
  const { provider, fetchedUtc, days } = data(await api.weather.forecast({ query: { latitude: 39.23333, longitude: -8.68333 } }))
  expect({ provider, fetchedUtc }).toEqual({ provider: 'OPEN_METEO', fetchedUtc: new Date(now).toISOString() })
  expect(days).toHaveLength(7)
  expect(days[0]).toEqual({
    day: '2026-11-26',
    pictogram: 'CLOUDY',
    temperatureMax: 16.4,
    temperatureMin: 8.1,
    windSpeed: 12.2,
    windGust: 29.2,
    windDirection: 312,
    uvIndex: 2.1,
    relativeHumidity: 65,
    precipitation: 0,
    precipitationProbability: 3,
    rainSPOT: null,
    pressure: 1020.4,
  })
  expect(days[6]).toMatchObject({ pictogram: 'THUNDERSTORM', temperatureMax: null, precipitation: null, pressure: 1014.4 })
  const query = service.asked[0]!.searchParams
  expect(Object.fromEntries(query)).toMatchObject({ latitude: '39.23', longitude: '-8.68', timezone: 'auto', forecast_days: '7' })
  expect(query.has('apikey')).toBe(false)
})

test('answers in the asked units', async () => {
  const units = { temperature: 'FAHRENHEIT', wind: 'BEAUFORT', precipitation: 'INCH' } as const
  const { days } = data(await api.weather.forecast({ query: { ...somewhere(), ...units } }))
  expect(days[2]).toMatchObject({ temperatureMax: 58.8, windSpeed: 5, windGust: 8, precipitation: 1 })
})

test('asks once in 15 minutes for all callers, units and neighbours', async () => {
  now = START
  const me = await farm.as('Aves', [])
  const other = await farm.as('Azinheira', [])
  const { latitude, longitude } = somewhere()
  await me.weather.forecast({ query: { latitude, longitude } })
  await other.weather.forecast({ query: { latitude: latitude + 0.004, longitude, wind: 'KNOT' } })
  now = START + 15 * MINUTE - 1
  const { fetchedUtc } = data(await other.weather.forecast({ query: { latitude, longitude } }))
  expect(fetchedUtc).toBe(new Date(START).toISOString())
  expect(service.asked).toHaveLength(1)
  now = START + 15 * MINUTE
  await me.weather.forecast({ query: { latitude, longitude } })
  expect(service.asked).toHaveLength(2)
})

test('has one request in flight for callers at the same time', async () => {
  service.delayBy(100)
  const query = somewhere()
  await Promise.all(Array.from({ length: 5 }, () => api.weather.forecast({ query })))
  expect(service.asked).toHaveLength(1)
})

test('shares the answer of neighbours at zero', () => {
  expect(Object.is(nearby({ latitude: -0.001, longitude: 0 }).latitude, 0)).toBe(true)
})

test('finds cities 10 a page', async () => {
  const first = data(await api.weather.cities({ query: { search: 'Santarém' } }))
  expect(first).toMatchObject({ totalElements: 12, number: 0, size: 10 })
  expect(first.content).toHaveLength(10)
  expect(first.content[0]).toEqual({
    name: 'Santarém',
    region: 'Santarém',
    country: 'Portugal',
    latitude: 39.23333,
    longitude: -8.68333,
  })
  const second = data(await api.weather.cities({ query: { search: 'Santarém', currentPage: 1 } }))
  expect(second.content.map(({ name, region }) => [name, region])).toEqual([['Santarém 11', null], ['Santarém 12', null]]) // prettier-ignore
  expect(service.asked[0]!.searchParams.get('name')).toBe('Santarém')
  await expect(api.weather.cities({ query: { search: 'S' } })).rejects.toMatchObject(failing('INVALID_INPUT', 'search'))
})

test.each(['Évora', 'Evora', 'E\u0301vora', 'évora '])('finds Évora by %j and tells equal names apart', async search => {
  const { content } = data(await api.weather.cities({ query: { search } }))
  expect(content.map(({ name, region, country }) => [name, region, country])).toEqual([
    ['Évora', 'Évora', 'Portugal'],
    ['Évora', 'Leiria', 'Portugal'],
  ])
  expect(content[0]).toMatchObject({ latitude: 38.56667, longitude: -7.9 })
})

test('asks meteoblue with the key, and shows how far rain is spread', async () => {
  const me = await meteoblue.as('Aves', [])
  const { provider, days } = data(await me.weather.forecast({ query: { latitude: 39.23333, longitude: -8.68333 } }))
  expect(provider).toBe('METEOBLUE')
  expect(days[0]).toMatchObject({
    day: '2026-11-26',
    pictogram: 'PARTLY_CLOUDY',
    temperatureMax: 16.7,
    windSpeed: 14.4,
    windGust: null,
  })
  expect(days[0]!.rainSPOT).toHaveLength(49)
  expect(Object.fromEntries(service.asked[0]!.searchParams)).toMatchObject({ lat: '39.23', apikey: KEY, windspeed: 'kmh' })
  const cities = data(await me.weather.cities({ query: { search: 'santarem', currentPage: 1 } }))
  expect(cities).toMatchObject({ totalElements: 12, number: 1 })
  expect(cities.content[1]).toEqual({
    name: 'Santarém',
    region: null,
    country: 'Brazil',
    latitude: -2.44306,
    longitude: -54.7083,
  })
  expect(service.asked[1]!.searchParams.get('page')).toBe('2')
})

test('reports that the service does not answer, and retries on the next call', async () => {
  const query = somewhere()
  service.answerWith(500)
  const call = api.weather.forecast({ query })
  await expect(call).rejects.toMatchObject({
    failure: { code: 'UNAVAILABLE', message: 'The weather service does not answer. The forecast comes back when it does.' },
  })
  service.answerWith(200)
  expect(data(await api.weather.forecast({ query })).days).toHaveLength(7)
})

test('answers the last forecast with its time while the service refuses for too many calls, and asks it no more', async () => {
  const query = somewhere()
  const { fetchedUtc } = data(await api.weather.forecast({ query }))
  now += 16 * MINUTE
  service.answerWith(429)
  const calls = [query, query, somewhere()].map(place => api.weather.forecast({ query: place }))
  const [old, again, other] = await Promise.allSettled(calls)
  expect([old, again].map(result => result?.status === 'fulfilled' && data(result.value).fetchedUtc)).toEqual([
    fetchedUtc,
    fetchedUtc,
  ])
  expect(other).toMatchObject({ status: 'rejected', reason: { failure: { code: 'UNAVAILABLE' } } })
  const asked = service.asked.length
  service.answerWith(200)
  await expect(api.weather.forecast({ query: somewhere() })).rejects.toMatchObject(failing('UNAVAILABLE'))
  expect(service.asked).toHaveLength(asked)
  now += 10 * MINUTE
  expect(data(await api.weather.forecast({ query })).fetchedUtc).toBe(new Date(now).toISOString())
})

test('reports that the weather is switched off', async () => {
  const off = await aFarm()
  const call = (await off.as('Aves', [])).weather.forecast({ query: somewhere() })
  await expect(call).rejects.toMatchObject({
    failure: { code: 'UNAVAILABLE', message: 'No forecast: the weather is switched off on this server.' },
  })
  await off.close()
})

test('needs a session', async () => {
  await expect(farm.api().weather.forecast({ query: somewhere() })).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
  await expect(farm.api().weather.publicForecast({ query: somewhere() })).rejects.toMatchObject(failing('NOT_FOUND'))
  expect(service.asked).toEqual([])
})

test('serves a public link only the locations of its dashboard', async () => {
  const me = await farm.as('Aves')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'At the gate' } }))
  const place = somewhere()
  const configs = { city: { name: 'Santarém', region: null, country: 'Portugal', ...place } }
  data(await me.dashboards.addWidget({ body: { dashboardId: id, type: 'WEATHER', configs }, files: [] }))
  const { link } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } }))
  const calls = farm.api(undefined, { [PUBLIC_LINK_HEADER]: link })
  expect(data(await calls.weather.publicForecast({ query: place })).days).toHaveLength(7)
  await expect(calls.weather.publicForecast({ query: somewhere() })).rejects.toMatchObject(failing('NOT_FOUND'))
  expect(service.asked).toHaveLength(1)
})

test('knows every weather code and no others', () => {
  const codes = [0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99]
  expect(codes.filter(code => kindOf(code) === null)).toEqual([])
  expect(kindOf(4)).toBeNull()
  expect(kindOf(82)).toBe('SHOWERS')
  expect(Array.from({ length: 17 }, (_, index) => kindOfPictocode(index + 1)).includes(null)).toBe(false)
  expect(kindOfPictocode(18)).toBeNull()
})
