import { CATEGORIES, CATEGORY_IDS } from '@steading/contract/devices/categories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside } from '../../test/beside.ts'
import { aClaimedBox, aTerminal, batch, session } from '../../test/box.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createInterface } from './interfaces.ts'
import type { InterfaceWish } from './interfaces.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const body = (terminalId: string, more: object = {}) => ({
  displayName: 'Air',
  terminalId,
  entityId: farm.at['House 1']!,
  category: 'TEMPERATURE' as const,
  address: 'house1/temperature',
  ...more,
})
const add = (terminalId: string, more: Partial<InterfaceWish> = {}) =>
  farm.world.db.work(farm.system, work => createInterface(work, farm.app.services.devices, body(terminalId, more)))
const ixOf = async (id: string) => {
  const { rows } = await farm.world.owner.query<{ ix: number }>('select ix from interfaces where id = $1', [id])
  return rows[0]!.ix
}

test('an interface shows that its box was retired', async () => {
  const terminal = await aTerminal(farm)
  const made = data(await api.interfaces.create({ body: body(terminal.id) }))
  expect(made.terminal.retired).toBe(false)
  await farm.world.owner.query('update terminals set retired_at = now() where id = $1', [terminal.id])
  expect(data(await api.interfaces.details({ params: { id: made.id } })).terminal.retired).toBe(true)
})

test('refuses an interface at a concurrently deleted box', async () => {
  const { id } = await aTerminal(farm)
  const deletion = `with held as (select id from terminals where id = $1 for update)
    update terminals set retired_at = now(), deleted_at = now() where id in (select id from held)`
  const made = beside(farm, deletion, [id], () => api.interfaces.create({ body: body(id) }))
  await expect(made).rejects.toMatchObject(failing('INVALID_INPUT', 'terminalId'))
})

