import { CATEGORIES, CATEGORY_IDS } from '@steading/contract/devices/categories'
import { DEFAULT_CATEGORIES } from '@steading/contract/devices/interfaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse, aRule, tooHot } from '../../test/rules.ts'
import { createInterface } from './interfaces.ts'
import type { InterfaceWish } from './interfaces.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Suínos')
})
afterAll(() => farm.close())

const failing = (code: string) => ({ failure: expect.objectContaining({ code }) })
const add = (terminalId: string, where: string, more: Partial<InterfaceWish> = {}) =>
  farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.services.devices, {
      displayName: 'Air',
      terminalId,
      entityId: farm.at[where]!,
      category: 'TEMPERATURE',
      address: 'a',
      ...more,
    }),
  )

test('units and labels, in every language', async () => {
  const units = data(await api.interfaces.unitTypes({}))
  expect(new Set(units.map(unit => unit.value)).size).toBe(units.length)
  const of = (value: string) => units.find(unit => unit.value === value)?.properties
  expect(of('CELSIUS')).toMatchObject({ symbol: '°C', name: { 'en-US': 'degrees Celsius' } })
  expect(of('BOOLEAN_DOOR')).toMatchObject({ symbol: '', name: { 'pt-PT': { true: 'Aberta', false: 'Fechada' } } })
  expect(of('GRAM')).toMatchObject({ symbol: 'g' })
  for (const { properties } of units) expect(Object.keys(properties.name)).toHaveLength(6)
})

test('lists all 39 categories, those of analytics and those with a default', async () => {
  const all = data(await api.interfaces.categories({}))
  expect(all.map(one => one.id)).toEqual(CATEGORY_IDS)
  expect(all).toHaveLength(39)
  for (const one of all) {
    const { dataType, direction, unit, labels, min, max, history } = CATEGORIES[one.id]
    expect(one).toMatchObject({ dataType, direction, min, max, historyConfiguration: history.mode })
    expect(one.unitType?.properties.symbol).toBe(unit ? unit.symbol : labels ? '' : undefined)
    expect(Object.values(one.name).every(name => name.length > 1)).toBe(true)
  }
  expect(all.find(one => one.id === 'ANIMAL_SCALE')?.poultry).toMatchObject({ unitType: { value: 'GRAM' }, max: 25_000 })
  expect(data(await api.interfaces.analyticsCategories({})).map(one => one.id)).toEqual(
    CATEGORY_IDS.filter(id => id !== 'TEXT_STATE'),
  )
  expect(data(await api.interfaces.defaultCategories({})).map(one => one.id)).toEqual(DEFAULT_CATEGORIES)
  expect(data(await api.interfaces.dataTypes({}))).toEqual(['BOOLEAN', 'STRING', 'DECIMAL', 'INTEGER'])
  expect(data(await api.interfaces.interfaceTypes({}))).toEqual(['IN', 'OUT', 'IN_OUT'])
})

test('lists hidden interfaces only on request', async () => {
  const { id: terminalId } = await aTerminal(farm, 'Room 1')
  const hidden = await add(terminalId, 'Room 1', { displayName: 'Hidden air', hidden: true })
  const at = { id: farm.at['Room 1']!, terminalId }
  const lists = async (query: { withHidden?: boolean }) =>
    [
      await api.interfaces.list({ query }),
      await api.interfaces.list({ query: { ...query, terminalId } }),
      await api.interfaces.ofEntities({ query: { ...query, entityIds: [at.id] } }),
      await api.interfaces.atEntity({ params: { id: at.id }, query }),
      await api.interfaces.atTerminal({ params: at, query }),
    ].map(answer => data(answer).some(one => one.id === hidden))
  expect(await lists({})).toEqual([false, false, false, false, false])
  expect(await lists({ withHidden: true })).toEqual([true, true, true, true, true])
  const found = async (query: { hidden?: boolean }) =>
    data(await api.interfaces.search({ query: { ...query, search: 'hidden air' } })).content.map(one => one.id)
  expect([await found({}), await found({ hidden: true }), await found({ hidden: false })]).toEqual([[hidden], [hidden], []])
})

