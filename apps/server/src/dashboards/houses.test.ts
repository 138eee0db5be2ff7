import type { CategoryId } from '@steading/contract/devices/categories'
import { client } from '@steading/contract/http/client'
import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { anInterface } from '../../test/rules.ts'

let farm: Farm
let north: string
let south: string
let inSecond: string
let water: string
let inRoom: string
/** The default dashboard of Aves, written for all its houses. */
let ofAves: string
let gauge: string
let meters: string

const T1 = 'house:TEMPERATURE:1'
const T2 = 'house:TEMPERATURE:2'
const WATER = 'house:WATER_COUNTER:1'

const sensor = async (house: string, category: CategoryId, name: string, farmName = 'Paul') =>
  anInterface(farm, (await aTerminal(farm, farmName)).id, house, category, name)
const addTo = (me: Api, dashboardId: string) => (type: WidgetTypeName, configs: Record<string, unknown>) =>
  me.dashboards.addWidget({ body: { dashboardId, type, configs }, files: [] })
async function aDashboard(where: string) {
  const me = await farm.as(where)
  const { id } = data(await me.dashboards.create({ body: { displayName: 'All houses' } }))
  return { me, id, add: addTo(me, id) }
}

beforeAll(async () => {
  farm = await aFarm()
  south = await sensor('House 1', 'TEMPERATURE', 'Probe 10')
  north = await sensor('House 1', 'TEMPERATURE', 'Probe 2')
  const hidden = await sensor('House 1', 'TEMPERATURE', 'Probe 1')
  await farm.world.owner.query('update interfaces set hidden = true where id = $1', [hidden])
  const old = await aTerminal(farm)
  await anInterface(farm, old.id, 'House 1', 'TEMPERATURE', 'Probe 0')
  await farm.world.owner.query('update terminals set retired_at = now() where id = $1', [old.id])
  inSecond = await sensor('House 2', 'TEMPERATURE', 'Probe')
  water = await sensor('House 2', 'WATER_COUNTER', 'Water')
  inRoom = await sensor('Room 1', 'TEMPERATURE', 'Probe', 'Azinheira')
  const { me, id, add } = await aDashboard('Aves')
  ofAves = id
  gauge = data(await add('GAUGE', { interfaceId: T2 })).id
  meters = data(await add('CONSUMPTION', { interfaceIds: [WATER] })).id
  const { version } = data(await me.dashboards.info({ params: { id } }))
  data(await me.dashboards.setDefault({ params: { id: farm.at.Aves! }, body: { dashboardId: id, version } }))
})
afterAll(() => farm.close())

const housesFor = async (where: string, id = ofAves, categories?: string[]) =>
  data(await (await farm.as(where)).dashboards.houses({ params: { id }, query: { categories } })).map(house => [
    house.name,
    house.sensors,
  ])

test('a dashboard of an entity lists the houses below it, with their visible sensors in service numbered by name', async () => {
  expect(await housesFor('Grupo')).toEqual([
    ['House 1', { [T1]: north, [T2]: south }],
    ['House 2', { [T1]: inSecond, [WATER]: water }],
  ])
})

test('a dashboard lists the sensors of the categories that are asked for', async () => {
  expect(await housesFor('Aves', ofAves, ['WATER_COUNTER', 'CO2'])).toEqual([
    ['House 1', {}],
    ['House 2', { [WATER]: water }],
  ])
})

test('a sensor of the house makes a dashboard visible to nobody, and lists no house out of reach', async () => {
  for (const where of ['House 2', 'Azinheira']) await expect(housesFor(where)).rejects.toMatchObject(failing('NOT_FOUND'))
  const { me, id, add } = await aDashboard('Paul')
  data(await add('DIRECT_VALUE', { interfaceId: inSecond }))
  data(await add('GAUGE', { interfaceId: T1 }))
  const { version } = data(await me.dashboards.info({ params: { id } }))
  data(await me.dashboards.setDefault({ params: { id: farm.at.Paul! }, body: { dashboardId: id, version } }))
  expect(await housesFor('House 2', id, ['TEMPERATURE'])).toEqual([['House 2', { [T1]: inSecond }]])
})

test('an own dashboard lists all houses in reach', async () => {
  const { me } = await aDashboard('Grupo')
  const { id } = data(await me.dashboards.copy({ params: { id: ofAves } }))
  const listed = data(await me.dashboards.houses({ params: { id } }))
  expect(listed.map(({ name }) => name)).toEqual(['Room 1', 'House 1', 'House 2'])
})

