import { client } from '@steading/contract/http/client'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse } from '../../test/rules.ts'
import { switchboard } from '../live/index.ts'
import { watchLink } from './watch.ts'

const HOUR = 3_600_000

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
  await aHouse(farm)
})
afterAll(() => farm.close())

const missing = { failure: { code: 'NOT_FOUND' } }
const calls = () => client(publicDashboards, { base: `${farm.url}/services`, headers: () => ({ 'x-tenant': '1' }) })
const board = (link: string) => calls().widgets({ params: { id: link } })

/** An own dashboard of all houses in reach. */
async function ownDashboard(me: Api) {
  const { id } = data(await me.dashboards.create({ body: { displayName: 'All houses' } }))
  const gauge = { dashboardId: id, type: 'GAUGE' as const, configs: { interfaceId: 'house:TEMPERATURE:1' } }
  data(await me.dashboards.addWidget({ body: gauge, files: [] }))
  return id
}
async function give(me: Api, id: string, where: string) {
  const { version } = data(await me.dashboards.info({ params: { id } }))
  data(await me.dashboards.setDefault({ params: { id: farm.at[where]! }, body: { dashboardId: id, version } }))
}
const publish = async (me: Api, id: string) =>
  data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } })).link

/** Audited changes of a field of a dashboard. */
async function changesOf(id: string, field: string) {
  const { rows } = await farm.world.owner.query<{ changes: { field: string; old: unknown; new: unknown }[] }>(
    `select changes from audit where object_type = 'dashboard' and object_id = $1 and action = 'UPDATE' order by id`,
    [id],
  )
  return rows.flatMap(({ changes }) => changes).filter(change => change.field === field)
}

test("a link dies when its creator takes the entity's dashboard", async () => {
  const me = await farm.as('Grupo')
  const id = await ownDashboard(me)
  await give(me, id, 'Aves')
  const link = await publish(me, id)
  expect(data(await board(link)).houses.map(({ name }) => name)).toEqual(['House 1', 'House 2'])
  data(await me.dashboards.removeDefault({ params: { id: farm.at.Aves! } }))
  await expect(board(link)).rejects.toMatchObject(missing)
  expect(data(await me.dashboards.publicLinks({ params: { id } }))).toEqual([])
  expect(await changesOf(id, 'publicLink')).toEqual([
    { field: 'publicLink', old: null, new: 'PUBLIC' },
    { field: 'publicLink', old: 'PUBLIC', new: null },
  ])
})

test('a link dies when its creator gives the dashboard to an entity', async () => {
  const me = await farm.as('Grupo')
  const id = await ownDashboard(me)
  const link = await publish(me, id)
  data(await board(link))
  await give(me, id, 'Paul')
  await expect(board(link)).rejects.toMatchObject(missing)
})

test('a dashboard that its creator takes leaves the turn of a kiosk', async () => {
  const me = await farm.as('Grupo')
  const first = data(await me.dashboards.create({ body: { displayName: 'Gate' } })).id
  const second = await ownDashboard(me)
  await give(me, second, 'House 1')
  const body = { kind: 'KIOSK' as const, turnDashboardIds: [second] }
  const { link } = data(await me.dashboards.createPublicLink({ params: { id: first }, body }))
  data(await board(`${link}.${second}`))
  data(await me.dashboards.removeDefault({ params: { id: farm.at['House 1']! } }))
  await expect(board(`${link}.${second}`)).rejects.toMatchObject(missing)
  expect(data(await board(link)).turn).toEqual([])
  expect(await changesOf(first, 'turn')).toEqual([
    { field: 'turn', old: null, new: ['All houses'] },
    { field: 'turn', old: ['All houses'], new: null },
  ])
})

test('the stream of a link ends at once when its dashboard changes hands', async () => {
  const me = await farm.as('Grupo')
  const id = await ownDashboard(me)
  await give(me, id, 'House 2')
  await publish(me, id)
  const { rows } = await farm.world.owner.query<{ id: string }>('select id from dashboard_public_links where dashboard_id = $1', [
    id,
  ])
  const stream = watchLink(
    farm.world,
    switchboard(farm.world.bus),
    { id: rows[0]!.id, dashboardId: id },
    { signal: new AbortController().signal, checkEvery: HOUR },
  )
  expect(await stream.next()).toMatchObject({ value: { type: 'alive' } })
  const over = stream.next()
  data(await me.dashboards.removeDefault({ params: { id: farm.at['House 2']! } }))
  expect(await over).toMatchObject({ done: true })
})