test('interfaces to choose from: in reach, by name, filtered', async () => {
  const one = await aTerminal(farm, 'Azinheira')
  const two = await aTerminal(farm, 'Room 1')
  const b = await add(one.id, 'Azinheira', { displayName: 'B air' })
  const a = await add(two.id, 'Room 1', { displayName: 'A air', historyConfiguration: 'ALL_VALUES' })
  const door = await add(two.id, 'Room 1', { displayName: 'C door', category: 'DOOR_CONTACT' })
  await add((await aTerminal(farm)).id, 'Paul')
  const ids = (answer: readonly { id: string }[]) => answer.map(each => each.id)
  expect(data(await api.interfaces.list({ query: {} }))[0]).toEqual({
    id: a,
    displayName: 'A air',
    category: 'TEMPERATURE',
    terminalInterfaceDataType: 'DECIMAL',
    terminalInterfaceType: 'IN',
    unit: '°C',
    historyConfiguration: 'ALL_VALUES',
    hidden: false,
    max: 80,
    calculated: false,
    entity: { id: farm.at['Room 1'], name: 'Room 1', displayName: 'Azinheira | Room 1', type: 'SECTOR' },
    terminal: { id: two.id, displayName: 'Box of the test', connected: false, retired: false },
  })
  const list = async (query: Parameters<Api['interfaces']['list']>[0]['query']) => ids(data(await api.interfaces.list({ query })))
  expect(await list({})).toEqual([a, b, door])
  expect(await list({ search: 'AIR' })).toEqual([a, b])
  expect(await list({ category: 'DOOR_CONTACT' })).toEqual([door])
  expect(await list({ dataType: 'BOOLEAN' })).toEqual([door])
  expect(await list({ historyConfiguration: 'TIME_INTERVAL' })).toEqual([b])
  expect(await list({ terminalId: two.id })).toEqual([a, door])
  expect(await list({ entityId: farm.at['Room 1'] })).toEqual([a, door])
  const at = { id: farm.at.Azinheira! }
  expect(ids(data(await api.interfaces.atEntity({ params: at, query: { dataType: 'DECIMAL' } })))).toEqual([a, b])
  expect(ids(data(await api.interfaces.atTerminal({ params: { ...at, terminalId: one.id }, query: {} })))).toEqual([b])
  expect(ids(data(await api.interfaces.ofEntities({ query: { entityIds: [farm.at['Room 1']!, farm.at.Paul!] } })))).toEqual([
    a,
    door,
  ])
  for (const call of [
    () => api.interfaces.atEntity({ params: { id: farm.at.Paul! }, query: {} }),
    () => api.interfaces.atTerminal({ params: { id: farm.at.Paul!, terminalId: one.id }, query: {} }),
    () => api.interfaces.overview({ query: { entityId: farm.at.Paul! } }),
  ])
    await expect(call()).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('counts the interfaces with a value', async () => {
  const { id: t } = await aTerminal(farm, 'Azinheira', { timeOut: 60 })
  const fresh = await add(t, 'Room 1')
  const stale = await add(t, 'Room 1')
  const bad = await add(t, 'Room 1')
  const onChange = await add(t, 'Room 1', { category: 'RAIN' })
  const now = new Date(farm.world.clock.now())
  const addReading = (id: string, age: number, flags: number) =>
    farm.world.owner.query(
      `insert into last_values (interface_id, ts, received_at, value, flags) values ($1, $4::timestamptz - $2 * interval '1 s', $4, 1, $3)`,
      [id, age, flags, now],
    )
  await addReading(fresh, 1, 16)
  await addReading(stale, 61, 16)
  await addReading(bad, 1, 17)
  await addReading(onChange, 3600, 16)
  await farm.world.owner.query('update terminal_links set last_communication_at = $2 where terminal_id = $1', [t, now])
  // Three interfaces without a reading, and the hidden one.
  const before = { total: 4, fresh: 0, stale: 0, bad: 0, never: 4 }
  const after = { total: before.total + 4, fresh: 2, stale: 1, bad: 1, never: before.never }
  expect(data(await api.interfaces.overview({ query: {} }))).toEqual(after)
  expect(data(await api.interfaces.overview({ query: { entityId: farm.at.Azinheira! } }))).toEqual(after)
  // As the interfaces themselves say it.
  const shown = data(await api.interfaces.byIds({ query: { ids: [fresh, stale, bad, onChange] } }))
  expect(shown.map(one => [one.stale, one.good])).toEqual([[false, true], [true, true], [false, false], [false, true]]) // prettier-ignore

  // Those of a box that was retired are none of them.
  await farm.world.owner.query('update terminals set retired_at = now() where id = $1', [t])
  const left = { ...before, fresh: 0, stale: 0, bad: 0 }
  expect(data(await api.interfaces.overview({ query: { entityId: farm.at.Azinheira! } }))).toEqual(left)
  // The list has as many, save where one asks for that box.
  const listed = async (query: object) => data(await api.interfaces.search({ query })).totalElements
  expect(await listed({ entityId: farm.at.Azinheira! })).toBe(left.total)
  expect(await listed({ terminalId: t })).toBe(4)
})

test('rules of each interface, and which an alarm in service watches', async () => {
  const { id: t } = await aTerminal(farm, 'Azinheira')
  const watched = await add(t, 'Room 1')
  const free = await add(t, 'Room 1')
  const rules = await Promise.all(
    ['DEPLOYED', 'ERROR', 'UNDEPLOYED', 'PENDING_DEPLOY', 'PENDING_UNDEPLOY'].map(async status => {
      const id = await aRule(farm, { displayName: 'Hot', entityId: farm.at.Azinheira!, ...tooHot(watched) })
      await farm.world.owner.query("update rules set deployment_status = $2, desired = $2 = 'DEPLOYED' where id = $1", [
        id,
        status,
      ])
      return id
    }),
  )
  const counts = { activeRules: 1, errorRules: 1, undeployedRules: 1, pendingRules: 2 }
  const none = { activeRules: 0, errorRules: 0, undeployedRules: 0, pendingRules: 0 }
  const query = { terminalId: t, sortProperty: 'id' as const, sortDirection: 'ASC' as const }
  expect(data(await api.interfaces.search({ query })).content).toMatchObject([counts, none])
  expect(data(await api.interfaces.details({ params: { id: watched } }))).toMatchObject(counts)
  const check = async () => data(await api.interfaces.withAlarms({ query: { interfaceIds: [watched, free, '999999'] } }))
  expect(await check()).toEqual([
    { interfaceId: watched, hasAlarms: true, limits: [{ value: 30, logicOperator: 'GREATER', severityLevel: 'CRITICAL' }] },
    { interfaceId: free, hasAlarms: false, limits: [] },
  ])
  await farm.world.owner.query("update rules set deployment_status = 'ERROR' where id = any($1)", [rules])
  expect((await check())[0]).toMatchObject({ hasAlarms: false, limits: [] })
})

test('an output shows whether a rule drives it, also without access to the rule', async () => {
  const { fan, ventilation, temperature, terminalId } = await aHouse(farm)
  const inputs = { sensors: [temperature], outputs: [fan], mode: 'COOL', setPoint: 21, differential: 1 }
  const rule = await aRule(farm, { displayName: 'Fans', entityId: farm.at.Aves!, terminalId, template: 'THERMOSTAT', inputs })
  const keeper = await farm.as('Paul')
  const driven = async () =>
    data(await keeper.interfaces.byIds({ query: { ids: [temperature, fan, ventilation] } })).map(one => one.driven)
  const set = (status: string, running: number | null) =>
    farm.world.owner.query('update rules set deployment_status = $2, running_version = $3 where id = $1', [rule, status, running])
  expect(await driven()).toEqual([false, false, false])
  for (const [status, running] of [
    ['DEPLOYED', null],
    ['PENDING_UNDEPLOY', 1],
    ['PENDING_DEPLOY', 1],
  ] as const) {
    // prettier-ignore
    await set(status, running)
    expect(await driven()).toEqual([false, true, false])
  }
  for (const status of ['UNDEPLOYED', 'PENDING_DEPLOY', 'ERROR']) {
    await set(status, null)
    expect(await driven()).toEqual([false, false, false])
  }
})
