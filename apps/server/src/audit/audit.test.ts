import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aTerminal } from '../../test/box.ts'
import { text } from 'node:stream/consumers'
import { portions } from './audit.routes.ts'

let farm: Farm
let manager: Api
let terminalId: string
beforeAll(async () => {
  farm = await aFarm()
  manager = await farm.as('Aves')
  terminalId = (await aTerminal(farm, 'Paul')).id
  const { version } = data(await manager.terminals.details({ params: { id: terminalId } }))
  data(await manager.terminals.rename({ params: { id: terminalId }, body: { displayName: '=Paul; north', version } }))
})
afterAll(() => farm.close())

const search = async (query: Parameters<Api['audit']['search']>[0]['query'], api = manager) =>
  data(await api.audit.search({ query }))

test('an entry has actor, object, entity and old and new values', async () => {
  const { content } = await search({ objectType: 'terminal', action: 'UPDATE' })
  expect(content).toMatchObject([
    {
      actorKind: 'user',
      actorName: expect.stringMatching(/^Person/),
      ip: '127.0.0.1',
      entity: { id: farm.at.Paul, displayName: 'Paul' },
      objectId: terminalId,
      objectName: '=Paul; north',
      result: 'OK',
    },
  ])
  const details = data(await manager.audit.details({ params: { id: content[0]!.id } }))
  expect(details.changes).toEqual([{ field: 'displayName', old: expect.any(String), new: '=Paul; north' }])
  expect(details.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('lists the newest first and applies each filter', async () => {
  const all = await search({})
  const times = all.content.map(one => one.timestampUtc)
  expect(times).toEqual(times.toSorted().toReversed())
  const id = all.content.find(one => one.action === 'UPDATE')!.actorId!
  expect((await search({ userId: id })).content.every(one => one.actorId === id)).toBe(true)
  expect((await search({ objectType: 'terminal', objectId: terminalId })).totalElements).toBeGreaterThan(0)
  expect((await search({ search: 'PAUL; NOR' })).totalElements).toBe(1)
  expect((await search({ search: '%' })).totalElements).toBe(0)
  expect((await search({ result: 'REFUSED' })).totalElements).toBe(0)
  expect((await search({ entityId: farm.at.Paul! })).totalElements).toBeGreaterThan(0)
  expect((await search({ entityId: farm.at.Azinheira! })).totalElements).toBe(0)
  expect((await search({ toDate: '2020-01-01T00:00:00' })).totalElements).toBe(0)
  expect((await search({ fromDate: '2020-01-01T00:00:00' })).totalElements).toBe(all.totalElements)
})

test('a period that ends before it begins is answered without a query', async () => {
  const query = { fromDate: '2026-05-02T00:00:00Z', toDate: '2026-05-01T00:00:00Z', currentPage: 3 }
  await farm.world.owner.query('alter table audit rename to put_away')
  try {
    expect(await search(query)).toMatchObject({
      content: [],
      totalElements: 0,
      number: 3,
      size: 10,
      sortProperty: 'timestampUtc',
    })
    await expect(search({ ...query, toDate: query.fromDate })).rejects.toMatchObject({ status: 500 })
  } finally {
    await farm.world.owner.query('alter table put_away rename to audit')
  }
  const file = data(await manager.audit.export({ query: { fromDate: query.fromDate, toDate: query.toDate } }))
  expect((await file.content.text()).trimEnd().split('\r\n')).toHaveLength(1)
})

test('shows entries of other entities only to users with that scope', async () => {
  await farm
    .api()
    .sessions.login({ body: { email: 'who@steading.example', password: 'wrong' } })
    .catch(() => undefined)
  const root = await farm.as('Root')
  const failed = (await search({ action: 'LOGIN_FAILED' }, root)).content[0]!
  expect(failed).toMatchObject({ actorKind: 'anyone', entity: null, objectName: 'who@steading.example', result: 'REFUSED' })
  expect((await search({ action: 'LOGIN_FAILED' })).totalElements).toBe(0)
  await expect(manager.audit.details({ params: { id: failed.id } })).rejects.toMatchObject({ status: 404 })
  const neighbour = await farm.as('Suínos')
  expect((await search({ objectType: 'terminal' }, neighbour)).totalElements).toBe(0)
})

test('the exported file equals the list, defuses formulas and is audited itself', async () => {
  const file = data(await manager.audit.export({ query: { objectType: 'terminal' } }))
  expect(file.name).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await file.content.text()).split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFWhen,Who,Action,Object,Name,ID,Location,Result,IP address,Changes (before → after)'.replace('\uFEFF', ''),
  )
  const changed = lines.filter(line => line.includes(",'=Paul; north,"))
  expect(changed).toHaveLength(1)
  expect(changed[0]).toContain('Name: Box of the test → =Paul; north')
  expect(lines.slice(1, -1)).toHaveLength((await search({ objectType: 'terminal' })).totalElements)
  const { content } = await search({ action: 'EXPORT' })
  const details = data(await manager.audit.details({ params: { id: content[0]!.id } }))
  expect(details.changes).toEqual([{ field: 'objectType', old: null, new: 'terminal' }])
})

test('opens entries of every kind, also of created and deleted objects', async () => {
  const root = await farm.as('Root')
  const entityId = farm.at.Paul!
  const role = data(await root.roles.create({ body: { entityId, name: 'Keeper', permissions: ['audit.read'] } }))
  const fields = {
    displayName: 'Ana Reis',
    shortName: 'Ana',
    email: 'ana@steading.example',
    roleId: role.id,
    rootEntityId: entityId,
  }
  const person = data(await root.users.create({ body: { ...fields, language: 'pt-PT', timeZone: 'Europe/Lisbon' }, files: [] }))
  const { tag } = data(await root.tags.create({ query: { entityId }, body: { name: 'Organic' } }))
  const house = data(
    await root.entities.create({ body: { type: 'SECTOR', parentId: entityId, name: 'House 9', tagIds: [tag.id] }, files: [] }),
  )
  const box = await aTerminal(farm, 'Paul')
  const retired = await aTerminal(farm, 'Paul')
  data(await root.terminals.remove({ params: { id: box.id } }))
  data(await root.terminals.retire({ params: { id: retired.id }, body: { version: 1 } }))
  data(await root.entities.remove({ params: { id: house.id } }))
  data(await root.tags.remove({ params: { id: tag.id } }))
  data(await root.users.remove({ params: { id: person.userId } }))
  data(await root.roles.remove({ params: { id: role.id } }))
  const all: string[] = []
  for (let currentPage = 0; ; currentPage++) {
    const found = data(await root.audit.search({ query: { currentPage, itemsPerPage: 50 } }))
    all.push(...found.content.map(one => one.id))
    if (all.length >= found.totalElements) break
  }
  const changesByAction = new Map<string, Awaited<ReturnType<typeof details>>['changes']>()
  const details = async (id: string) => data(await root.audit.details({ params: { id } }))
  for (const id of all) {
    const entry = await details(id)
    changesByAction.set(`${entry.action} ${entry.objectType} ${entry.objectId}`, entry.changes)
  }
  const made = (kind: string) => changesByAction.get(`CREATE ${kind}`)
  const gone = (kind: string) => changesByAction.get(`DELETE ${kind}`)
  const entity = `entity ${house.id}`
  const user = `user ${person.userId}`
  const its = `role ${role.id}`
  expect(made(entity)).toContainEqual({ field: 'tags', old: null, new: 'Organic' })
  expect(gone(entity)).toContainEqual({ field: 'name', old: 'House 9', new: null })
  expect(made(user)).toContainEqual({ field: 'email', old: null, new: 'ana@steading.example' })
  expect(gone(user)).toContainEqual({ field: 'role', old: 'Keeper', new: null })
  expect(made(its)).toContainEqual({ field: 'permissions', old: null, new: ['audit.read'] })
  expect(gone(its)).toContainEqual({ field: 'permissions', old: ['audit.read'], new: null })
  expect(gone(`tag ${tag.id}`)).toEqual([{ field: 'name', old: 'Organic', new: null }])
  expect(made(`terminal ${box.id}`)).toContainEqual({ field: 'uid', old: null, new: box.uid })
  expect(gone(`terminal ${box.id}`)).toContainEqual({ field: 'profile', old: 'FC-SMARTBOX-1', new: null })
  expect(changesByAction.has(`RETIRE terminal ${retired.id}`)).toBe(true)
  expect(gone(`terminal ${retired.id}`)).toBeUndefined()
})

test('pages through a long record without duplicates', async () => {
  await farm.world.owner.query(
    `insert into audit (ts, actor_kind, actor_name, entity_id, object_type, object_name, action)
     select timestamptz '2026-01-01' + (i / 7) * interval '1 s', 'system', 'test', $1, 'rule', 'many ' || i, 'UPDATE'
     from generate_series(1, 2500) i`,
    [farm.at.Paul],
  )
  const file = data(await manager.audit.export({ query: { search: 'many' } }))
  const names = (await file.content.text())
    .split('\r\n')
    .slice(1, -1)
    .map(line => line.split(',')[4])
  expect(names).toHaveLength(2500)
  expect(new Set(names).size).toBe(2500)
})

test('a truncated file says so in its last line, a complete one does not', async () => {
  const filter = { objectType: 'entity' as const }
  const count = (await search(filter, manager)).totalElements
  expect(count).toBeGreaterThan(2)
  const all = async (most: number) => {
    const { world, system } = farm
    const file = world.documents.csv(portions(world, { ...system, scope: [''] }, filter, most), world.texts['en-US'])
    return (await text(file)).trim().split('\r\n')
  }
  const cut = await all(2)
  expect(cut).toHaveLength(4)
  expect(cut.at(-1)).toBe('Only the latest 2 entries are included. Narrow the filters to export the others.')
  expect((await all(1000)).at(-1)).not.toContain('Narrow the filters')
})
