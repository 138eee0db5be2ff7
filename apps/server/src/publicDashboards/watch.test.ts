import { client } from '@steading/contract/http/client'
import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox, createSender } from '../../test/box-rows.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { switchboard } from '../live/index.ts'
import { watchLink } from './watch.ts'

const HOUR = 3_600_000

let farm: Farm
let send: ReturnType<typeof createSender>
beforeAll(async () => {
  farm = await aFarm()
  send = createSender(farm.app.services.journal)
})
afterAll(() => farm.close())

const callsOf = (link: string) =>
  client(publicDashboards, { base: `${farm.url}/services`, headers: () => ({ 'x-tenant': '1', [PUBLIC_LINK_HEADER]: link }) })

/** A dashboard of a person at the group with a public link, which shows an interface from the beginning. */
async function published(first?: string) {
  const me = await farm.as('Grupo')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'At the gate' } }))
  const show = async (interfaceId: string) =>
    data(await me.dashboards.addWidget({ body: { dashboardId: id, type: 'DIRECT_VALUE', configs: { interfaceId } }, files: [] }))
  if (first !== undefined) await show(first)
  const { link } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } }))
  return { me, id, link, show }
}

/** Opens the stream of a link and reads its first message. */
async function watch(link: string) {
  const leaving = new AbortController()
  const messages = data(await callsOf(link).watch({}, { signal: leaving.signal }))
  const reader = messages[Symbol.asyncIterator]()
  expect((await reader.next()).value).toMatchObject({ type: 'alive' })
  return { next: () => reader.next(), leave: () => leaving.abort() }
}

/** The stream of the link of a dashboard without a call, checked as often as a test needs (ms). */
async function watchDirectly(dashboardId: string, checkEvery: number) {
  const { rows } = await farm.world.owner.query<{ id: string }>('select id from dashboard_public_links where dashboard_id = $1', [
    dashboardId,
  ])
  const leaving = new AbortController()
  const stream = watchLink(
    farm.world,
    switchboard(farm.world.bus),
    { id: rows[0]!.id, dashboardId },
    { signal: leaving.signal, checkEvery },
  )
  return { stream, leave: () => leaving.abort() }
}

test('carries the values of the interfaces that the dashboard shows, and no others', async () => {
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'CO2' }, { category: 'NH3' }])
  const { link, show } = await published()
  await show(box.interfaces[0]!)
  const page = await watch(link)
  await send(box.id, 1, 7)
  await send(box.id, 0, 800)
  expect(await page.next()).toMatchObject({
    value: { type: 'reading', interfaceId: box.interfaces[0], value: 800, good: true },
  })
  page.leave()
})

test('carries the values of every house of a dashboard for all houses', async () => {
  const first = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'HUMIDITY' }])
  const second = await aBox(farm.world.owner, farm.at['House 2']!, [{ category: 'HUMIDITY' }, { category: 'HUMIDITY' }])
  const { link } = await published('house:HUMIDITY:1')
  const page = await watch(link)
  await send(second.id, 1, 41)
  await send(second.id, 0, 42)
  expect(await page.next()).toMatchObject({ value: { interfaceId: second.interfaces[0], value: 42 } })
  await send(first.id, 0, 43)
  expect(await page.next()).toMatchObject({ value: { interfaceId: first.interfaces[0], value: 43 } })
  page.leave()
})

test('carries no value that the creator of the link no longer reaches', async () => {
  const house = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'CO2' }])
  const room = await aBox(farm.world.owner, farm.at['Room 1']!, [{ category: 'CO2' }])
  const { id, link, show } = await published()
  await show(house.interfaces[0]!)
  await show(room.interfaces[0]!)
  await farm.world.owner.query(
    `with creator as (update users set restricted = true
       where id in (select created_by from dashboard_public_links where dashboard_id = $1) returning id)
     insert into user_access select id, $2 from creator`,
    [id, farm.at['Room 1']],
  )
  const page = await watch(link)
  await send(house.id, 0, 700)
  await send(room.id, 0, 900)
  expect(await page.next()).toMatchObject({ value: { interfaceId: room.interfaces[0], value: 900 } })
  page.leave()
})

test('carries no value once the creator of the link may not read interfaces', async () => {
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'CO2' }])
  const { id, show } = await published()
  await show(box.interfaces[0]!)
  await farm.world.owner.query(
    `delete from role_permissions where permission = 'interfaces.read' and role_id in (select role_id from users
       where id in (select created_by from dashboard_public_links where dashboard_id = $1))`,
    [id],
  )
  const { stream, leave } = await watchDirectly(id, 200)
  expect(await stream.next()).toMatchObject({ value: { type: 'alive' } })
  await send(box.id, 0, 700)
  expect(await stream.next()).toMatchObject({ value: { type: 'alive' } })
  leave()
})

test('ends at once, before its next check, when its link is revoked', async () => {
  const { me, id, link } = await published()
  const { stream } = await watchDirectly(id, HOUR)
  expect(await stream.next()).toMatchObject({ value: { type: 'alive' } })
  const over = stream.next()
  data(await me.dashboards.revokePublicLink({ params: { id }, query: {} }))
  expect(await over).toMatchObject({ done: true })
  await expect(callsOf(link).watch({})).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
})

test('carries no value that was measured after its link was revoked', async () => {
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'CO2' }])
  const { me, id, link } = await published(box.interfaces[0])
  const pages = [await watch(link), await watch(link)]
  await send(box.id, 0, 700)
  for (const page of pages) expect(await page.next()).toMatchObject({ value: { type: 'reading', value: 700 } })
  data(await me.dashboards.revokePublicLink({ params: { id }, query: {} }))
  await send(box.id, 0, 900)
  for (const page of pages) expect(await page.next()).toMatchObject({ done: true })
})

test('leaves the page of another dashboard open when a link is revoked', async () => {
  const { me, id, link } = await published()
  const other = await published()
  const [page, elsewhere] = [await watch(link), await watch(other.link)]
  data(await me.dashboards.revokePublicLink({ params: { id }, query: {} }))
  expect(await page.next()).toMatchObject({ done: true })
  expect(await elsewhere.next()).toMatchObject({ done: false, value: { type: 'alive' } })
  elsewhere.leave()
})

test('stays open when the link of the other kind is revoked', async () => {
  const { me, id, link } = await published()
  const page = await watch(link)
  data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'KIOSK' } }))
  data(await me.dashboards.revokePublicLink({ params: { id }, query: { kind: 'KIOSK' } }))
  expect(await page.next()).toMatchObject({ done: false, value: { type: 'alive' } })
  page.leave()
})

test('refuses more than 100 open pages of a link', { tags: ['nightly'] }, async () => {
  const { link } = await published()
  const pages = await Promise.all(Array.from({ length: 100 }, () => watch(link)))
  await expect(callsOf(link).watch({})).rejects.toMatchObject({ status: 429 })
  for (const page of pages) page.leave()
})
