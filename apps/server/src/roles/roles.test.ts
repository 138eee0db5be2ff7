import type { Permission } from '@steading/contract/users/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside } from '../../test/beside.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
let made = 0
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const ROLES: readonly Permission[] = ['roles.create', 'roles.read', 'roles.update', 'roles.delete', 'entities.read', 'users.read']
const create = async (place: string, permissions: readonly Permission[] = ['entities.read'], by = api, name = `Made ${++made}`) =>
  data(await by.roles.create({ body: { entityId: farm.at[place]!, name, permissions: [...permissions] } }))
const edit = (of: { id: string; name: string; version: number }, permissions: readonly Permission[], by = api, name = of.name) =>
  by.roles.edit({ params: { id: of.id }, body: { name, permissions: [...permissions], version: of.version } })
const details = async (id: string, by = api) => data(await by.roles.details({ params: { id } }))
const fields = (field: string, code: string) => ({ failure: { code: 'INVALID_INPUT', fields: [{ field, code }] } })
const failing = (code: string) => ({ failure: { code } })
/** Gives a role to somebody, past every rule. */
const give = (roleId: string, email: string) =>
  farm.world.owner.query('update users set role_id = $1 where email = $2', [roleId, email])

describe('visibility of roles', () => {
  test('a role is visible at its entity, above and below it only', async () => {
    const above = await farm.as('Grupo')
    const beside = await farm.as('Suínos')
    const below = await farm.as('Paul')
    const role = await create('Aves')
    for (const by of [api, above]) expect(await details(role.id, by)).toMatchObject({ entity: { name: 'Aves' }, editable: true })
    expect(await details(role.id, below)).toMatchObject({ name: role.name, entity: null, editable: false })
    await expect(details(role.id, beside)).rejects.toMatchObject(failing('NOT_FOUND'))

    const listed = async (by: Api) => data(await by.roles.list()).some(one => one.id === role.id)
    const found = async (by: Api) => data(await by.roles.search({ query: { search: role.name } })).totalElements
    expect(await Promise.all([api, above, below, beside].map(listed))).toEqual([true, true, true, false])
    expect(await Promise.all([api, above, below, beside].map(found))).toEqual([1, 1, 1, 0])
  })

  test('shows who changed a role, also if that user is above the scope', async () => {
    const above = await farm.as('Grupo')
    const role = await create('Aves', [], above)
    expect(role.createdBy?.shortName).toBeTruthy()
    expect((await details(role.id)).createdBy).toEqual(role.createdBy)
  })

  test('from below it is not to be changed', async () => {
    const below = await farm.as('Paul')
    const role = await create('Aves')
    await expect(edit(role, [], below)).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(below.roles.remove({ params: { id: role.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(create('Aves', [], below)).rejects.toMatchObject(fields('entityId', 'notFound'))
  })

  test('lists roles of the entity and above, also above the own root entity', async () => {
    const below = await farm.as('Paul')
    const at = await create('Paul')
    const over = await create('Aves')
    const beside = await create('House 1')
    const found = new Set(data(await below.roles.atEntity({ params: { id: farm.at.Paul! } })).map(one => one.id))
    expect([at, over, beside].map(one => found.has(one.id))).toEqual([true, true, false])
    await expect(below.roles.atEntity({ params: { id: farm.at.Aves! } })).rejects.toMatchObject(failing('NOT_FOUND'))
  })

  test('filters by subtree and counts the users of each role', async () => {
    const role = await create('Paul')
    await give(role.id, await farm.person('Paul'))
    const query = { entityId: farm.at.Paul!, search: role.name }
    expect(data(await api.roles.search({ query })).content).toMatchObject([{ id: role.id, users: 1 }])
    expect(data(await api.roles.search({ query: { ...query, entityId: farm.at['House 1']! } })).content).toEqual([])
  })
})

describe('no user grants a permission they lack', () => {
  test('neither in a new role nor in a changed one', async () => {
    const some = await farm.as('Aves', ROLES)
    await expect(create('Aves', ['terminals.read'], some)).rejects.toMatchObject(fields('permissions', 'beyondOwn'))
    const role = await create('Aves', ['entities.read'], some)
    await expect(edit(role, ['entities.read', 'terminals.read'], some)).rejects.toMatchObject(fields('permissions', 'beyondOwn'))
    expect(data(await edit(role, ['users.read'], some))).toMatchObject({ permissions: ['users.read'], version: 2 })
  })

  test('a role that holds more is neither changed nor deleted, and not to be given', async () => {
    const some = await farm.as('Aves', ROLES)
    const role = await create('Aves', ['entities.read', 'terminals.read'])
    expect(await details(role.id, some)).toMatchObject({ editable: false })
    await expect(edit(role, ['entities.read'], some)).rejects.toMatchObject(fields('permissions', 'beyondOwn'))
    await expect(some.roles.remove({ params: { id: role.id } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
    const given = data(await some.roles.atEntity({ params: { id: farm.at.Aves! } }))
    expect(given.find(one => one.id === role.id)).toMatchObject({ grantable: false })
    expect(await details(role.id)).toMatchObject({ permissions: ['entities.read', 'terminals.read'], version: 1 })
  })

  test('only ROOT grants everything, even if a user holds each single permission', async () => {
    await expect(create('Aves', ['platform.root'])).rejects.toMatchObject(fields('permissions', 'beyondOwn'))
    const root = await farm.as('Root', ['platform.root'])
    expect(await create('Aves', ['platform.root'], root)).toMatchObject({ permissions: ['platform.root'] })
  })

  test('the last user with all permissions keeps them', async () => {
    const own = await aFarm()
    const email = await own.person('Root', ['platform.root'])
    const root = own.api(await own.login(email))
    const { id } = data(await root.users.personal()).role
    const role = data(await root.roles.details({ params: { id } }))
    const poorer = { params: { id }, body: { name: role.name, permissions: [], version: 1 } }
    await expect(root.roles.edit(poorer)).rejects.toMatchObject(fields('permissions', 'lastRoot'))
    await own.person('Root', ['platform.root'])
    expect(data(await root.roles.edit(poorer))).toMatchObject({ permissions: [] })
    await own.close()
  })
})

describe('changes', () => {
  test('a name is unique per entity, case-insensitively', async () => {
    const role = await create('Aves')
    await expect(create('Aves', [], api, role.name.toUpperCase())).rejects.toMatchObject(fields('name', 'nameInUse'))
    await create('Paul', [], api, role.name)
    const other = await create('Aves')
    await expect(edit(other, [], api, role.name)).rejects.toMatchObject(fields('name', 'nameInUse'))
  })

  test('a name is unique however its accents are composed', async () => {
    await create('Aves', [], api, 'Pavilhão H4'.normalize('NFC'))
    await expect(create('Aves', [], api, 'Pavilhão H4'.normalize('NFD'))).rejects.toMatchObject(fields('name', 'nameInUse'))
  })

  test('an old version is refused and overwrites nothing', async () => {
    const role = await create('Aves')
    await edit(role, ['users.read'])
    await expect(edit(role, ['terminals.read'])).rejects.toMatchObject(failing('VERSION_CONFLICT'))
    expect((await details(role.id)).permissions).toEqual(['users.read'])
  })

  test('a change applies from the next request of each user of the role', async () => {
    const role = await create('Aves', ['entities.read'])
    const email = await farm.person('Aves')
    await give(role.id, email)
    const by = farm.api(await farm.login(email))
    await by.entities.search({ query: {} })
    await edit(role, ['terminals.read'])
    await expect(by.entities.search({ query: {} })).rejects.toMatchObject(failing('NOT_ALLOWED'))
    await by.terminals.search({ query: {} })
  })

  test('a role with users cannot be deleted, also if they are out of scope', async () => {
    const role = await create('Aves')
    const email = await farm.person('Suínos')
    await give(role.id, email)
    const remove = () => api.roles.remove({ params: { id: role.id } })
    expect(await remove()).toMatchObject({ refused: 'CANNOT_DELETE_ROLE' })
    const root = await farm.as('Root', ['platform.root'])
    const [person] = data(await root.users.list({ query: { search: email } }))
    data(await root.users.remove({ params: { id: person!.userId } }))
    data(await remove())
    await expect(details(role.id)).rejects.toMatchObject(failing('NOT_FOUND'))
  })

  test('given this very moment, it is not deleted', async () => {
    const role = await create('Aves')
    const email = await farm.person('Aves')
    const removed = await beside(farm, 'update users set role_id = $1 where email = $2', [role.id, email], () =>
      api.roles.remove({ params: { id: role.id } }),
    )
    expect(removed).toMatchObject({ refused: 'CANNOT_DELETE_ROLE' })
  })

  test('each change is audited with old and new values', async () => {
    const role = await create('Aves', ['entities.read'])
    await edit(role, ['users.read'], api, 'Renamed')
    await api.roles.remove({ params: { id: role.id } })
    const { rows } = await farm.world.owner.query(
      `select action, changes, entity_id::text as place from audit where object_type = 'role' and object_id = $1 order by id`,
      [role.id],
    )
    const place = farm.at.Aves
    expect(rows).toEqual([
      {
        action: 'CREATE',
        place,
        changes: [
          { field: 'name', old: null, new: role.name },
          { field: 'permissions', old: null, new: ['entities.read'] },
        ],
      },
      {
        action: 'UPDATE',
        place,
        changes: [
          { field: 'name', old: role.name, new: 'Renamed' },
          { field: 'permissions', old: ['entities.read'], new: ['users.read'] },
        ],
      },
      {
        action: 'DELETE',
        place,
        changes: [
          { field: 'name', old: 'Renamed', new: null },
          { field: 'permissions', old: ['users.read'], new: null },
        ],
      },
    ])
  })

  test('row security refuses a role above the scope', async () => {
    const role = await create('Aves')
    const { rows } = await farm.world.owner.query<{ path: string }>('select path::text from entities where id = $1', [
      farm.at.Paul,
    ])
    const client = await farm.world.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('app.scope', $1, true)`, [`{${rows[0]!.path}}`])
      expect((await client.query('select id from roles where id = $1', [role.id])).rowCount).toBe(1)
      expect((await client.query('update roles set name = $2 where id = $1', [role.id, 'Taken'])).rowCount).toBe(0)
      expect((await client.query('delete from roles where id = $1', [role.id])).rowCount).toBe(0)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
