import type { EditUser, UserDetails } from '@steading/contract/users/users'
import type { Permission } from '@steading/contract/users/permissions'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside } from '../../test/beside.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { parsePhone } from '../platform/text/phones.ts'

let farm: Farm
let api: Api
let made = 0
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const fields = (field: string, code: string) => ({ failure: { code: 'INVALID_INPUT', fields: [{ field, code }] } })
const role = async (place: string, permissions: Permission[] = ['entities.read'], by = api) =>
  data(await by.roles.create({ body: { entityId: farm.at[place]!, name: `Role of ${++made}`, permissions } })).id
const wish = async (place = 'Aves', more: object = {}) => ({
  displayName: `Somebody ${++made}`,
  shortName: `S${made}`,
  email: `somebody${made}@steading.example`,
  roleId: await role('Aves'),
  rootEntityId: farm.at[place]!,
  ...more,
})
const create = async (place?: string, more: object = {}, by = api, files: File[] = []) =>
  data(await by.users.create({ body: await wish(place, more), files }))
const wishOf = (userDetails: UserDetails): EditUser => ({
  displayName: userDetails.displayName,
  shortName: userDetails.shortName,
  email: userDetails.email,
  phone: userDetails.phone,
  contacts: userDetails.contacts,
  language: userDetails.language,
  timeZone: userDetails.timeZone,
  status: userDetails.status,
  version: userDetails.version,
  roleId: userDetails.role.id,
  rootEntityId: userDetails.rootEntity.id,
  accessEntityIds: userDetails.accessEntities.map(part => part.id),
})
const edit = (userDetails: UserDetails, change: Partial<EditUser> = {}, by = api, files: File[] = []) =>
  by.users.edit({ params: { id: userDetails.userId }, body: { ...wishOf(userDetails), ...change }, files })
const details = async (id: string, by = api) => data(await by.users.details({ params: { id } }))
/** A person who can sign in, with the permissions that are named. */
const somebody = async (place: string, permissions?: readonly Permission[]) => {
  const session = await farm.login(await farm.person(place, permissions))
  return { ...session, api: farm.api(session) }
}
const trace = async (id: string) =>
  (
    await farm.world.owner.query<{ action: string; changes: { field: string; old?: unknown; new?: unknown }[] }>(
      `select action, changes from audit where object_type = 'user' and object_id = $1 order by id`,
      [id],
    )
  ).rows
const picture = async (colour: string) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
          .png()
          .toBuffer(),
      ),
    ],
    'me.png',
    {
      type: 'image/png',
    },
  )

