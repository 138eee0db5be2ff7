import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { aWeatherService } from '../../test/weather.ts'
import { fetchJson } from './fetchJson.ts'
import { ProviderFailure } from './provider.ts'

const Answer = z.object({ value: z.number() })
const KEY = 'secret-key-123'
let service: Awaited<ReturnType<typeof aWeatherService>>
beforeAll(async () => {
  service = await aWeatherService({
    '/good': { value: 1 },
    '/other': { value: 'one' },
    '/page': '<html>',
    '/flood': ' '.repeat(3_000_000),
  })
})
afterAll(() => service.close())

test('reads an answer that fits the schema', async () => {
  expect(await fetchJson(`${service.url}/good`, { apikey: KEY }, Answer)).toEqual({ value: 1 })
})

test.each([
  ['/other', 'answered in an unknown form'],
  ['/page', 'answered no JSON'],
  ['/flood', 'answered too much'],
  ['/missing', 'answered 404'],
])('fails on %s because it %s, without the key', async (path, message) => {
  await expect(fetchJson(service.url + path, { apikey: KEY }, Answer)).rejects.toEqual(new ProviderFailure(message))
})

test('fails without a connection, and names no address', async () => {
  const gone = await aWeatherService({})
  await gone.close()
  await expect(fetchJson(gone.url, { apikey: KEY }, Answer)).rejects.toEqual(new ProviderFailure('no connection (ECONNREFUSED)'))
})