test.each([
  ['GAUGE', { interfaceId: 'house:NO_SUCH:1' }, 'configs.interfaceId'],
  ['GAUGE', { interfaceId: 'house:TEMPERATURE:0' }, 'configs.interfaceId'],
  ['GAUGE', { interfaceId: 'house:DOOR_CONTACT:1' }, 'configs.interfaceId'],
  ['SIMPLE_MULTI_LINE_CHART', { interfaceIds: [T1, 'house:TEMPERATURE:-1'] }, 'configs.interfaceIds.1'],
  ['REGRESSION_CHART', { x: T1, y: 'house:TEMPERATURE:100' }, 'configs.y'],
  // A command is for one device, whatever house is shown.
  ['CONTROLLER', { interfaceId: 'house:FAN_RELAY:1' }, 'configs.interfaceId'],
] as const)('%s refuses %j at its field', async (type, configs, field) => {
  const { me, id, add } = await aDashboard('Aves')
  await expect(add(type, configs)).rejects.toMatchObject(failing('INVALID_INPUT', field))
  const place = { id: 'new-1', x: 0, y: 0, w: 4, h: 4 }
  const draft = { version: 1, layout: [place], added: [{ id: 'new-1', type, configs }], edited: [] }
  await expect(me.dashboards.saveDraft({ params: { id }, body: draft, files: [] })).rejects.toMatchObject(
    failing('INVALID_INPUT', `added.0.${field}`),
  )
})

test('a duplicated widget and a copied dashboard keep the sensors of the house', async () => {
  const { me, id, add } = await aDashboard('Aves')
  const widgetId = data(await add('GAUGE', { interfaceId: T2 })).id
  const twin = data(await me.dashboards.duplicateWidget({ body: { dashboardId: id, widgetId } }))
  expect(twin.configs).toMatchObject({ interfaceId: T2 })
  const copy = data(await me.dashboards.copy({ params: { id } }))
  const { widgets } = data(await me.dashboards.widgets({ params: { id: copy.id } }))
  expect(Object.values(widgets).map(({ configs }) => configs['interfaceId'])).toEqual([T2, T2])
})

test('content by the id of a widget is that of the chosen house, else of the first one', async () => {
  const me = await farm.as('Aves')
  const ask = (house?: string) => me.widgetData.consumption({ params: { id: meters }, query: { house } })
  expect(data(await ask(farm.at['House 2'])).interfaces.map(({ id }) => id)).toEqual([water])
  // The first house has no water meter, and the room is of another enterprise.
  for (const house of [undefined, farm.at['House 1'], farm.at['Room 1']])
    await expect(ask(house)).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a chart shows the series of the chosen house beside those of its other interfaces', async () => {
  const { me, add } = await aDashboard('Aves')
  const { id } = data(await add('SIMPLE_MULTI_LINE_CHART', { interfaceIds: [north, T1, T2] }))
  const ask = async (house?: string) =>
    data(await me.widgetData.series({ params: { id }, query: { house } })).map(({ interfaceId }) => interfaceId)
  expect(await ask()).toEqual([north, south])
  expect(await ask(farm.at['House 2'])).toEqual([north, inSecond])
})

test('a preview refuses a sensor of the house at its field', async () => {
  const me = await farm.as('Aves')
  await expect(
    me.widgetData.preview({ body: { type: 'CONSUMPTION', configs: { interfaceIds: [WATER] } } }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'configs.interfaceIds'))
})

