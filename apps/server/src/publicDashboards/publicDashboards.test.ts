import { client } from '@steading/contract/http/client'
import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { anInterface } from '../../test/rules.ts'

let farm: Farm
let shown: string
let hidden: string
let far: string
let meter: string
let batch: string
beforeAll(async () => {
  farm = await aFarm()
  const { id } = await aTerminal(farm)
  shown = await anInterface(farm, id, 'House 1', 'TEMPERATURE', 'North')
  hidden = await anInterface(farm, id, 'House 1', 'HUMIDITY', 'Not shown')
  far = await anInterface(farm, id, 'House 2', 'TEMPERATURE', 'Far')
  meter = await anInterface(farm, id, 'House 1', 'MILK_COUNTER', 'Milk')
  const body = { entityId: farm.at['House 2']!, openDate: new Date().toISOString(), species: 'BROILER' as const }
  batch = data(await (await farm.as('Paul')).batches.create({ body, files: [] })).id
})
afterAll(() => farm.close())

const callsOf = (link: string | undefined) => ({
  publicDashboards: client(publicDashboards, {
    base: `${farm.url}/services`,
    headers: () => ({ 'x-tenant': '1', ...(link !== undefined && { [PUBLIC_LINK_HEADER]: link }) }),
  }),
})
const missing = { failure: { code: 'NOT_FOUND' } }

async function published(includesAll = false) {
  const me = await farm.as('Paul')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'At the gate' } }))
  const add = async (
    type: 'CONTROLLER' | 'DIRECT_VALUE' | 'STICKY_NOTE' | 'COUNTER' | 'MULTIPLE_INTERFACES' | 'MILK',
    configs: object,
  ) => data(await me.dashboards.addWidget({ body: { dashboardId: id, type, configs: { ...configs } }, files: [] })).id
  const value = await add('DIRECT_VALUE', { interfaceId: shown })
  const note = await add('STICKY_NOTE', { text: 'Key under the mat' })
  const counter = await add('COUNTER', { type: 'EVENTS' })
  const { link } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC', includesAll } }))
  return { me, id, link, value, note, counter, add }
}

test('a public link shows its dashboard without notes', async () => {
  const { link, value, counter } = await published()
  const board = data(await callsOf(undefined).publicDashboards.widgets({ params: { id: link } }))
  expect(Object.keys(board.widgets)).toEqual([value, counter])
  expect(board).toMatchObject({ displayName: 'At the gate', kind: 'PUBLIC', layout: [{ id: value }, { id: counter }] })
  expect(data(await callsOf(undefined).publicDashboards.info({ params: { id: link } }))).toMatchObject({
    displayName: 'At the gate',
  })
})

test('a public link shows notes where its creator includes them', async () => {
  const { link, value, note, counter } = await published(true)
  const board = data(await callsOf(undefined).publicDashboards.widgets({ params: { id: link } }))
  expect(Object.keys(board.widgets)).toEqual([value, note, counter])
})

test('public calls serve the interfaces of the dashboard alone', async () => {
  const { link } = await published()
  const calls = callsOf(link)
  const ids = [shown, hidden]
  expect(data(await calls.publicDashboards.interfaces({ query: { ids } })).map(({ id }) => id)).toEqual([shown])
  expect(data(await calls.publicDashboards.last({ body: { interfaceIds: ids } })).map(one => one.interfaceId)).toEqual([shown])
  const aggregates = data(await calls.publicDashboards.lastAggregate({ body: { interfaceIds: ids, timezone: 'UTC' } }))
  expect(aggregates.map(one => one.interfaceId)).toEqual([shown])
  expect(data(await calls.publicDashboards.chartSeries({ query: { interfaceIds: ids } })).map(one => one.interfaceId)).toEqual([
    shown,
  ])
})

test('a public call without ids serves all interfaces of the dashboard', async () => {
  const { link, add } = await published()
  await add('MILK', { interfaceId: meter })
  const served = data(await callsOf(link).publicDashboards.interfaces({ query: {} })).map(({ id }) => id)
  expect(served).toEqual([shown, meter])
})