describe('creating a user', () => {
  test('all that was given is there, and waits for its activation', async () => {
    const contacts = [
      { type: 'WORK_PHONE_NUMBER' as const, phoneNumber: '+351 212 345 678' },
      { type: 'POSTAL_ADDRESS' as const, addressLine1: 'Rua 1', city: 'Leiria', countryCodeA3: 'PRT' as const },
    ]
    const one = await create('Aves', {
      phone: '+351 912 345 678',
      language: 'pt-PT',
      timeZone: 'Europe/Lisbon',
      contacts,
      email: '  Maria@Steading.Example ',
      accessEntityIds: [farm.at['House 1']],
    })
    expect(await details(one.userId)).toMatchObject({
      email: 'maria@steading.example',
      phone: '+351912345678',
      hasValidPhone: true,
      language: 'pt-PT',
      activated: false,
      status: 'ACTIVE',
      rootEntity: { name: 'Aves' },
      accessEntities: [{ displayName: 'Paul | House 1' }],
      editable: true,
      contacts: [{ phoneNumber: '+351212345678' }, { addressLine1: 'Rua 1', addressLine2: null, city: 'Leiria' }],
      avatar: null,
      responsibleFor: [],
      lastSeenUtc: null,
      version: 1,
    })
    const [created] = await trace(one.userId)
    expect(created).toMatchObject({ action: 'CREATE' })
    expect(created!.changes).toContainEqual({ field: 'email', old: null, new: 'maria@steading.example' })
  })

  test.each([
    ['the root lies beside', { rootEntityId: 'Suínos' }, 'rootEntityId', 'notFound'],
    ['the root lies above', { rootEntityId: 'Grupo' }, 'rootEntityId', 'notFound'],
    ['a part is the root', { accessEntityIds: ['Aves'] }, 'accessEntityIds.0', 'notBelow'],
    ['a part lies beside', { rootEntityId: 'Paul', accessEntityIds: ['House 1', 'Azinheira'] }, 'accessEntityIds.1', 'notBelow'],
    ['the zone is none', { timeZone: 'Europe/Nowhere' }, 'timeZone', 'timeZone'],
    ['the phone is none', { phone: '12' }, 'phone', 'phone'],
    ['the address is none', { email: 'nobody' }, 'email', 'email'],
    ['the name is too short', { displayName: 'ab' }, 'displayName', 'tooShort'],
  ])('%s: refused by its field', async (_, change, field, code) => {
    const named = (value: unknown) => (typeof value === 'string' ? (farm.at[value] ?? value) : value)
    const more = Object.fromEntries(
      Object.entries(change).map(([key, value]) => [key, Array.isArray(value) ? value.map(named) : named(value)]),
    )
    const body = await wish('Aves', more)
    await expect(api.users.create({ body, files: [] })).rejects.toMatchObject(fields(field, code))
  })

  test('the role is of the entity or above and within the creator’s permissions', async () => {
    const below = await role('House 1')
    await expect(create('Aves', { roleId: below })).rejects.toMatchObject(fields('roleId', 'notFound'))
    const elsewhere = await role('Suínos', [], await farm.as('Suínos'))
    await expect(create('Aves', { roleId: elsewhere })).rejects.toMatchObject(fields('roleId', 'notFound'))
    const richer = await role('Aves', ['terminals.read'])
    const some = await somebody('Aves', ['users.create', 'users.read', 'entities.read'])
    await expect(create('Aves', { roleId: richer }, some.api)).rejects.toMatchObject(fields('roleId', 'beyondOwn'))
    const all = data(await (await farm.as('Root', ['platform.root'])).users.personal()).role.id
    await expect(create('Aves', { roleId: all })).rejects.toMatchObject(fields('roleId', 'beyondOwn'))
  })

  test('a role made above the own root may be given', async () => {
    const below = await farm.as('Paul')
    expect(await create('Paul', {}, below)).toMatchObject({ role: { id: expect.any(String) }, rootEntity: { name: 'Paul' } })
  })

  test('an address is unique, case-insensitively', async () => {
    const one = await create()
    const body = await wish('Aves', { email: one.email.toUpperCase() })
    expect(await api.users.create({ body, files: [] })).toMatchObject({ refused: 'USER_EMAIL_ALREADY_EXISTS' })
    const other = await create()
    expect(await edit(other, { email: one.email })).toMatchObject({ refused: 'USER_EMAIL_ALREADY_EXISTS' })
  })

  test('a picture is scaled, replaced and removed', async () => {
    const one = await create('Aves', {}, api, [await picture('red')])
    const size = async ({ avatar }: UserDetails) => {
      const { width, height, format } = await sharp(Buffer.from(avatar!.imageBase64, 'base64')).metadata()
      return { width, height, format }
    }
    expect(await size(one)).toEqual({ width: 256, height: 256, format: 'webp' })
    const other = data(await edit(one, {}, api, [await picture('blue')]))
    expect(other.avatar).not.toEqual(one.avatar)
    const { rows } = await farm.world.owner.query('select count(*)::int as n from pictures')
    expect(rows).toEqual([{ n: 1 }])
    expect(data(await edit(other, { removeAvatar: true })).avatar).toBeNull()
    const fake = new File(['no picture'], 'me.png', { type: 'image/png' })
    const body = await wish()
    await expect(api.users.create({ body, files: [fake] })).rejects.toMatchObject(fields('file', 'image'))
  })
})