describe('create', () => {
  test('takes the defaults of the category', async () => {
    const terminal = await aTerminal(farm)
    const made = data(await api.interfaces.create({ body: body(terminal.id) }))
    expect(made).toMatchObject({
      displayName: 'Air',
      category: 'TEMPERATURE',
      terminalInterfaceDataType: 'DECIMAL',
      terminalInterfaceType: 'IN',
      unit: '°C',
      decimals: 1,
      min: -40,
      max: 80,
      entity: { id: farm.at['House 1'], displayName: 'Paul | House 1' },
      terminal: { id: terminal.id, connected: false },
      historyConfiguration: 'TIME_INTERVAL',
      historySeconds: 300,
      lastReadingTimestampUtc: null,
      lastConvertedReading: null,
      stale: true,
      good: false,
      lastCommand: null,
      version: 1,
    })
    const { rows } = await farm.world.owner.query(
      "select count(*)::int as n from audit where object_type = 'interface' and object_id = $1",
      [made.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('output addresses are unique, inputs may share a register', async () => {
    const terminal = await aTerminal(farm)
    const elsewhere = await aTerminal(farm)
    const fan = { category: 'VENTILATION_CONTROL' as const, displayName: 'Fan 1', address: 'out/1' }
    const create = (more: object, id = terminal.id) => api.interfaces.create({ body: body(id, { ...fan, ...more }) })
    const taken = {
      failure: {
        code: 'INVALID_INPUT',
        fields: [{ field: 'address', code: 'addressInUse', message: expect.stringContaining('Fan 1') as string }],
      },
    }
    const first = data(await create({}))
    await expect(create({ displayName: 'Fan 2' })).rejects.toMatchObject(taken)
    const both = await Promise.allSettled(['a', 'b'].map(name => create({ displayName: `Fan ${name}`, address: 'out/9' })))
    expect(both.map(promiseSettledResult => promiseSettledResult.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    data(await create({ displayName: 'Fan 2' }, elsewhere.id))
    for (const displayName of ['Air', 'Air again']) data(await create({ category: 'TEMPERATURE', displayName, address: 'out/1' }))
    const second = data(await create({ displayName: 'Fan 2', address: 'out/2' }))
    const params = { e: second.entity.id, t: terminal.id, i: second.id }
    await expect(api.interfaces.edit({ params, body: { address: 'out/1', version: 1 } })).rejects.toMatchObject(taken)
    data(await api.interfaces.edit({ params, body: { displayName: 'Fan two', address: 'out/2', version: 1 } }))
    data(await api.interfaces.remove({ params: { ...params, i: first.id } }))
    data(await api.interfaces.edit({ params, body: { address: 'out/1', version: 2 } }))
    await expect(create({ address: 'out/3', factor: 0 })).rejects.toMatchObject({
      failure: { fields: [{ field: 'factor', code: 'factor' }] },
    })
  })

  test('of every category, each with an index of its own', async () => {
    const terminal = await aTerminal(farm)
    const ids = await Promise.all(CATEGORY_IDS.map(category => add(terminal.id, { category, address: category })))
    expect((await Promise.all(ids.map(ixOf))).toSorted((a, b) => a - b)).toEqual(CATEGORY_IDS.map((_, k) => k))
    const found = data(await api.interfaces.byIds({ query: { ids } }))
    for (const one of found) {
      const category = CATEGORIES[one.category]
      expect(one).toMatchObject({
        terminalInterfaceDataType: category.dataType,
        terminalInterfaceType: category.direction,
        min: category.min,
      })
    }
    const poultry = await add(terminal.id, { category: 'ANIMAL_SCALE', poultry: true })
    expect(data(await api.interfaces.details({ params: { id: poultry } }))).toMatchObject({
      unit: 'g',
      max: 25_000,
      decimals: 0,
      historyConfiguration: 'ALL_VALUES',
      historySeconds: null,
    })
  })

  test('only a counter has a modulus and a maximum rate', async () => {
    const terminal = await aTerminal(farm)
    const meter = { modulus: 1_000_000, maxRate: 100 }
    const made = data(await api.interfaces.create({ body: body(terminal.id, { category: 'WATER_COUNTER', ...meter }) }))
    expect(made).toMatchObject(meter)
    expect(data(await api.interfaces.details({ params: { id: made.id } }))).toMatchObject(meter)
    const refused = api.interfaces.create({ body: body(terminal.id, meter) })
    await expect(refused).rejects.toMatchObject(failing('INVALID_INPUT', 'modulus'))
  })

  test('only a silo has a capacity in kg', async () => {
    const terminal = await aTerminal(farm)
    const silo = { category: 'SILO_WEIGHT' as const, capacity: 15_000 }
    const { id } = data(await api.interfaces.create({ body: body(terminal.id, silo) }))
    const shown = data(await api.interfaces.details({ params: { id } }))
    expect(shown).toMatchObject({ capacity: 15_000 })
    const params = { e: shown.entity.id, t: shown.terminal.id, i: id }
    expect(data(await api.interfaces.edit({ params, body: { capacity: 10_000, version: 1 } }))).toMatchObject({
      capacity: 10_000,
    })
    expect(data(await api.interfaces.edit({ params, body: { capacity: null, version: 2 } }))).not.toHaveProperty('capacity')
    for (const wrong of [{ capacity: 10 }, { ...silo, capacity: 0 }, { ...silo, capacity: 60_001 }])
      await expect(api.interfaces.create({ body: body(terminal.id, wrong) })).rejects.toMatchObject(
        failing('INVALID_INPUT', 'capacity'),
      )
  })

  test('never gives out an index again', async () => {
    const terminal = await aTerminal(farm)
    await add(terminal.id)
    const second = await add(terminal.id)
    await farm.world.owner.query('delete from interfaces where id = $1', [second])
    expect(await ixOf(await add(terminal.id))).toBe(2)
  })

  test('validates its fields', async () => {
    const terminal = await aTerminal(farm)
    const foreign = await aTerminal(farm, 'Azinheira')
    const wrong = (more: object, field: string) =>
      expect(api.interfaces.create({ body: body(terminal.id, more) })).rejects.toMatchObject(failing('INVALID_INPUT', field))
    await wrong({ terminalId: foreign.id }, 'terminalId')
    await wrong({ entityId: farm.at['Room 1'] }, 'entityId')
    await wrong({ entityId: farm.at.Aves }, 'entityId')
    await wrong({ category: 'SMELL' }, 'category')
    await wrong({ factor: 0 }, 'factor')
    await wrong({ every: 0 }, 'every')
    await farm.world.owner.query("update terminals set provision_status = 'UPDATING' where id = $1", [terminal.id])
    expect(await api.interfaces.create({ body: body(terminal.id) })).toMatchObject({ refused: 'TERMINAL_UPDATING' })
  })
})

test('readings show with the interface', async () => {
  const box = await aClaimedBox(farm)
  const air = await add(box.id)
  const door = await add(box.id, { category: 'DOOR_CONTACT', displayName: 'Door' })
  const text = await add(box.id, { category: 'TEXT_STATE', displayName: 'State' })
  const made = await session(farm, box)
  await made.say(
    'up/data',
    batch(1, [
      [0, 0, 21.4],
      [1, 0, true],
      [2, 0, 'open'],
      [0, 10, 99],
    ]),
  )
  const of = async (id: string) => data(await api.interfaces.details({ params: { id } }))
  await expect.poll(async () => (await of(air)).lastConvertedReading).toBe(99)
  expect(await of(air)).toMatchObject({ good: false, stale: false, terminal: { connected: true } })
  expect(await of(door)).toMatchObject({ lastConvertedReading: true, good: true, unit: null })
  expect(await of(text)).toMatchObject({ lastConvertedReading: 'open', good: true })
  const params = { e: farm.at.Paul!, t: box.id, i: door }
  expect(data(await api.interfaces.reading({ params }))).toMatchObject({ interfaceId: door, convertedValue: true, good: true })
  await expect(api.interfaces.reading({ params: { ...params, e: farm.at['House 2']! } })).rejects.toMatchObject(
    failing('NOT_FOUND'),
  )
  const newest = data(await api.interfaces.search({ query: { terminalId: box.id } }))
  expect(newest).toMatchObject({ totalElements: 3, sortProperty: 'lastReadingTimestampUtc', sortDirection: 'DESC' })
  expect(newest.content[0]?.id).toBe(air)
  made.end()
})

test('lists interfaces in scope, filtered', async () => {
  const terminal = await aTerminal(farm)
  const one = await add(terminal.id, { displayName: 'North wall' })
  const two = await add(terminal.id, { category: 'CO2', entityId: farm.at['House 2']! })
  const ids = async (query: Parameters<Api['interfaces']['search']>[0]['query']) =>
    data(await api.interfaces.search({ query: { ...query, terminalId: terminal.id } })).content.map(each => each.id)
  expect(await ids({ search: 'north' })).toEqual([one])
  expect(await ids({ category: 'CO2' })).toEqual([two])
  expect(await ids({ entityId: farm.at['House 2'] })).toEqual([two])
  expect(await ids({ entityId: farm.at.Paul, sortProperty: 'id', sortDirection: 'ASC' })).toEqual([one, two])
  const stranger = await farm.as('Suínos')
  expect(data(await stranger.interfaces.byIds({ query: { ids: [one, two] } }))).toEqual([])
  expect(data(await stranger.interfaces.search({ query: { terminalId: terminal.id } })).content).toEqual([])
  await expect(stranger.interfaces.details({ params: { id: one } })).rejects.toMatchObject(failing('NOT_FOUND'))
})