test('a device of a public dashboard has its last command, and not who gave it', async () => {
  const { me, link, add } = await published()
  const { id: terminal } = await aTerminal(farm)
  const fans = await anInterface(farm, terminal, 'House 1', 'VENTILATION_CONTROL', 'Fans')
  await farm.world.owner.query(
    `insert into commands (id, interface_id, terminal_id, sid, n, value, issued_at, ttl, hold, issuer_name, state)
     values ($1, $2, $3, 's', 1, '40', $4, 8000, 0, 'Maria Silva', 'DONE')`,
    ['0'.repeat(26), fans, terminal, new Date(farm.world.clock.now())],
  )
  await add('CONTROLLER', { interfaceId: fans })
  const command = { value: 40, state: 'DONE' }
  expect(data(await me.interfaces.details({ params: { id: fans } })).lastCommand).toMatchObject({ ...command, by: 'Maria Silva' })
  const served = data(await callsOf(link).publicDashboards.interfaces({ query: { ids: [fans] } }))
  expect(served).toMatchObject([{ id: fans, lastCommand: { ...command, by: null } }])
  expect(JSON.stringify(served)).not.toContain('Maria')
})

test('public calls answer 404 for widgets of other dashboards and types', async () => {
  const { link, value } = await published()
  const other = await published()
  const milk = await other.add('MILK', { interfaceId: meter })
  const calls = callsOf(link)
  for (const id of [value, milk]) await expect(calls.publicDashboards.milk({ params: { id } })).rejects.toMatchObject(missing)
  await expect(calls.publicDashboards.silo({ params: { id: other.value } })).rejects.toMatchObject(missing)
  expect(data(await callsOf(other.link).publicDashboards.milk({ params: { id: milk } }))).toMatchObject({
    interface: { id: meter },
  })
})

test('a list of the interfaces of an entity names them for a public link', async () => {
  const { link, add } = await published()
  const list = await add('MULTIPLE_INTERFACES', { entityId: farm.at['House 1'], categories: ['HUMIDITY'] })
  const board = data(await callsOf(undefined).publicDashboards.widgets({ params: { id: link } }))
  expect(board.widgets[list]!.configs).toMatchObject({ interfaceIds: [hidden] })
  expect(data(await callsOf(link).publicDashboards.interfaces({ query: { ids: [hidden] } }))).toHaveLength(1)
})

test('a list of chosen interfaces serves these alone to a public link, whatever entity it names', async () => {
  const { link, add } = await published()
  const list = await add('MULTIPLE_INTERFACES', { interfaceIds: [shown], entityId: farm.at['House 1'] })
  const board = data(await callsOf(undefined).publicDashboards.widgets({ params: { id: link } }))
  expect(board.widgets[list]!.configs).toMatchObject({ interfaceIds: [shown] })
  const ids = [shown, hidden, meter]
  expect(data(await callsOf(link).publicDashboards.interfaces({ query: { ids } })).map(({ id }) => id)).toEqual([shown])
})

test('a revoked or replaced link is dead at once, and no session is a link', async () => {
  const { me, id, link } = await published()
  const { link: kiosk } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'KIOSK' } }))
  const { link: next } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } }))
  await expect(callsOf(link).publicDashboards.interfaces({ query: { ids: [shown] } })).rejects.toMatchObject(missing)
  data(await callsOf(next).publicDashboards.interfaces({ query: { ids: [shown] } }))
  expect(data(await me.dashboards.publicLinks({ params: { id } })).map(({ kind }) => kind)).toEqual(['PUBLIC', 'KIOSK'])
  data(await me.dashboards.revokePublicLink({ params: { id }, query: {} }))
  for (const dead of [next, kiosk, undefined, 'x'.repeat(22)])
    await expect(callsOf(dead).publicDashboards.interfaces({ query: { ids: [shown] } })).rejects.toMatchObject(missing)
})