describe('visibility of users', () => {
  test('people of the own subtree, found by name and address, and by role and place', async () => {
    const one = await create('Paul')
    const found = async (query: object, by = api) =>
      data(await by.users.search({ query: { search: one.displayName, ...query } })).content.map(({ userId }) => userId)
    expect(await found({})).toEqual([one.userId])
    expect(await found({ search: one.email })).toEqual([one.userId])
    expect(await found({ roleId: one.role.id, entityId: farm.at.Aves })).toEqual([one.userId])
    expect(await found({ entityId: farm.at['House 1'] })).toEqual([])
    expect(await found({ status: 'INACTIVE' })).toEqual([])
    expect(await found({}, await farm.as('Suínos'))).toEqual([])
    await expect(details(one.userId, await farm.as('Suínos'))).rejects.toMatchObject(failing('NOT_FOUND'))
    expect(await found({ search: '%' })).toEqual([])
  })

  test('a user without a permission for users may pick only themselves', async () => {
    const some = await somebody('Aves', ['entities.read'])
    expect(data(await some.api.users.list({ query: {} }))).toMatchObject([{ userId: some.userId }])
    const list = await somebody('Aves', ['users.list'])
    expect(data(await list.api.users.list({ query: { status: 'ACTIVE' } })).length).toBeGreaterThan(1)
    for (const one of data(await list.api.users.list({ query: {} })))
      expect(Object.keys(one).toSorted()).toEqual(['displayName', 'hasValidPhone', 'shortName', 'status', 'userId'])
  })

  test('a restricted user appears in the lists of the part and can be responsible there', async () => {
    const some = await somebody('Aves')
    await edit(await details(some.userId), { accessEntityIds: [farm.at['House 1']!] })
    const found = async (query: object) =>
      data(await some.api.users.search({ query })).content.filter(one => one.userId === some.userId)
    expect(await found({})).toMatchObject([{ rootEntity: { displayName: 'Aves' } }])
    expect(await found({ status: 'INACTIVE' })).toEqual([])
    const listed = data(await some.api.users.list({ query: {} }))
    expect(listed.filter(one => one.userId === some.userId)).toHaveLength(1)
    expect(await details(some.userId, some.api)).toMatchObject({ rootEntity: { displayName: 'Aves' }, editable: false })
    const neighbour = await somebody('Aves')
    expect(listed.map(one => one.userId)).not.toContain(neighbour.userId)
    await expect(details(neighbour.userId, some.api)).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(edit(await details(some.userId), { displayName: 'Other' }, some.api)).rejects.toMatchObject(failing('NOT_FOUND'))
    const house = async () => data(await some.api.entities.details({ params: { id: farm.at['House 1']! } }))
    const charge = async (responsibleUserIds: string[]) => {
      const { name, version } = await house()
      data(
        await some.api.entities.edit({
          params: { id: farm.at['House 1']! },
          query: {},
          body: { name, version, responsibleUserIds },
          files: [],
        }),
      )
      return (await house()).responsibleUsers.map(responsibleUser => responsibleUser.userId)
    }
    expect(await charge([some.userId])).toEqual([some.userId])
    expect(await charge([])).toEqual([])
  })

  test('a restricted user sees themselves and only users in the part', async () => {
    const some = await somebody('Aves')
    await edit(await details(some.userId), { accessEntityIds: [farm.at['House 1']!] })
    expect(data(await some.api.users.personal())).toMatchObject({ userId: some.userId, rootEntity: { name: 'Aves' } })
    expect(data(await some.api.users.search({ query: {} })).content.map(one => one.userId)).toEqual([some.userId])
    const own = { params: { id: some.userId }, query: {} }
    expect(data(await some.api.users.entities(own)).map(one => one.name)).toEqual(['House 1'])
  })

  test('lists the entities of a user by group, of others with users.read only', async () => {
    const one = await create('Paul')
    const ask = (query: object, by = api) => by.users.entities({ params: { id: one.userId }, query })
    const names = async (query: object) => data(await ask(query)).map(entity => entity.name)
    expect(await names({})).toEqual(['Paul', 'House 1', 'House 2'])
    expect(await names({ entityTypeGroups: ['TENANT'] })).toEqual([])
    await expect(ask({}, await farm.as('Aves', ['users.list']))).rejects.toMatchObject(failing('NOT_ALLOWED'))
    await expect(ask({}, await farm.as('Suínos'))).rejects.toMatchObject(failing('NOT_FOUND'))
  })

  test('the access tree marks each entity as full, partial or none', async () => {
    const one = await create('Aves', { accessEntityIds: [farm.at['House 1']] })
    const level = async (more: object, by = api) =>
      data(await by.users.accessTree({ params: { id: one.userId }, query: { rootEntity: farm.at.Aves!, ...more } })).map(node => [
        node.name,
        node.access,
        node.children,
      ])
    expect(await level({})).toEqual([['Aves', 'PART', 1]])
    expect(await level({ parentId: farm.at.Aves })).toEqual([['Paul', 'PART', 2]])
    expect(await level({ parentId: farm.at.Paul })).toEqual([
      ['House 1', 'FULL', 0],
      ['House 2', 'NONE', 0],
    ])
    await expect(level({ rootEntity: farm.at.Suínos })).rejects.toMatchObject(fields('rootEntity', 'notFound'))
    await expect(level({ rootEntity: farm.at.Paul, parentId: farm.at.Aves })).rejects.toMatchObject(
      fields('parentId', 'notFound'),
    )
    const other = await create('Paul')
    expect(await level({ editedUser: other.userId, parentId: farm.at.Paul })).toMatchObject([
      ['House 1', 'FULL', 0],
      ['House 2', 'FULL', 0],
    ])
    await expect(level({}, await farm.as('Suínos'))).rejects.toMatchObject(failing('NOT_FOUND'))
  })
})

