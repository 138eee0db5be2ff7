import type { Permission } from '@steading/contract/users/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClaimedBox, aTerminal, batch, session } from '../../test/box.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aRule, tooHot } from '../../test/rules.ts'
import { createInterface } from './interfaces.ts'
import type { InterfaceWish } from './interfaces.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

/** An interface of this terminal, at Paul's first house if nothing else is said. */
const add = async (terminalId: string, more: Partial<InterfaceWish> = {}) => {
  const wish = { displayName: 'Air', terminalId, entityId: farm.at['House 1']!, category: 'TEMPERATURE' as const, ...more }
  const address = more.virtual ? undefined : 'a'
  const i = await farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.services.devices, { ...wish, address: more.address ?? address }),
  )
  return { e: farm.at.Paul!, t: terminalId, i }
}
type Place = Awaited<ReturnType<typeof add>>
const aSensor = async (more: Partial<InterfaceWish> = {}) => add((await aTerminal(farm)).id, more)
const edit = (params: Place, body: object, as = api) => as.interfaces.edit({ params, body: { version: 1, ...body } })
const details = async ({ i }: Place) => data(await api.interfaces.details({ params: { id: i } }))
const desired = async ({ t }: Place) => data(await api.terminals.details({ params: { id: t } })).desiredRevision
const changesOf = async ({ i }: Place) =>
  (
    await farm.world.owner.query<{ changes: unknown }>(
      "select changes from audit where object_type = 'interface' and object_id = $1 and action = 'UPDATE' order by id",
      [i],
    )
  ).rows.map(row => row.changes)

