import { contracts } from '@steading/contract/contracts'
import { client } from '@steading/contract/http/client'
import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import type { Routes } from '@steading/contract/http/route'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { createLogger } from '../platform/log.ts'

let farm: Farm
const lines: string[] = []
beforeAll(async () => {
  farm = await aFarm({ log: createLogger('trace', { write: line => void lines.push(line) }) })
})
afterAll(() => farm.close())

const headersOf = (link: string) => ({ 'x-tenant': '1', [PUBLIC_LINK_HEADER]: link })

const ofLinks = Object.values(contracts)
  .flatMap(routes => Object.values(routes as Routes))
  .filter(({ access }) => access === 'link')
/** With the two whose path names the link. */
const publicRoutes = [...new Set([...Object.values(publicDashboards), ...ofLinks])]

/** Every public call with a link in its header, and in its path where it has an id; answers their status codes. */
async function callAll(link: string, query = ''): Promise<number[]> {
  const statuses: number[] = []
  for (const { method, path } of publicRoutes) {
    const leaving = new AbortController()
    const response = await fetch(`${farm.url}/services${path.replace(':id', encodeURIComponent(link))}${query}`, {
      method,
      headers: { ...headersOf(link), 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify({ interfaceIds: link }) }),
      signal: leaving.signal,
    })
    statuses.push(response.status)
    leaving.abort()
  }
  return statuses
}

test('the calls of a public link outside of its dashboard are among those whose logs are read', () => {
  expect(publicRoutes.map(({ path }) => path)).toContain('/weather/public/forecast')
})

test('no public link is logged by calls that succeed, fail or end', async () => {
  const me = await farm.as('Paul')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'At the gate' } }))
  const create = async (kind: 'PUBLIC' | 'KIOSK') =>
    data(await me.dashboards.createPublicLink({ params: { id }, body: { kind } })).link
  const [link, kiosk, wrong] = [await create('PUBLIC'), await create('KIOSK'), 'w'.repeat(22)]
  const links = [link, kiosk, wrong]
  const statuses = new Set<number>()
  const note = (codes: readonly number[]) => codes.forEach(code => statuses.add(code))
  for (const text of [...links, `${kiosk}.${id}`, `${kiosk}.9`])
    for (const query of ['', `?ids=${text}`]) note(await callAll(text, query))
  for (const path of ['/services/public-dashboard', '/services/nowhere', '/farmview/public-dashboard'])
    note([
      (await fetch(`${farm.url}${path}/${link}`, { headers: { ...headersOf(link), referer: `${farm.url}/#${link}` } })).status,
    ])

  const calls = client(publicDashboards, { base: `${farm.url}/services`, headers: () => headersOf(link) })
  const stream = data(await calls.watch({}))[Symbol.asyncIterator]()
  expect(await stream.next()).toMatchObject({ done: false })
  await farm.world.owner.query('alter table dashboards rename to away')
  for (const text of links) note(await callAll(text))
  await farm.world.owner.query('alter table away rename to dashboards')
  data(await me.dashboards.revokePublicLink({ params: { id }, query: {} }))
  expect(await stream.next()).toMatchObject({ done: true })
  note(await callAll(link))

  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 500]))
  expect(lines.some(line => line.includes('call failed, answered 500'))).toBe(true)
  expect(lines.filter(line => links.some(text => line.includes(text)))).toEqual([])
})