describe('parts of the root entity', () => {
  /** Somebody at Aves who was kept to a house that is no more. */
  async function keptToNothing() {
    const house = await farm.entity(`House ${++made}`, 'SECTOR', 'Paul')
    const one = await create('Aves', { accessEntityIds: [house] })
    expect(one).toMatchObject({ kept: true, accessEntities: [{ id: house }] })
    await farm.world.owner.query('delete from entities where id = $1', [house])
    const after = await details(one.userId)
    expect(after).toMatchObject({ kept: true, accessEntities: [] })
    return after
  }

  test('an unchanged save gives a user restricted to nothing no access', async () => {
    const one = await keptToNothing()
    const saved = data(await edit(one, { displayName: 'Saved as read' }))
    expect(saved).toMatchObject({ displayName: 'Saved as read', kept: true, accessEntities: [] })
    expect(data(await edit(saved, { kept: true, status: 'INACTIVE' }))).toMatchObject({ status: 'INACTIVE', kept: true })
  })

  test('lifting the restriction is explicit and audited', async () => {
    const one = await keptToNothing()
    expect(data(await edit(one, { kept: false }))).toMatchObject({ kept: false, accessEntities: [] })
    expect((await trace(one.userId)).at(-1)!.changes).toEqual([{ field: 'kept', old: true, new: false }])
  })

  test('refuses an empty restriction, and parts of an unrestricted user', async () => {
    const one = await create('Aves')
    await expect(edit(one, { kept: true })).rejects.toMatchObject(fields('accessEntityIds', 'required'))
    await expect(edit(one, { kept: false, accessEntityIds: [farm.at.Paul!] })).rejects.toMatchObject(
      fields('accessEntityIds', 'leaveEmpty'),
    )
    await expect(create('Aves', { kept: true })).rejects.toMatchObject(fields('accessEntityIds', 'required'))
    const restrictedUser = data(await edit(one, { accessEntityIds: [farm.at.Paul!] }))
    expect(restrictedUser.kept).toBe(true)
    expect(data(await edit(restrictedUser, { accessEntityIds: [] }))).toMatchObject({ kept: false })
  })

  test('a part that was moved out of the root is no part, and the person can be saved', async () => {
    const one = await create('Aves', { accessEntityIds: [farm.at['House 1']!, farm.at['House 2']!] })
    await farm.world.owner.query('update user_access set entity_id = $2 where user_id = $1 and entity_id = $3', [
      one.userId,
      farm.at['Room 1'],
      farm.at['House 2'],
    ])
    const above = await farm.as('Grupo')
    const seen = await details(one.userId, above)
    expect(seen.accessEntities).toMatchObject([{ id: farm.at['House 1'] }])
    expect(data(await edit(seen, {}, above))).toMatchObject({ kept: true })
  })

  test('a level of the tree is returned in pages of 1000', async () => {
    await farm.entity('Wide farm', 'FARM', 'Aves')
    await farm.world.owner.query(
      `insert into entities (parent_id, type, name, path) select $1, 'SECTOR', 'W' || to_char(n, 'FM0000'), '' from generate_series(1, 1001) n`,
      [farm.at['Wide farm']],
    )
    const one = await create('Aves')
    const level = async (page?: number) =>
      data(
        await api.users.accessTree({
          params: { id: one.userId },
          query: { rootEntity: farm.at.Aves!, parentId: farm.at['Wide farm'], page },
        }),
      ).map(node => node.name)
    const first = await level()
    expect([first.length, first[0], first.at(-1)]).toEqual([1000, 'W0001', 'W1000'])
    expect(await level(1)).toEqual(['W1001'])
    expect(await level(2)).toEqual([])
  })
})