describe('edit', () => {
  test('writes every field, audits old and new values, and notifies the box', async () => {
    const at = await aSensor({ category: 'WATER_COUNTER', displayName: 'Water' })
    const before = await desired(at)
    const wish = {
      displayName: 'Meter',
      entityId: farm.at['House 2']!,
      address: 'b',
      every: 30,
      factor: 10,
      offset: 5,
      historyConfiguration: 'TIME_INTERVAL' as const,
      historySeconds: 60,
      hidden: true,
      min: 1,
      max: 1000,
      modulus: 10_000,
      maxRate: 50,
    }
    const { entityId, ...rest } = wish
    const edited = data(await edit(at, wish))
    expect(edited).toMatchObject({ ...rest, entity: { id: entityId }, version: 2 })
    expect(await desired(at)).toBe(before + 1)
    expect(await changesOf(at)).toEqual([
      [
        {
          field: 'displayName',
          old: 'Water',
          new: 'Meter',
        },
        {
          field: 'entityId',
          old: 'Paul | House 1',
          new: 'Paul | House 2',
        },
        {
          field: 'address',
          old: 'a',
          new: 'b',
        },
        {
          field: 'every',
          old: 60,
          new: 30,
        },
        {
          field: 'factor',
          old: 1,
          new: 10,
        },
        {
          field: 'offset',
          old: 0,
          new: 5,
        },
        {
          field: 'historySeconds',
          old: 300,
          new: 60,
        },
        {
          field: 'hidden',
          old: false,
          new: true,
        },
        {
          field: 'min',
          old: 0,
          new: 1,
        },
        {
          field: 'max',
          old: 1e9,
          new: 1e3,
        },
        {
          field: 'modulus',
          old: null,
          new: 1e4,
        },
        {
          field: 'maxRate',
          old: null,
          new: 50,
        },
      ],
    ])
    // null is what the category says.
    expect(data(await edit(at, { min: null, max: null, modulus: null, maxRate: null, version: 2 }))).toMatchObject({
      min: 0,
      max: 1e9,
    })
    expect(data(await edit(at, { historyConfiguration: 'ALL_VALUES', version: 3 })).historySeconds).toBeNull()
    expect(data(await edit(at, { historyConfiguration: 'TIME_INTERVAL', version: 4 })).historySeconds).toBe(300)
    // What the box need not know raises nothing; what changes nothing is no edit.
    const now = await desired(at)
    data(await edit(at, { displayName: 'Other', hidden: false, entityId: farm.at.Paul, version: 5 }))
    expect(data(await edit(at, { displayName: 'Other', version: 6 })).version).toBe(6)
    expect(await desired(at)).toBe(now)
    expect(await changesOf(at)).toHaveLength(5)
  })

  test('of two concurrent edits the second is refused', async () => {
    const at = await aSensor()
    const both = await Promise.allSettled(['One one', 'Two two'].map(displayName => edit(at, { displayName })))
    expect(both.map(promiseSettledResult => promiseSettledResult.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(edit(at, { displayName: 'Three' })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  })

  test('validates each field and names it', async () => {
    const at = await aSensor()
    const wrong = (body: object, field: string, of = at) =>
      expect(edit(of, body)).rejects.toMatchObject(failing('INVALID_INPUT', field))
    await wrong({ displayName: 'ab' }, 'displayName')
    await wrong({ displayName: 'x'.repeat(51) }, 'displayName')
    await wrong({ entityId: farm.at['Room 1'] }, 'entityId')
    await wrong({ entityId: farm.at.Aves }, 'entityId')
    await wrong({ category: 'HUMIDITY' }, 'category')
    await wrong({ category: 'SET_POINT' }, 'category')
    await wrong({ every: 0 }, 'every')
    await wrong({ every: 86_401 }, 'every')
    await wrong({ factor: 0 }, 'factor')
    await expect(edit(at, { min: 50, max: 50 })).rejects.toMatchObject({
      failure: { fields: [{ field: 'max', code: 'rangeEmpty' }] },
    })
    await wrong({ modulus: 5 }, 'modulus')
    await wrong({ maxRate: 5 }, 'maxRate')
    await wrong({ safeValue: 5 }, 'safeValue')
    await wrong({ historyConfiguration: 'ALL_VALUES', historySeconds: 5 }, 'historySeconds')
    await wrong({ virtual: { operation: 'SUM', sourceIds: ['1'] } }, 'virtual')
    const door = await add(at.t, { category: 'DOOR_CONTACT' })
    for (const [field, value] of [['min', 0], ['max', 1], ['factor', 2], ['offset', 1]] as const) await wrong({ [field]: value }, field, door) // prettier-ignore
    const fan = await add(at.t, { category: 'FAN_RELAY', address: 'fan' })
    await wrong({ safeValue: 2 }, 'safeValue', fan)
    expect(data(await edit(fan, { safeValue: 1 })).safeValue).toBe(1)
    const inlet = await add(at.t, { category: 'WINDOW_CONTROL', address: 'inlet' })
    await wrong({ safeValue: -1 }, 'safeValue', inlet)
    await wrong({ safeValue: 101 }, 'safeValue', inlet)
    const scale = await add(at.t, { category: 'ANIMAL_SCALE', poultry: true })
    await wrong({ max: 300 }, 'max', scale)
    expect(data(await edit(scale, { hidden: true }))).toMatchObject({ unit: 'g', max: 25_000 })
    expect(data(await edit(at, { category: 'TEMPERATURE', hidden: true })).version).toBe(2)
  })

  test('a category of the same kind and unit only', async () => {
    const air = await aSensor({ category: 'HUMIDITY' })
    expect(data(await edit(air, { category: 'OUTSIDE_HUMIDITY' })).category).toBe('OUTSIDE_HUMIDITY')
    const fan = await aSensor({ category: 'FAN_RELAY' })
    expect(data(await edit(fan, { category: 'FOGGING' })).category).toBe('FOGGING')
    await expect(edit(fan, { category: 'WATER_VALVE', version: 2 })).rejects.toMatchObject(failing('INVALID_INPUT', 'category'))
  })

  test('users who may change only the name or only the sector change only that', async () => {
    const at = await aSensor()
    const as = (...more: Permission[]) => farm.as('Aves', ['interfaces.read', ...more])
    const name = await as('interfaces.update_name')
    const sector = await as('interfaces.update_sector')
    const named = data(await edit(at, { displayName: 'Renamed', entityId: farm.at['House 1'], every: 60 }, name))
    expect(named).toMatchObject({ displayName: 'Renamed', version: 2 })
    const moved = data(await edit(at, { displayName: 'Renamed', entityId: farm.at['House 2'], version: 2 }, sector))
    expect(moved).toMatchObject({ entity: { id: farm.at['House 2'] }, version: 3 })
    const forbidden = (body: object, who: Api, ...fields: string[]) =>
      expect(edit(at, { ...body, version: 3 }, who)).rejects.toMatchObject({
        failure: { code: 'NOT_ALLOWED', fields: fields.map(field => ({ field, code: 'notAllowed' })) },
      })
    await forbidden({ displayName: 'Again', entityId: farm.at['House 1'], hidden: true }, name, 'entityId', 'hidden')
    await forbidden({ displayName: 'Again', entityId: farm.at['House 1'] }, sector, 'displayName')
    await forbidden({ min: -10 }, name, 'min')
    data(
      await edit(
        at,
        { displayName: 'Again', entityId: farm.at['House 1'], version: 3 },
        await as('interfaces.update_name', 'interfaces.update_sector'),
      ),
    )
    await expect(edit(at, { displayName: 'No' }, await as())).rejects.toMatchObject(failing('NOT_ALLOWED'))
    await expect(edit(at, { displayName: 'Nowhere' }, await farm.as('Azinheira'))).rejects.toMatchObject(failing('NOT_FOUND'))
  })

  test('keeps the inputs of rules and does not interrupt an update of the box', async () => {
    const at = await aSensor()
    await aRule(farm, { displayName: 'Hot', entityId: farm.at['House 1']!, ...tooHot(at.i) })
    await expect(edit(at, { entityId: farm.at['House 2'] })).rejects.toMatchObject(failing('INVALID_INPUT', 'entityId'))
    await farm.world.owner.query("update terminals set provision_status = 'UPDATING' where id = $1", [at.t])
    expect(await edit(at, { every: 30 })).toMatchObject({ refused: 'TERMINAL_UPDATING' })
    expect(await api.interfaces.remove({ params: at })).toMatchObject({ refused: 'TERMINAL_UPDATING' })
    data(await edit(at, { displayName: 'Name' }))
  })

  test('updates the journal at once', async () => {
    const box = await aClaimedBox(farm)
    const at = await add(box.id)
    const made = await session(farm, box)
    await made.say('up/data', batch(1, [[0, 0, 60]]))
    await expect.poll(async () => (await details(at)).lastConvertedReading).toBe(60)
    expect((await details(at)).good).toBe(true)
    data(await edit(at, { max: 50 }))
    await made.say('up/data', batch(2, [[0, 0, 61]]))
    await expect.poll(async () => (await details(at)).lastConvertedReading).toBe(61)
    expect((await details(at)).good).toBe(false)
    made.end()
  })
})

describe('delete', () => {
  const remove = (params: Place) => api.interfaces.remove({ params })

  test('not while rules in service, defaults, or virtual ones need it', async () => {
    const at = await aSensor()
    const rule = await aRule(farm, { displayName: 'Hot', entityId: farm.at.Paul!, ...tooHot(at.i) })
    const set = (desired: boolean, status: string) =>
      farm.world.owner.query('update rules set desired = $2, deployment_status = $3 where id = $1', [rule, desired, status])
    for (const [desired, status] of [
      [true, 'ERROR'],
      [true, 'PENDING_DEPLOY'],
      [false, 'PENDING_UNDEPLOY'],
      [false, 'DEPLOYED'],
    ] as const) {
      // prettier-ignore
      await set(desired, status)
      expect(await remove(at)).toMatchObject({ refused: 'CANNOT_DELETE_INTERFACE_WITH_ACTIVE_RULES' })
    }
    await set(false, 'UNDEPLOYED')
    const params = { id: farm.at['House 1']! }
    const { version } = data(await api.interfaces.defaults({ params }))
    const chosen = data(await api.interfaces.setDefaults({ params, body: { interfaceIds: [at.i], version } }))
    expect(await remove(at)).toMatchObject({ refused: 'CANNOT_DELETE_INTERFACE_BEING_DEFAULT_INTERFACE' })
    const refused = { refused: 'CANNOT_EDIT_ENTITY_OR_CATEGORY_OF_DEFAULT_INTERFACE' }
    expect(await edit(at, { entityId: farm.at.Paul })).toMatchObject(refused)
    expect(await edit(at, { category: 'OUTSIDE_TEMPERATURE' })).toMatchObject(refused)
    data(await api.interfaces.setDefaults({ params, body: { interfaceIds: [], version: chosen.version } }))
    const mean = await add(at.t, { virtual: { operation: 'AVG', sourceIds: [at.i] } })
    expect((await details(at)).usedBy).toEqual([{ id: mean.i, displayName: 'Air' }])
    expect(await remove(at)).toMatchObject({ refused: 'CANNOT_DELETE_INTERFACE_WITH_VIRTUAL_INTERFACES_CONFIGURED' })
    data(await remove(mean))
    data(await remove(at))
    // What it needs is gone: the rule does not come into service.
    const [answer] = data(await api.rules.deploy({ body: { ids: [rule] } }))
    expect(answer).toMatchObject({ deploymentStatus: 'ERROR' })
    expect(data(await api.rules.details({ params: { id: rule } })).deploymentMessage).toContain('Air was deleted')
    await expect(aRule(farm, { displayName: 'Hot', entityId: farm.at.Paul!, ...tooHot(at.i) })).rejects.toThrow('INVALID_INPUT')
  })

  test('it is gone for people and box, its history stays, its index is never given out again', async () => {
    const box = await aClaimedBox(farm)
    const at = await add(box.id)
    const rest = await add(box.id, { displayName: 'Other' })
    const made = await session(farm, box)
    await made.say('up/data', batch(1, [[0, 0, 20], [1, 0, 21]])) // prettier-ignore
    await expect.poll(async () => (await details(at)).lastConvertedReading).toBe(20)
    await made.hear('dn/shadow')
    const before = await desired(at)
    data(await remove(at))
    expect(await desired(at)).toBe(before + 1)
    const part = await made.hear('dn/shadow')
    const document = JSON.parse(Buffer.from((part as { data: string }).data, 'base64').toString()) as { ifs: { ix: number }[] }
    expect(document.ifs.map(one => one.ix)).toEqual([1])

    await expect(remove(at)).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(edit(at, { displayName: 'Gone' })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(api.interfaces.at({ params: at })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(api.interfaces.reading({ params: at })).rejects.toMatchObject(failing('NOT_FOUND'))
    expect(data(await api.interfaces.byIds({ query: { ids: [at.i, rest.i] } })).map(one => one.id)).toEqual([rest.i])
    expect(data(await api.interfaces.search({ query: { terminalId: box.id } })).content.map(one => one.id)).toEqual([rest.i])
    expect(data(await api.interfaces.list({ query: { terminalId: box.id } })).map(one => one.id)).toEqual([rest.i])
    expect(data(await api.readings.last({ query: { interfaceIds: [at.i] } }))).toEqual([])
    expect(await details(at)).toMatchObject({ deletedBy: { shortName: expect.any(String) as string }, lastConvertedReading: 20 })
    const day = { fromDate: new Date(Date.now() - 3_600_000).toISOString(), toDate: new Date(Date.now() + 60_000).toISOString() }
    const history = async () => data(await api.readings.search({ query: { interfaceIds: [at.i], ...day } })).content.length
    expect(await history()).toBe(1)
    // A box that has not heard of it yet is no stranger: what it measured before belongs to the history.
    await made.say('up/data', batch(3, [[0, 0, 22]], { t: Date.now() + 1 }))
    expect(await made.hear('dn/ack')).not.toBeNull()
    expect((await farm.world.owner.query('select 1 from quarantine where terminal_id = $1', [box.id])).rowCount).toBe(0)
    const { rows } = await farm.world.owner.query<{ ix: number }>('select ix from interfaces where id = $1', [
      (await add(box.id)).i,
    ])
    expect(rows[0]!.ix).toBe(2)
    made.end()
  })
})

describe('default interfaces', () => {
  test('one of a category, at the entity or below it', async () => {
    const { id: t } = await aTerminal(farm)
    const params = { id: farm.at.Paul! }
    const set = (interfaceIds: string[], version: number) =>
      api.interfaces.setDefaults({ params, body: { interfaceIds, version } })
    const air = await add(t)
    const second = await add(t)
    const water = await add(t, { category: 'WATER_COUNTER' })
    const text = await add(t, { category: 'TEXT_STATE' }) // prettier-ignore
    const elsewhere = await add((await aTerminal(farm, 'Azinheira')).id, { entityId: farm.at.Azinheira! })
    const { version, defaults } = data(await api.interfaces.defaults({ params }))
    expect(defaults).toEqual([])
    const wrong = (ids: string[], field: string) =>
      expect(set(ids, version)).rejects.toMatchObject(failing('INVALID_INPUT', field))
    await wrong([air.i, second.i], 'interfaceIds.1')
    const code = (of: string) => ({ failure: { fields: [{ field: 'interfaceIds.1', code: of }] } })
    await expect(set([air.i, second.i], version)).rejects.toMatchObject(code('oneOfACategory'))
    await expect(set([air.i, air.i], version)).rejects.toMatchObject(code('DUPLICATE_INTERFACE'))
    await wrong([text.i], 'interfaceIds.0')
    await wrong([elsewhere.i], 'interfaceIds.0')
    await expect(set([air.i], version + 1)).rejects.toMatchObject(failing('VERSION_CONFLICT'))
    const set1 = data(await set([water.i, air.i], version))
    expect(set1.version).toBe(version + 1)
    expect(set1.defaults.map(one => [one.category, one.interface.id])).toEqual([
      ['TEMPERATURE', air.i],
      ['WATER_COUNTER', water.i],
    ])
    expect((await details(air)).defaultOf).toEqual([{ id: farm.at.Paul, displayName: 'Paul' }])
    expect(data(await set([second.i], version + 1)).defaults.map(one => one.interface.id)).toEqual([second.i])
    const { rows } = await farm.world.owner.query<{ changes: { old: string; new: string }[] }>(
      `select changes from audit where object_type = 'entity' and object_id = $1 order by id desc limit 1`,
      [farm.at.Paul],
    )
    expect(rows[0]!.changes).toEqual([
      {
        field: 'defaultInterfaces',
        old: `TEMPERATURE: Air (${air.i}), WATER_COUNTER: Air (${water.i})`,
        new: `TEMPERATURE: Air (${second.i})`,
      },
    ])
    data(await api.terminals.retire({ params: { id: t }, body: { version: 1 } }))
    expect(data(await api.interfaces.defaults({ params })).defaults).toEqual([])
    expect((await details(second)).defaultOf).toEqual([])
    expect(data(await api.interfaces.list({ query: { entityId: farm.at.Paul! } })).map(one => one.id)).not.toContain(second.i)
    await wrong([second.i], 'interfaceIds.0')
    expect(await api.interfaces.remove({ params: second })).toEqual({ data: {} })
    const stranger = await farm.as('Azinheira')
    await expect(stranger.interfaces.defaults({ params })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(stranger.interfaces.setDefaults({ params, body: { interfaceIds: [], version: 1 } })).rejects.toMatchObject(
      failing('NOT_FOUND'),
    )
  })
})

test('an interface moved away no longer affects the entities above the old one', async () => {
  const root = await farm.as('Root')
  const group = async (name: string) => {
    const { id } = data(await root.entities.create({ body: { type: 'GROUP', parentId: farm.at.Grupo!, name }, files: [] }))
    farm.at[name] = id
    return id
  }
  const from = await group('G1')
  const to = await group('G2')
  const body = { type: 'ENTERPRISE', parentId: from, name: 'Moved', code: 'ZM' } as const
  const moved = data(await root.entities.create({ body, files: [] }))
  const below = { type: 'FARM', parentId: moved.id, name: 'Its farm', code: 'ZMF' } as const
  farm.at['Its farm'] = data(await root.entities.create({ body: below, files: [] })).id
  const air = {
    ...(await add((await aTerminal(farm, 'Its farm')).id, { entityId: farm.at['Its farm'] })),
    e: farm.at['Its farm'],
  }
  const water = await add((await aTerminal(farm, 'G1')).id, { entityId: from, category: 'WATER_COUNTER' })
  const choose = async (id: string, interfaceIds: string[]) => {
    const { version } = data(await root.interfaces.defaults({ params: { id } }))
    return data(await root.interfaces.setDefaults({ params: { id }, body: { interfaceIds, version } })).version
  }
  const version = await choose(from, [air.i, water.i])
  for (const id of [farm.at.Grupo!, moved.id]) await choose(id, [air.i])
  data(await root.entities.transfer({ params: { id: moved.id }, body: { parentId: to, version: 2 } }))

  const defaults = async (id: string) => {
    const { defaults: all, version: its } = data(await root.interfaces.defaults({ params: { id } }))
    return { all: all.map(one => one.interface.id), version: its }
  }
  expect(await defaults(from)).toEqual({ all: [water.i], version: version + 1 })
  expect((await defaults(farm.at.Grupo!)).all).toEqual([air.i])
  expect((await defaults(moved.id)).all).toEqual([air.i])
  const { rows } = await farm.world.owner.query<{ changes: unknown }>(
    `select changes from audit where object_type = 'entity' and object_id = $1 order by id desc limit 1`,
    [from],
  )
  expect(rows[0]!.changes).toEqual([
    {
      field: 'defaultInterfaces',
      old: `TEMPERATURE: Air (${air.i}), WATER_COUNTER: Air (${water.i})`,
      new: `WATER_COUNTER: Air (${water.i})`,
    },
  ])
  // The list saves as it is shown, and who stands at the new place can let the interface go.
  expect(await choose(from, [water.i])).toBe(version + 1)
  for (const id of [farm.at.Grupo!, moved.id]) await choose(id, [])
  expect(await (await farm.as('G2')).interfaces.remove({ params: air })).toEqual({ data: {} })
})
