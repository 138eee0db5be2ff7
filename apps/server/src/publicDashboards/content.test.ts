import { client } from '@steading/contract/http/client'
import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import type { Permission } from '@steading/contract/users/permissions'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { DAY } from '@steading/production/figures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse, aRule, tooHot } from '../../test/rules.ts'
import type { House } from '../../test/rules.ts'

let farm: Farm
let house: House
let manager: Api
let group: string
let batch: string
const HOUSES = ['House 1', 'Room 1'] as const
const ago = (days: number) => Date.now() - days * DAY
const iso = (ms: number) => new Date(ms).toISOString()
const missing = { failure: { code: 'NOT_FOUND' } }

beforeAll(async () => {
  farm = await aFarm()
  manager = await farm.as('Grupo')
  house = await aHouse(farm)
  const books = createBooks(farm)
  for (const where of HOUSES) {
    const entityId = farm.at[where]!
    const event = { severityLevel: 'MAJOR', description: '', category: 'SECURITY', cause: 'UNKNOWN', status: 'OPEN' } as const
    data(
      await manager.events.create({ body: { ...event, entityId, title: `Door of ${where}`, openDate: iso(ago(1)) }, files: [] }),
    )
    data(await manager.tasks.create({ body: { entityId, title: `Clean ${where}`, dueDate: iso(ago(-1)) }, files: [] }))
    const { id } = data(
      await manager.batches.create({ body: { entityId, openDate: iso(ago(9)), species: 'BROILER' }, files: [] }),
    )
    if (where === 'House 1') batch = id
    const booked = { id: '', at: ago(5), ageDays: 4, pending: false, weight: null } as const
    await books.move(id, [
      { ...booked, at: ago(8), ageDays: 1, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 100, weight: 4 },
      { ...booked, action: 'EXIT', actionType: 'DEATH', number: 3 },
      { ...booked, action: 'EXIT', actionType: 'EXTERNAL_SALE', number: 10, weight: 1000 },
    ])
  }
  await farm.world.owner.query('update entities set latitude = 39, longitude = -8 where id = any($1::bigint[])', [
    [farm.at.Paul, farm.at.Azinheira],
  ])
  const { entityId, sectorId, terminalId, temperature } = house
  const rule = await aRule(farm, { entityId, sectorId, terminalId, displayName: 'Too hot', ...tooHot(temperature) })
  group = data(await manager.groups.create({ body: { entityId: farm.at.Aves!, displayName: 'Summer', ruleIds: [rule] } })).id
})
afterAll(() => farm.close())

const linkHeaders = (link: string) => ({ 'x-tenant': '1', [PUBLIC_LINK_HEADER]: link })
const callsOf = (link: string) => client(publicDashboards, { base: `${farm.url}/services`, headers: () => linkHeaders(link) })

/** A dashboard of a person at the group with a public link. */
async function published({ includesAll = true, permissions }: { includesAll?: boolean; permissions?: Permission[] } = {}) {
  const me = await farm.as('Grupo', permissions)
  const { id } = data(await me.dashboards.create({ body: { displayName: 'At the gate' } }))
  const { link } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC', includesAll } }))
  const calls = callsOf(link)
  const add = async (type: WidgetTypeName, configs: object = {}) =>
    data(await me.dashboards.addWidget({ body: { dashboardId: id, type, configs: { ...configs } }, files: [] })).id
  const content = async (widgetId: string) => data(await calls.content({ params: { id: widgetId } }))
  return { me, id, link, calls, add, content, show: async (...widget: Parameters<typeof add>) => content(await add(...widget)) }
}

/** The creator sees but this entity from now on. */
const restrict = (dashboardId: string, where: string) =>
  farm.world.owner.query(
    `with creator as (update users set restricted = true
       where id in (select created_by from dashboard_public_links where dashboard_id = $1) returning id)
     insert into user_access select id, $2 from creator`,
    [dashboardId, farm.at[where]],
  )

test('shows counts of events and rules', async () => {
  const { show } = await published()
  expect(await show('COUNTER', { type: 'EVENTS' })).toEqual({
    eventCount: { total: 2, bySeverity: { LOW: 0, MODERATE: 0, MAJOR: 2, CRITICAL: 0 } },
  })
  expect(await show('COUNTER', { type: 'EVENTS', status: 'CLOSED' })).toEqual({ eventCount: { total: 0 } })
  expect(await show('COUNTER', { type: 'RULES' })).toMatchObject({ ruleCount: { undeployedRules: 1 } })
})