test('a user created during a move of the entity gets no role of the old parent', async () => {
  await farm.entity('Old group', 'GROUP', 'Grupo')
  await farm.entity('Moving', 'ENTERPRISE', 'Old group')
  const above = await farm.as('Grupo')
  const old = await role('Old group', ['entities.read'], above)
  const one = await create('Moving', { roleId: old }, above)
  const moving = `with held as materialized (select pg_advisory_xact_lock(hashtext('steading.tree')) as held)
    update entities set parent_id = $2 from held where id = $1`
  const move = <T>(to: string, act: () => Promise<T>) => beside(farm, moving, [farm.at.Moving, farm.at[to]], act)
  const gone = fields('roleId', 'notFound')
  await expect(move('Grupo', () => create('Moving', { roleId: old }, above))).rejects.toMatchObject(gone)
  await move('Old group', () => details(one.userId, above))
  await expect(move('Grupo', () => edit(one, { displayName: 'Late' }, above))).rejects.toMatchObject(gone)
})

describe('editing a user', () => {
  test('writes every field, audited with old and new values', async () => {
    const one = await create('Paul')
    const other = await role('Aves')
    const change = { displayName: 'Another name', phone: '+34 612 345 678', roleId: other, rootEntityId: farm.at.Aves! }
    const after = data(await edit(one, { ...change, accessEntityIds: [farm.at['House 2']!] }))
    expect(after).toMatchObject({ displayName: 'Another name', phone: '+34612345678', role: { id: other }, version: 2 })
    expect(after.accessEntities).toMatchObject([{ id: farm.at['House 2'] }])
    const { changes } = (await trace(one.userId)).at(-1)!
    expect(changes.map(({ field }) => field)).toEqual(['displayName', 'phone', 'role', 'rootEntity', 'kept', 'accessEntities'])
    expect(changes[0]).toEqual({ field: 'displayName', old: one.displayName, new: 'Another name' })
  })

  test('an old version is refused and overwrites nothing', async () => {
    const one = await create()
    await edit(one, { displayName: 'The first' })
    await expect(edit(one, { displayName: 'The second' })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
    const both = await Promise.allSettled([1, 2].map(async n => edit(await details(one.userId), { displayName: `At once ${n}` })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a user with more permissions cannot be edited, deleted or given a password', async () => {
    const one = await create('Aves', { roleId: await role('Aves', ['terminals.read']) })
    const some = await somebody('Aves', ['users.read', 'users.update', 'users.delete', 'entities.read'])
    expect(await details(one.userId, some.api)).toMatchObject({ editable: false })
    const params = { id: one.userId }
    for (const act of [
      () => edit(one, {}, some.api),
      () => some.api.users.remove({ params }),
      () => some.api.users.invite({ params }),
      () => some.api.users.password({ params, body: { password: 'Another-horse-8' } }),
    ])
      await expect(act()).rejects.toMatchObject(failing('NOT_ALLOWED'))
    expect(await details(one.userId)).toMatchObject({ version: 1, editable: true })
  })

  test('no user raises their own permissions', async () => {
    const some = await somebody('Aves', ['users.read', 'users.update', 'entities.read'])
    const me = await details(some.userId, some.api)
    const richer = await role('Aves', ['terminals.read'])
    await expect(edit(me, { roleId: richer }, some.api)).rejects.toMatchObject(fields('roleId', 'beyondOwn'))
    await expect(edit(me, { rootEntityId: farm.at.Grupo! }, some.api)).rejects.toMatchObject(fields('rootEntityId', 'notFound'))
  })

  test('a responsible user cannot be made inactive', async () => {
    const one = await create('Paul')
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) values ($1, $2)', [
      farm.at['House 1'],
      one.userId,
    ])
    expect(await edit(one, { status: 'INACTIVE' })).toMatchObject({ refused: 'USER_INACTIVE_RESPONSIBLE' })
    expect(await details(one.userId)).toMatchObject({ status: 'ACTIVE', responsibleFor: [{ displayName: 'Paul | House 1' }] })
    await farm.world.owner.query('delete from responsibles where user_id = $1', [one.userId])
    expect(data(await edit(one, { status: 'INACTIVE' }))).toMatchObject({ status: 'INACTIVE' })
  })

  test('a user cannot be made inactive or deleted and responsible concurrently', async () => {
    const house = farm.at['House 1']!
    const charge = async (userId: string) => {
      const { name, version } = data(await api.entities.details({ params: { id: house } }))
      const body = { name, version, responsibleUserIds: [userId] }
      return api.entities.edit({ params: { id: house }, query: {}, body, files: [] })
    }
    const one = await create('Paul')
    const other = await create('Paul')
    const leaves = beside(farm, `update users set status = 'INACTIVE' where id = $1`, [one.userId], () => charge(one.userId))
    await expect(leaves).rejects.toMatchObject(fields('responsibleUserIds.0', 'inactivePerson'))
    // The other way round: put in charge first.
    const charged = `with held as (select id from users where id = $1 for share)
      insert into responsibles (entity_id, user_id) select $2, id from held`
    const isCharged = (act: () => Promise<unknown>) => beside(farm, charged, [other.userId, house], act)
    expect(await isCharged(() => edit(other, { status: 'INACTIVE' }))).toMatchObject({ refused: 'USER_INACTIVE_RESPONSIBLE' })
    await farm.world.owner.query('delete from responsibles where user_id = $1', [other.userId])
    expect(await isCharged(() => api.users.remove({ params: { id: other.userId } }))).toMatchObject({
      refused: 'CANNOT_DELETE_RESPONSIBLE_USER',
    })
    await farm.world.owner.query('delete from responsibles where user_id = $1', [other.userId])
  })
})