/** Changes the creator of the links of a dashboard. */
const changeCreator = (dashboardId: string, set: string) =>
  farm.world.owner.query(
    `update users set ${set} where id in (select created_by from dashboard_public_links where dashboard_id = $1)`,
    [dashboardId],
  )

test('a link shows no more than its creator sees now', async () => {
  const { id, link } = await published()
  const values = async () =>
    data(await callsOf(link).publicDashboards.last({ body: { interfaceIds: [shown] } })).map(one => one.interfaceId)
  expect(await values()).toEqual([shown])
  await changeCreator(id, 'restricted = true')
  await farm.world.owner.query(
    `insert into user_access select created_by, $2 from dashboard_public_links where dashboard_id = $1`,
    [id, farm.at['House 2']],
  )
  expect(await values()).toEqual([])
  expect(data(await callsOf(link).publicDashboards.interfaces({ query: { ids: [shown] } }))).toEqual([])
})

test('the link of somebody who may not sign in any more is dead', async () => {
  const { id, link } = await published()
  const board = () => callsOf(link).publicDashboards.widgets({ params: { id: link } })
  data(await board())
  await changeCreator(id, `status = 'INACTIVE'`)
  await expect(board()).rejects.toMatchObject(missing)
})

test('a link is stored as its hash alone', async () => {
  const { link } = await published()
  const { rows } = await farm.world.owner.query<{ found: boolean }>(
    `select exists (select 1 from dashboard_public_links l where l::text like '%' || $1 || '%')
       or exists (select 1 from audit where audit::text like '%' || $1 || '%') as found`,
    [link],
  )
  expect(rows).toEqual([{ found: false }])
})

/** A link of a dashboard that Room 1 has by default. */
async function publishedOfRoom() {
  const maker = await farm.as('Azinheira')
  const { id, version } = data(await maker.dashboards.create({ body: { displayName: 'Of Room 1' } }))
  data(await maker.dashboards.setDefault({ params: { id: farm.at['Room 1']! }, body: { dashboardId: id, version } }))
  const { link } = data(await maker.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } }))
  return { id, link }
}
const zoneOf = async (link: string) => data(await callsOf(undefined).publicDashboards.info({ params: { id: link } })).timeZone

test("a link of an entity's dashboard has days and times in the zone of the entity", async () => {
  const { id, link } = await publishedOfRoom()
  await changeCreator(id, `time_zone = 'Asia/Tokyo'`)
  expect(await zoneOf(link)).toBe('Europe/Lisbon')
  await farm.world.owner.query(`update entities set time_zone = 'Atlantic/Azores' where id = $1`, [farm.at['Room 1']])
  expect(await zoneOf(link)).toBe('Atlantic/Azores')
})

test('a link of an own dashboard has days and times in the zone of its creator', async () => {
  const { id, link } = await published()
  await farm.world.owner.query(`update entities set time_zone = 'Atlantic/Azores' where id = $1`, [farm.at.Paul])
  expect(await zoneOf(link)).toBe('Europe/Lisbon')
  await changeCreator(id, `time_zone = 'Asia/Tokyo'`)
  expect(await zoneOf(link)).toBe('Asia/Tokyo')
})

test('a link dies when its dashboard becomes that of somebody else', async () => {
  const maker = await farm.as('Paul')
  const keeper = await farm.as('Paul')
  const { id, version } = data(await maker.dashboards.create({ body: { displayName: 'For all of House 2' } }))
  const entity = { params: { id: farm.at['House 2']! } }
  data(await maker.dashboards.setDefault({ ...entity, body: { dashboardId: id, version } }))
  const { link } = data(await maker.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } }))
  const board = () => callsOf(link).publicDashboards.info({ params: { id: link } })
  expect(data(await board())).toMatchObject({ displayName: 'For all of House 2' })
  data(await keeper.dashboards.removeDefault(entity))
  await expect(board()).rejects.toMatchObject(missing)
})