test('shows rule groups and the map without links and boundaries that are not asked for', async () => {
  const { show } = await published()
  expect(await show('RULE_GROUPS', { groupIds: [group] })).toMatchObject({
    ruleGroups: [{ displayName: 'Summer', counts: { undeployedRules: 1 } }],
  })
  const { map } = await show('MAP', { boundaries: false })
  expect(map?.map(({ name, worst, areaBoundaries, hasPlaceAbove }) => [name, worst, areaBoundaries, hasPlaceAbove])).toEqual([
    ['Azinheira', 'MAJOR', null, false],
    ['Paul', 'MAJOR', null, false],
  ])
  expect(map?.[0]).not.toHaveProperty('dashboard')
})

test('shows figures of batches', async () => {
  const { show } = await published()
  expect(await show('SIMPLE_BATCH_INFO', { option: 'OPEN' })).toEqual({ openBatches: 2 })
  expect(await show('SIMPLE_BATCH_INFO', { option: 'MORTALITY' })).toMatchObject({ batchInfo: { batches: 0 } })
  expect(await show('MORTALITY_BY_CAUSE')).toMatchObject({ mortalityByCause: { total: 6, batches: 2 } })
  expect(await show('ANIMAL_WEIGHT', { mode: 'TOTALS' })).toMatchObject({ animalsByWeight: { total: 20, farms: [] } })
  expect((await show('ANIMAL_WEIGHT', { mode: 'PER_FARM' })).animalsByWeight?.farms).toHaveLength(2)
  expect(await show('BATCH_KPI_EVOLUTION', { batchId: batch, kpi: 'MORTALITY' })).toMatchObject({
    batchEvolution: { batch: { id: batch }, kpi: 'MORTALITY' },
  })
  const { batchKpi } = await show('SCORE_CARD', { source: 'BATCH', entityId: farm.at['House 1'], kpi: 'mortality' })
  expect(batchKpi).toMatchObject({ batch: { id: batch, species: 'BROILER' }, kpis: { mortality: 3 }, previous: null })
  expect(Object.keys(batchKpi!.kpis)).toEqual(['mortality'])
})

test('shows the KPI of a score card that names a sensor of the house in a field that does not count', async () => {
  const { show } = await published()
  const card = { source: 'BATCH', entityId: farm.at['House 1'], kpi: 'mortality', interfaceId: 'house:CO2:1' }
  expect((await show('SCORE_CARD', card)).batchKpi).toMatchObject({ kpis: { mortality: 3 } })
})

test.each([
  ['EVENTS', ['Door of House 1', 'Door of Room 1']],
  ['TASKS', ['Clean House 1', 'Clean Room 1']],
  ['RULES', ['Too hot']],
  ['INTERFACES', ['Fan', 'Temperature north', 'Ventilation']],
] as const)('shows the rows of a list of %s where the creator includes lists', async (subject, names) => {
  const { show } = await published()
  const { table } = await show('SIMPLE_SEARCH_TABLE', { subject })
  expect(table).toMatchObject({ total: names.length, content: { subject } })
  expect(table?.content.rows.map(({ name }) => name).toSorted()).toEqual(names)
})

test.each([
  ['TERMINALS', 1],
  ['BATCHES', 2],
] as const)('shows the rows of a list of %s', async (subject, total) => {
  const { show } = await published()
  const { table } = await show('SIMPLE_SEARCH_TABLE', { subject })
  expect(table).toMatchObject({ total, content: { subject } })
  expect(table?.content.rows).toHaveLength(total)
})

test('leaves out the values of hidden columns', async () => {
  const { show } = await published()
  const rowOf = async (configs: object) => (await show('SIMPLE_SEARCH_TABLE', configs)).table?.content.rows[0]
  expect(Object.keys((await rowOf({ subject: 'BATCHES' }))!).toSorted()).toEqual([
    'animals',
    'isOpen',
    'name',
    'openDate',
    'place',
    'species',
  ])
  expect(Object.keys((await rowOf({ subject: 'BATCHES', batchColumns: ['house', 'status'] }))!).toSorted()).toEqual([
    'isOpen',
    'name',
    'place',
  ])
  expect(await rowOf({ subject: 'RULES', ruleColumns: ['version'] })).toEqual({
    name: 'Too hot',
    place: expect.any(String) as string,
  })
})