describe('deleting a user', () => {
  test('removes personal data, keeps the name in history and frees the address', async () => {
    const some = await somebody('Aves')
    const thing = data(
      await some.api.roles.create({ body: { entityId: farm.at.Aves!, name: `Made ${++made}`, permissions: [] } }),
    )
    const me = await details(some.userId)
    await edit(me, { phone: '+351912345678', contacts: [{ type: 'WORK_PHONE_NUMBER', phoneNumber: '+351212345678' }] }, api, [
      await picture('green'),
    ])
    data(await api.users.remove({ params: { id: some.userId } }))

    await expect(details(some.userId)).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(some.api.users.personal()).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
    await expect(farm.login(me.email)).rejects.toMatchObject(failing('WRONG_CREDENTIALS'))
    expect(data(await api.users.search({ query: { search: me.displayName } })).content).toEqual([])
    expect(data(await api.users.list({ query: { search: me.displayName } }))).toEqual([])
    expect(data(await api.roles.details({ params: { id: thing.id } })).createdBy).toEqual({
      userId: some.userId,
      shortName: me.shortName,
    })
    const { rows } = await farm.world.owner.query<object>('select * from users where id = $1', [some.userId])
    expect(rows).toMatchObject([
      {
        display_name: me.displayName,
        short_name: me.shortName,
        status: 'INACTIVE',
        deleted_at: expect.any(Date),
        email: null,
        phone: null,
        picture_id: null,
        contacts: [],
        password_hash: null,
        role_id: null,
      },
    ])
    expect(await create('Aves', { email: me.email })).toMatchObject({ email: me.email })
    await expect(edit(me, { version: 3 })).rejects.toMatchObject(failing('NOT_FOUND'))
  })

  test('refuses a responsible user and the caller', async () => {
    const some = await somebody('Paul')
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) values ($1, $2)', [farm.at.Paul, some.userId])
    const params = { id: some.userId }
    const refusal = { refused: 'CANNOT_DELETE_RESPONSIBLE_USER', message: expect.stringContaining('in charge') as unknown }
    expect(await api.users.remove({ params })).toMatchObject(refusal)
    expect(await some.api.users.removeSelf({ params })).toMatchObject(refusal)
    await farm.world.owner.query('delete from responsibles where user_id = $1', [some.userId])
    expect(await some.api.users.remove({ params })).toMatchObject({
      refused: 'CANNOT_DELETE_USER',
      message: expect.not.stringContaining('nactive') as unknown,
    })
    await expect(some.api.users.removeSelf({ params: { id: (await create()).userId } })).rejects.toMatchObject(
      failing('NOT_FOUND'),
    )
    data(await some.api.users.removeSelf({ params }))
    await expect(some.api.users.personal()).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
  })

  test('the entity of a deleted user can be deleted', async () => {
    const { id } = data(
      await api.entities.create({ body: { type: 'SECTOR', parentId: farm.at.Paul!, name: 'Old house' }, files: [] }),
    )
    const one = await create('Aves', { rootEntityId: id })
    const remove = () => api.entities.remove({ params: { id } })
    expect(await remove()).toMatchObject({ refused: 'CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES' })
    data(await api.users.remove({ params: { id: one.userId } }))
    data(await remove())
    const { rows } = await farm.world.owner.query('select entity_id::text as at from users where id = $1', [one.userId])
    expect(rows).toEqual([{ at: farm.at.Paul }])
  })
})