test("a link dies when its creator no longer sees the entity's dashboard", async () => {
  const maker = await farm.as('Paul')
  const { id, version } = data(await maker.dashboards.create({ body: { displayName: 'Of House 2' } }))
  const entity = { params: { id: farm.at['House 2']! } }
  data(await maker.dashboards.setDefault({ ...entity, body: { dashboardId: id, version } }))
  const { link } = data(await maker.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } }))
  const board = () => callsOf(link).publicDashboards.info({ params: { id: link } })
  data(await board())
  await changeCreator(id, `entity_id = ${farm.at['House 1']}`)
  await expect(board()).rejects.toMatchObject(missing)
})

test("the link of an own dashboard shows what its creator's root entity holds, wherever that is now", async () => {
  const { id, link } = await published()
  const values = async () =>
    data(await callsOf(link).publicDashboards.last({ body: { interfaceIds: [shown] } })).map(one => one.interfaceId)
  await changeCreator(id, `entity_id = ${farm.at['House 1']}`)
  expect(await values()).toEqual([shown])
  await changeCreator(id, `entity_id = ${farm.at['House 2']}`)
  expect(await values()).toEqual([])
})

/** A kiosk of two dashboards of one person: one shows the sensor, one the meter of House 1. */
async function kiosk() {
  const me = await farm.as('Paul')
  const board = async (displayName: string, interfaceId: string) => {
    const { id } = data(await me.dashboards.create({ body: { displayName } }))
    const body = { dashboardId: id, type: 'DIRECT_VALUE' as const, configs: { interfaceId } }
    data(await me.dashboards.addWidget({ body, files: [] }))
    return id
  }
  const first = await board('Air', shown)
  const second = await board('Other house', far)
  const body = { kind: 'KIOSK' as const, includesAll: true, turnDashboardIds: [second, first] }
  const { link, turn } = data(await me.dashboards.createPublicLink({ params: { id: first }, body }))
  return { me, first, second, link, turn }
}

test('a kiosk shows its dashboards in turn, and each serves only what it shows', async () => {
  const { me, first, second, link, turn } = await kiosk()
  expect(turn).toEqual([{ id: second, displayName: 'Other house' }])
  expect(data(await me.dashboards.publicLinks({ params: { id: first } }))).toMatchObject([{ kind: 'KIOSK', turn }])
  const boardOf = async (id: string) => data(await callsOf(undefined).publicDashboards.widgets({ params: { id } }))
  const inTurn = [
    { id: first, displayName: 'Air', alarm: null, alarmPlace: null },
    { id: second, displayName: 'Other house', alarm: null, alarmPlace: null },
  ]
  expect(await boardOf(link)).toMatchObject({ id: first, turn: inTurn })
  expect(await boardOf(`${link}.${second}`)).toMatchObject({ id: second, displayName: 'Other house', turn: inTurn })
  const values = async (text: string) =>
    data(await callsOf(text).publicDashboards.last({ body: { interfaceIds: [shown, far] } })).map(one => one.interfaceId)
  expect(await values(link)).toEqual([shown])
  expect(await values(`${link}.${second}`)).toEqual([far])
})

test('a kiosk shows no dashboard that is not in its turn, and none that is deleted', async () => {
  const { me, second, link } = await kiosk()
  const other = await published()
  const board = (id: string) => callsOf(undefined).publicDashboards.info({ params: { id } })
  await expect(board(`${link}.${other.id}`)).rejects.toMatchObject(missing)
  data(await me.dashboards.remove({ params: { id: second } }))
  await expect(board(`${link}.${second}`)).rejects.toMatchObject(missing)
  expect(data(await board(link)).turn).toEqual([])
})

test.each([
  ['a dashboard of somebody else', 'KIOSK', 'turnDashboardIds.0', 'notFound'],
  ['a link that is no kiosk', 'PUBLIC', 'turnDashboardIds', 'leaveEmpty'],
] as const)('refuses dashboards in turn of %s', async (_, kind, field, code) => {
  const { me, id, link } = await published()
  const other = await published()
  const body = { kind, turnDashboardIds: [other.id] }
  await expect(me.dashboards.createPublicLink({ params: { id }, body })).rejects.toMatchObject({
    failure: { code: 'INVALID_INPUT', fields: [{ field, code }] },
  })
  data(await callsOf(undefined).publicDashboards.info({ params: { id: link } }))
})

