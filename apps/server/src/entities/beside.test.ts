import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside } from '../../test/beside.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
let made = 0
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Grupo')
})
afterAll(() => farm.close())

const aPlace = async () =>
  data(await api.entities.create({ body: { type: 'GROUP', parentId: farm.at.Grupo!, name: `Place ${++made}` }, files: [] })).id
const anId = async (text: string, values: unknown[]) =>
  (await farm.world.owner.query<{ id: string }>(`${text} returning id::text`, values)).rows[0]!.id
const aRole = (entity: string) => anId('insert into roles (entity_id, name) values ($1, $2)', [entity, `Role ${++made}`])
const gone = 'delete from entities where id = $1'
const aUser = (roleId: string, rootEntityId: string) => ({
  body: { email: `new${++made}@steading.example`, displayName: 'New', shortName: 'New', roleId, rootEntityId },
  files: [],
})

const additions: readonly (readonly [string, (place: string) => Promise<unknown>])[] = [
  ['a child', parentId => api.entities.create({ body: { type: 'GROUP', parentId, name: 'Child' }, files: [] })],
  ['a role', entityId => api.roles.create({ body: { entityId, name: 'Keeper', permissions: [] } })],
  ['a tag', entityId => api.tags.create({ query: { entityId }, body: { name: 'organic' } })],
  [
    'a terminal',
    entityId => api.terminals.create({ body: { entityId, displayName: 'Box', profile: 'FC-SMARTBOX-1', timeOut: 600 } }),
  ],
]

describe('refuses an insert below an entity that is deleted concurrently', () => {
  test.each(additions)('%s', async (_, add) => {
    const place = await aPlace()
    await expect(beside(farm, gone, [place], () => add(place))).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  })

  test('a person, there or with a role that goes', async () => {
    const place = await aPlace()
    const role = await aRole(farm.at.Root!)
    const conflict = failing('VERSION_CONFLICT')
    await expect(beside(farm, gone, [place], () => api.users.create(aUser(role, place)))).rejects.toMatchObject(conflict)
    const deleted = beside(farm, 'delete from roles where id = $1', [role], () => api.users.create(aUser(role, farm.at.Aves!)))
    await expect(deleted).rejects.toMatchObject(conflict)
  })
})

describe('an entity with a concurrently added child is not deleted', () => {
  test.each([
    ['a role', `insert into roles (entity_id, name) values ($1, 'Keeper')`],
    [
      'a terminal',
      `insert into terminals (entity_id, uid, display_name, profile) values ($1, 'beside0000000001', 'Box', 'FC-SMARTBOX-1')`,
    ],
    [
      'a person',
      `insert into users (entity_id, role_id, email, display_name, short_name)
      select $1, min(id), 'b@steading.example', 'B', 'B' from roles`,
    ],
  ])('%s', async (_, change) => {
    const place = await aPlace()
    const removed = await beside(farm, change, [place], () => api.entities.remove({ params: { id: place } }))
    expect(removed).toMatchObject({ refused: 'CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES' })
  })
})

test('of a concurrent delete and insert one succeeds, without an internal error', async () => {
  const failures = new Set(['INVALID_INPUT', 'NOT_FOUND', 'VERSION_CONFLICT'])
  for (let round = 0; round < 6; round++)
    for (const [, add] of additions) {
      const place = await aPlace()
      const both = await Promise.allSettled([add(place), api.entities.remove({ params: { id: place } })])
      // safe: the client throws nothing else
      const codes = both.map(one =>
        one.status === 'rejected' ? (one.reason as { failure: { code: string } }).failure.code : null,
      )
      expect(codes.filter(failed => failed !== null && !failures.has(failed))).toEqual([])
    }
})
