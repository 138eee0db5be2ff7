import type { EditUser } from '@steading/contract/users/users'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let root: Api
let me: string
beforeEach(async () => {
  farm = await aFarm()
  const session = await farm.login(await farm.person('Root', ['platform.root']))
  root = farm.api(session)
  me = session.userId
})
afterEach(() => farm.close())

const lost = (field: string) => ({ failure: { code: 'INVALID_INPUT', fields: [{ field, code: 'lastRoot' }] } })
async function put(id: string, change: Partial<EditUser>, by = root) {
  const one = data(await by.users.details({ params: { id } }))
  const { displayName, shortName, email, phone, contacts, language, timeZone, status, version, kept } = one
  const body = {
    displayName,
    shortName,
    email,
    phone,
    contacts,
    language,
    timeZone,
    status,
    version,
    kept,
    roleId: one.role.id,
    rootEntityId: one.rootEntity.id,
    accessEntityIds: one.accessEntities.map(part => part.id),
    ...change,
  }
  return by.users.edit({ params: { id }, body, files: [] })
}
const role = async (place: string) =>
  data(
    await root.roles.create({
      body: { entityId: farm.at[place]!, name: `All of ${place}`, permissions: place === 'Root' ? [] : ['platform.root'] },
    }),
  ).id
/** Somebody who holds everything, and no way in yet. */
const invited = async (place = 'Root') => {
  const { role: mine } = data(await root.users.personal())
  const who = { displayName: 'Somebody new', shortName: 'New', email: 'new@steading.example' }
  const body = { ...who, roleId: mine.id, rootEntityId: farm.at[place]! }
  return data(await root.users.create({ body, files: [] })).userId
}
/** How many can still do everything everywhere. */
const left = async () =>
  (
    await farm.world.owner.query(
      `select 1 from users join entities at on at.id = users.entity_id join role_permissions using (role_id)
        where at.parent_id is null and not restricted and users.status = 'ACTIVE' and password_hash is not null and permission = 'platform.root'`,
    )
  ).rows.length

/** People who hold everything, and yet could not come back for the last one. */
const standIns: [string, () => Promise<unknown>][] = [
  ['somebody further down', () => farm.person('Paul', ['platform.root'])],
  [
    'somebody at ROOT kept to a part',
    async () => {
      const { userId } = await farm.login(await farm.person('Root', ['platform.root']))
      await farm.world.owner.query('update users set restricted = true where id = $1', [userId])
    },
  ],
  ['somebody who never signed in', () => invited()],
  [
    'somebody inactive',
    async () => {
      const { userId } = await farm.login(await farm.person('Root', ['platform.root']))
      data(await put(userId, { status: 'INACTIVE' }))
    },
  ],
]
const assertLastStays = async (standIn: () => Promise<unknown>) => {
  await standIn()
  await expect(put(me, { roleId: await role('Root') })).rejects.toMatchObject(lost('roleId'))
  await expect(put(me, { status: 'INACTIVE' })).rejects.toMatchObject(lost('status'))
  await expect(put(me, { rootEntityId: farm.at.Paul! })).rejects.toMatchObject(lost('rootEntityId'))
  await expect(put(me, { kept: true, accessEntityIds: [farm.at.Grupo!] })).rejects.toMatchObject(lost('accessEntityIds'))
  expect(await root.users.removeSelf({ params: { id: me } })).toMatchObject({ refused: 'CANNOT_DELETE_USER' })
  const mine = data(await root.users.personal()).role.id
  const { name } = data(await root.roles.details({ params: { id: mine } }))
  await expect(root.roles.edit({ params: { id: mine }, body: { name, permissions: [], version: 1 } })).rejects.toMatchObject(
    lost('permissions'),
  )
  expect(await root.roles.remove({ params: { id: mine } })).toMatchObject({ refused: 'CANNOT_DELETE_ROLE' })
  expect(await left()).toBe(1)
  data(await put(me, { shortName: 'Me' }))
}
test('the last user with all permissions stays', () => assertLastStays(async () => {}))
test.each(standIns)('the last user with all permissions stays, with %s', { tags: ['nightly'] }, (_, standIn) =>
  assertLastStays(standIn),
)

test('a restricted user does not count as the last administrator', async () => {
  const below = farm.api(await farm.login(await farm.person('Root', ['platform.root'])))
  data(await put(data(await below.users.personal()).userId, { kept: true, accessEntityIds: [farm.at.Paul!] }))
  expect(await root.users.removeSelf({ params: { id: me } })).toMatchObject({ refused: 'CANNOT_DELETE_USER' })
})

test('of two, one may go, each way', async () => {
  const ways: ((id: string) => Promise<unknown>)[] = [
    id => put(id, { rootEntityId: farm.at.Paul! }),
    id => put(id, { kept: true, accessEntityIds: [farm.at.Paul!] }),
    id => put(id, { status: 'INACTIVE' }),
    id => root.users.remove({ params: { id } }),
  ]
  for (const go of ways) {
    const { userId } = await farm.login(await farm.person('Root', ['platform.root']))
    await go(userId)
    expect(await left()).toBe(1)
  }
})

test.each<[string, (by: Api, id: string) => Promise<unknown>]>([
  ['delete', (by, id) => by.users.remove({ params: { id } })],
  ['keep to a part', (by, id) => put(id, { kept: true, accessEntityIds: [farm.at.Paul!] }, by)],
  ['place further down', (by, id) => put(id, { rootEntityId: farm.at.Paul! }, by)],
])('of two who %s each other concurrently one succeeds', async (_, act) => {
  const session = await farm.login(await farm.person('Root', ['platform.root']))
  await Promise.allSettled([act(root, session.userId), act(farm.api(session), me)])
  expect(await left()).toBe(1)
})

test('once another one’s role holds everything, the first may go', async () => {
  const session = await farm.login(await farm.person('Root', []))
  const { id } = data(await farm.api(session).users.personal()).role
  const leaves = put(me, { rootEntityId: farm.at.Paul! })
  await expect(leaves).rejects.toMatchObject(lost('rootEntityId'))
  await farm.world.owner.query(`insert into role_permissions (role_id, permission) values ($1, 'platform.root')`, [id])
  data(await put(me, { rootEntityId: farm.at.Paul! }))
  expect(await left()).toBe(1)
})