/** Opens an event; answers its id. */
async function openEvent(source: 'PERSON' | 'RULE', where: string, severity: string) {
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into events (entity_id, source, title, severity, category, status, open_date)
     values ($1, $2, 'Too hot', $3, 'CLIMATE', 'OPEN', now()) returning id`,
    [farm.at[where], source, severity],
  )
  return rows[0]!.id
}

test('a kiosk learns which of its dashboards has an open alarm, and where', async () => {
  const { link } = await kiosk()
  const turn = async () => data(await callsOf(undefined).publicDashboards.info({ params: { id: link } })).turn
  const alarms = async () => (await turn()).map(({ alarm }) => alarm)
  await openEvent('PERSON', 'House 2', 'CRITICAL')
  expect(await alarms()).toEqual([null, null])
  const alarm = await openEvent('RULE', 'House 2', 'MAJOR')
  expect(await alarms()).toEqual([null, 'MAJOR'])
  expect((await turn()).map(({ alarmPlace }) => alarmPlace)).toEqual([null, 'Paul | House 2'])
  await openEvent('RULE', 'Paul', 'CRITICAL')
  expect(await alarms()).toEqual(['CRITICAL', 'CRITICAL'])
  await farm.world.owner.query(`update events set status = 'PENDING' where id <> $1`, [alarm])
  expect(await alarms()).toEqual([null, 'MAJOR'])
})

test.each([
  ['a map of everything', 'MAP', () => ({}), 'CRITICAL'],
  ['a count of all events', 'COUNTER', () => ({ type: 'EVENTS' }), 'CRITICAL'],
  ['a list of all events', 'SIMPLE_SEARCH_TABLE', () => ({ subject: 'EVENTS' }), 'CRITICAL'],
  ['a map of the house', 'MAP', () => ({ entityId: farm.at['House 2'] }), 'CRITICAL'],
  ['a figure of a batch in the house', 'BATCH_KPI_EVOLUTION', () => ({ batchId: batch }), 'CRITICAL'],
  ['a list of sensors of its own house', 'MULTIPLE_INTERFACES', () => ({ interfaceIds: [shown] }), null],
] as const)('a kiosk knows the open alarm of what %s shows', async (_, type, configs, alarm) => {
  const { me, first, link } = await kiosk()
  const widget = { dashboardId: first, type, configs: { ...configs() } }
  const alarmOf = async () => {
    const { turn } = data(await callsOf(undefined).publicDashboards.info({ params: { id: link } }))
    return turn.find(({ id }) => id === first)!.alarm
  }
  const event = await openEvent('RULE', 'House 2', 'CRITICAL')
  expect(await alarmOf()).toBeNull()
  data(await me.dashboards.addWidget({ body: widget, files: [] }))
  expect(await alarmOf()).toBe(alarm)
  await farm.world.owner.query('delete from events where id = $1', [event])
})

test('a link shows no interface once its creator may not read interfaces', async () => {
  const { id, link, add } = await published()
  const milk = await add('MILK', { interfaceId: meter })
  const calls = callsOf(link).publicDashboards
  const asks: (() => Promise<object>)[] = [
    () => calls.interfaces({ query: { ids: [shown] } }),
    () => calls.last({ body: { interfaceIds: [shown] } }),
    () => calls.lastAggregate({ body: { interfaceIds: [shown], timezone: 'UTC' } }),
    () => calls.chartSeries({ query: { interfaceIds: [shown] } }),
    () => calls.milk({ params: { id: milk } }),
  ]
  for (const ask of asks) expect(await ask()).toHaveProperty('data')
  await farm.world.owner.query(
    `delete from role_permissions where permission = 'interfaces.read' and role_id in (select role_id from users
       where id in (select created_by from dashboard_public_links where dashboard_id = $1))`,
    [id],
  )
  for (const ask of asks) await expect(ask()).rejects.toMatchObject(missing)
})