test('a public link shows the houses of its dashboard with the named sensors alone, and serves no others', async () => {
  const creator = await farm.as('Grupo')
  const { link } = data(await creator.dashboards.createPublicLink({ params: { id: ofAves }, body: { kind: 'PUBLIC' } }))
  const calls = client(publicDashboards, {
    base: `${farm.url}/services`,
    headers: () => ({ 'x-tenant': '1', [PUBLIC_LINK_HEADER]: link }),
  })
  const board = data(await calls.widgets({ params: { id: link } }))
  expect(board.widgets[gauge]!.configs).toMatchObject({ interfaceId: T2 })
  expect(board.houses.map(({ name, sensors }) => [name, sensors])).toEqual([
    ['House 1', { [T2]: south }],
    ['House 2', { [WATER]: water }],
  ])
  const ids = [north, south, inSecond, water, inRoom]
  // Of the second house the water meter alone is named: it has no second sensor of temperature.
  expect(data(await calls.interfaces({ query: { ids } })).map(({ id }) => id)).toEqual([south, water])
  const ask = (house?: string) => calls.consumption({ params: { id: meters }, query: { house } })
  expect(data(await ask(farm.at['House 2'])).interfaces.map(({ id }) => id)).toEqual([water])
  for (const house of [farm.at['House 1'], farm.at['Room 1']])
    await expect(ask(house)).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a link shows no house of a dashboard whose first sensor of the house is newer, until it is renewed', async () => {
  const { me, id, add } = await aDashboard('Aves')
  data(await add('DIRECT_VALUE', { interfaceId: north }))
  const publish = () => me.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } })
  const old = data(await publish())
  const chart = data(await add('SIMPLE_MULTI_LINE_CHART', { interfaceIds: [north, T2] })).id
  const meter = data(await add('CONSUMPTION', { interfaceIds: [WATER] })).id
  const showsHouses = async () => data(await me.dashboards.publicLinks({ params: { id } })).map(link => link.showsHouses)
  expect(await showsHouses()).toEqual([false])
  const callsOf = (link: string) =>
    client(publicDashboards, {
      base: `${farm.url}/services`,
      headers: () => ({ 'x-tenant': '1', [PUBLIC_LINK_HEADER]: link }),
    })
  const shown = async (link: string) => {
    const calls = callsOf(link)
    const { houses } = data(await calls.widgets({ params: { id: link } }))
    const ids = [north, south, inSecond, water, inRoom]
    const interfaces = data(await calls.interfaces({ query: { ids } })).map(one => one.id)
    const series = data(await calls.series({ params: { id: chart }, query: {} })).map(one => one.interfaceId)
    return { houses: houses.map(({ name }) => name), interfaces, series }
  }
  expect(await shown(old.link)).toEqual({ houses: [], interfaces: [north], series: [north] })
  for (const house of [undefined, farm.at['House 2']])
    await expect(callsOf(old.link).consumption({ params: { id: meter }, query: { house } })).rejects.toMatchObject(
      failing('NOT_FOUND'),
    )
  const { link } = data(await publish())
  expect(await showsHouses()).toEqual([true])
  expect(await shown(link)).toEqual({
    houses: ['House 1', 'House 2'],
    interfaces: expect.arrayContaining([north, south, water]) as unknown,
    series: [north, south],
  })
})

test('a kiosk shows no houses of a dashboard in turn whose first sensor of the house is newer', async () => {
  const { me, id: first } = await aDashboard('Aves')
  const second = data(await me.dashboards.create({ body: { displayName: 'Second' } })).id
  data(await addTo(me, first)('GAUGE', { interfaceId: T2 }))
  const body = { kind: 'KIOSK' as const, turnDashboardIds: [second] }
  const { link, showsHouses } = data(await me.dashboards.createPublicLink({ params: { id: first }, body }))
  data(await addTo(me, second)('GAUGE', { interfaceId: T2 }))
  const calls = client(publicDashboards, { base: `${farm.url}/services`, headers: () => ({ 'x-tenant': '1' }) })
  const housesOf = async (id: string) => data(await calls.widgets({ params: { id } })).houses.map(({ name }) => name)
  expect(showsHouses).toBe(true)
  expect(await housesOf(link)).toEqual(['House 1', 'House 2'])
  expect(await housesOf(`${link}.${second}`)).toEqual([])
})

test('a chart of a dashboard without houses shows its named interfaces', async () => {
  const { me, id, add } = await aDashboard('Grupo')
  const chart = data(await add('SIMPLE_MULTI_LINE_CHART', { interfaceIds: [inRoom, T1] })).id
  const gaugeId = data(await add('CONSUMPTION', { interfaceIds: [WATER] })).id
  const entity = { type: 'GROUP' as const, parentId: farm.at.Grupo!, name: 'Without houses' }
  const empty = data(await me.entities.create({ body: entity, files: [] })).id
  const { version } = data(await me.dashboards.info({ params: { id } }))
  data(await me.dashboards.setDefault({ params: { id: empty }, body: { dashboardId: id, version } }))
  const ask = async (house?: string) =>
    data(await me.widgetData.series({ params: { id: chart }, query: { house } })).map(({ interfaceId }) => interfaceId)
  expect(await ask()).toEqual([inRoom])
  await expect(ask(farm.at['House 1'])).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(me.widgetData.consumption({ params: { id: gaugeId }, query: {} })).rejects.toMatchObject(failing('NOT_FOUND'))
})