test('names nobody, whatever the widget shows', async () => {
  const { show } = await published()
  const { rows: people } = await farm.world.owner.query<{ name: string }>('select short_name as name from users')
  for (const subject of ['EVENTS', 'TASKS', 'RULES', 'INTERFACES', 'TERMINALS', 'BATCHES']) {
    const text = JSON.stringify(await show('SIMPLE_SEARCH_TABLE', { subject }))
    for (const { name } of people) expect(text).not.toContain(`"${name}"`)
    expect(text).not.toMatch(/userId|createdBy|assignee/)
  }
})

test('shows no more than the creator of the link sees now', async () => {
  const { id, add, content } = await published()
  const ids = {
    events: await add('COUNTER', { type: 'EVENTS' }),
    map: await add('MAP'),
    deaths: await add('MORTALITY_BY_CAUSE'),
    open: await add('SIMPLE_BATCH_INFO', { option: 'OPEN', entityIds: [farm.at.Azinheira, farm.at.Paul] }),
    table: await add('SIMPLE_SEARCH_TABLE', { subject: 'EVENTS' }),
    groups: await add('RULE_GROUPS', { groupIds: [group] }),
    curve: await add('BATCH_KPI_EVOLUTION', { batchId: batch }),
  }
  await restrict(id, 'Azinheira')
  expect(await content(ids.events)).toMatchObject({ eventCount: { total: 1 } })
  expect((await content(ids.map)).map?.map(({ name }) => name)).toEqual(['Azinheira'])
  expect(await content(ids.deaths)).toMatchObject({ mortalityByCause: { total: 3, batches: 1 } })
  expect(await content(ids.open)).toEqual({ openBatches: 1 })
  expect((await content(ids.table)).table?.content.rows.map(({ name }) => name)).toEqual(['Door of Room 1'])
  expect(await content(ids.groups)).toEqual({ ruleGroups: [] })
  await expect(content(ids.curve)).rejects.toMatchObject(missing)
})

test('answers 404 for what the creator of the link has no right to', async () => {
  const { show } = await published({ permissions: ['entities.read'] })
  expect((await show('MAP')).map?.map(({ worst }) => worst)).toEqual([null, null])
  for (const [type, configs] of [
    ['COUNTER', { type: 'EVENTS' }],
    ['COUNTER', { type: 'RULES' }],
    ['MORTALITY_BY_CAUSE', {}],
    ['SCORE_CARD', { source: 'BATCH', entityId: farm.at['House 1'], kpi: 'mortality' }],
    ['SIMPLE_SEARCH_TABLE', { subject: 'TASKS' }],
  ] as const)
    await expect(show(type, configs)).rejects.toMatchObject(missing)
})

test('a right that the creator loses is lost to the link', async () => {
  const { id, add, content } = await published({ permissions: ['events.read'] })
  const counter = await add('COUNTER', { type: 'EVENTS' })
  expect(await content(counter)).toMatchObject({ eventCount: { total: 2 } })
  await farm.world.owner.query(
    `delete from role_permissions where role_id in (select role_id from users
       where id in (select created_by from dashboard_public_links where dashboard_id = $1))`,
    [id],
  )
  await expect(content(counter)).rejects.toMatchObject(missing)
})

test('answers 404 for other dashboards, for lists that are left out, and for widgets without content', async () => {
  const { add, content } = await published({ includesAll: false })
  const other = await published()
  const list = await add('SIMPLE_SEARCH_TABLE', { subject: 'EVENTS' })
  const title = await add('TITLE', { text: 'House' })
  const foreign = await other.add('COUNTER', { type: 'EVENTS' })
  for (const id of [list, title, foreign]) await expect(content(id)).rejects.toMatchObject(missing)
})

test('a link operates nothing and is no session', async () => {
  const { link } = await published()
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${farm.url}/services${path}`, { ...init, headers: { ...linkHeaders(link), 'content-type': 'application/json' } })
  const fan = `/interfaces/${house.entityId}/terminals/${house.terminalId}/interfaces/${house.fan}/actuate`
  expect((await ask(fan, { method: 'POST', body: JSON.stringify({ value: true }) })).status).toBe(401)
  expect((await ask('/events/count')).status).toBe(401)
  expect((await ask('/live')).status).toBe(401)
})
