import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { awaitWebBuild } from '../../../../tools/web/web.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { freePort } from '../platform/network/freePort.ts'
import { buildApp } from './app.ts'

let farm: Farm
beforeAll(async () => {
  await awaitWebBuild()
  farm = await aFarm({ settings: { METRICS_TOKEN: 'a-token-of-sixteen' } })
})
afterAll(() => farm.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(farm.url + path, { headers })

test('reports the health of each part without tenant or session', async () => {
  const { ready, parts } = (await (await get('/services/health')).json()) as {
    ready: boolean
    parts: { name: string; ok: boolean }[]
  }
  expect(ready).toBe(true)
  for (const name of ['database', 'jobs', 'outbox']) expect(parts).toContainEqual(expect.objectContaining({ name, ok: true }))
})

test('answers 503 while its parts start', async () => {
  let fail = () => {}
  const pendingStart = new Promise<void>((_, reject) => (fail = () => reject(new Error('held'))))
  const part = { name: 'jobs', start: () => pendingStart, stop: async () => {}, health: () => ({ ok: true, detail: '' }) }
  const port = await freePort()
  const { world } = farm
  const app = await buildApp({
    ...world,
    config: { ...world.config, HTTP_PORT: port },
    jobs: { ...world.jobs, part },
    files: { ...world.files, part },
  })
  const starting = app.start()
  try {
    await expect.poll(() => app.http.server.listening).toBe(true)
    for (const path of ['/services/health', '/services/users/session', '/'])
      expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 503])
  } finally {
    fail()
    await expect(starting).rejects.toThrow('held')
    await app.stop()
  }
})

test('names the part that is down in a health of 503', async () => {
  await farm.world.jobs.part.stop()
  const answer = await get('/services/health')
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { code: 'UNAVAILABLE', fields: [{ field: 'jobs', code: 'down' }] },
  ])
  await farm.world.jobs.part.start()
  expect((await get('/services/health')).status).toBe(200)
})

test('never lets the version be cached', async () => {
  const answer = await get('/meta.json?1234')
  expect(await answer.json()).toEqual({ version: '3.5.91', date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('serves the committed OpenAPI document and its page', async () => {
  expect(await (await get('/services/openapi.json')).text()).toBe(readFileSync('docs/openapi.json', 'utf8'))
  const page = await get('/services/docs')
  expect(page.headers.get('content-security-policy')).toContain("style-src 'self'")
  expect(await page.text()).toContain('/services/events/search')
})

test('serves metrics only with their token', async () => {
  expect((await get('/services/metrics')).status).toBe(401)
  const answer = await get('/services/metrics', { authorization: 'Bearer a-token-of-sixteen' })
  expect(await answer.text()).toContain('steading_process_cpu_seconds_total')
})

test('takes an error report of the web app without a session', async () => {
  expect(data(await farm.api().health.reportError({ body: { userId: '7', error: 'boom', errorInfo: 'at x' } }))).toEqual({})
})

test('lets the browser load from its own origin only', async () => {
  const { headers } = await get('/services/health')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';style-src 'self'/)
  expect([headers.get('x-content-type-options'), headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
    'nosniff',
    'no-referrer',
    'no-store',
  ])
})

test('a page is served for any path of the screens, never for a file that is not there', async () => {
  const page = await get('/events/17/details')
  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('text/html'),
    'no-store',
  ])
  const asset = /\/assets\/[^"]+\.js/.exec(await page.text())![0]
  const file = await get(asset)
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect((await get('/assets/of-another-build.js')).status).toBe(404)
  expect((await get('/services/nothing')).status).toBe(404)
})