describe('the own account', () => {
  test('changes only the own settings', async () => {
    const some = await somebody('Aves', [])
    const { version } = data(await some.api.users.personal())
    const body = { displayName: 'My own name', shortName: 'Me', phone: '00351912345678', language: 'el-GR' as const, version }
    const after = data(await some.api.users.editPersonal({ body, files: [await picture('red')] }))
    expect(after).toMatchObject({ displayName: 'My own name', language: 'el-GR', hasValidPhone: true, version: version + 1 })
    expect(after.avatar).not.toBeNull()
    await expect(some.api.users.editPersonal({ body, files: [] })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
    expect((await trace(some.userId)).at(-1)!.changes.map(({ field }) => field)).toContain('displayName')
  })

  test('terms and news are noted once', async () => {
    const some = await somebody('Aves', [])
    expect(some).toMatchObject({ acceptedTerms: false, knowledgeVersion: false })
    for (const _ of [1, 2]) {
      expect(data(await some.api.users.acceptTerms())).toEqual({ acceptedTerms: true })
      expect(data(await some.api.users.knowledgeVersion())).toEqual({ knowledgeVersion: true })
    }
    expect(data(await some.api.sessions.extend())).toMatchObject({ acceptedTerms: true, knowledgeVersion: true })
    expect(
      (await trace(some.userId)).filter(({ action }) => action === 'UPDATE').map(({ changes }) => changes[0]!.field),
    ).toEqual(['acceptedTerms', 'knowledgeVersion'])
  })

  test('chooses the channels of notifications and the regular messages', async () => {
    const some = await somebody('Aves', [])
    const { version, ...first } = data(await some.api.users.notifications())
    expect(first).toEqual({ channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }, from: 'LOW', quiet: null })
    const body = { channels: { MAIL: false, SMS: true, VOICE: true, WHATSAPP: false }, from: 'MAJOR' as const, version }
    expect(data(await some.api.users.setNotifications({ body }))).toEqual({ ...body, quiet: null, version: version + 1 })
    await expect(some.api.users.setNotifications({ body })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
    const quiet = { from: '22:00', to: '06:30' }
    const set = (more: object) => some.api.users.setNotifications({ body: { ...body, version: version + 1, ...more } })
    await expect(set({ quiet: { from: '24:00', to: '06:30' } })).rejects.toMatchObject(failing('INVALID_INPUT', 'quiet.from'))
    await expect(set({ quiet: { from: '22:00', to: '22:00' } })).rejects.toMatchObject(failing('INVALID_INPUT', 'quiet.to'))
    expect(data(await set({ quiet }))).toMatchObject({ quiet, version: version + 2 })
    // Left out they stay, and null takes them away.
    expect(data(await set({ from: 'LOW', version: version + 2 }))).toMatchObject({ quiet, version: version + 3 })
    expect(data(await set({ quiet: null, version: version + 3 }))).toMatchObject({ quiet: null, version: version + 4 })
    const subscribe = { subscriptions: ['DAILY_SUMMARY' as const, 'DAILY_SUMMARY' as const], version: version + 4 }
    expect(data(await some.api.users.setSubscriptions({ body: subscribe }))).toEqual({
      subscriptions: ['DAILY_SUMMARY'],
      version: version + 5,
    })
    expect(data(await some.api.users.subscriptions())).toEqual({ subscriptions: ['DAILY_SUMMARY'], version: version + 5 })
  })

  test('a user’s own requests set the last activity, polling does not', async () => {
    let now = Date.UTC(2026, 4, 4)
    const own = await aFarm({ clock: { now: () => now, mono: () => now } })
    const session = await own.login(await own.person('Aves'))
    const by = await own.as('Aves')
    const seen = async () => data(await by.users.details({ params: { id: session.userId } })).lastSeenUtc
    now += 600_000
    await own.api(session).events.openCount({ query: {} }, { background: true })
    expect(await seen()).toBe('2026-05-04T00:00:00.000Z')
    await own.api(session).events.openCount({ query: {} })
    expect(await seen()).toBe('2026-05-04T00:10:00.000Z')
    await own.close()
  })
})

test.each([
  ['+351 912 345 678', true, '+351912345678', 'PRT'],
  ['00351912345678', true, '+351912345678', 'PRT'],
  ['+34 (612) 345-678', true, '+34612345678', 'ESP'],
  ['912345678', false, null, null],
  ['+351 12', false, null, null],
  ['+999 123456789', false, null, null],
  ['', false, null, null],
])('can %j be called: %s', (text, valid, international, countryCodeA3) =>
  expect(parsePhone(text)).toEqual({ valid, international, countryCodeA3 }),
)
