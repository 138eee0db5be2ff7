import type { EditUser, UserDetails } from '@steading/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from './box.ts'
import { aFarm, data } from './farm.ts'
import type { Api, Farm } from './farm.ts'
import { createInterface } from '../src/interfaces/index.ts'
import { systemActor } from '../src/platform/actor.ts'
import { save } from '../src/platform/database/save.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const traces = async () => (await farm.world.owner.query<{ n: number }>('select count(*)::int as n from audit')).rows[0]!.n

/** Saves what is there, and then something else: of the first nothing is left, of the second all. */
async function saves<Shown extends { version: number }>(
  show: () => Promise<Shown>,
  put: (shown: Shown, more: object) => Promise<unknown>,
  more: object,
) {
  const shown = await show()
  const before = await traces()
  await put(shown, {})
  expect(await show()).toEqual(shown)
  expect(await traces()).toBe(before)
  // An old version is one, whatever it says.
  await expect(put({ ...shown, version: shown.version + 7 }, {})).rejects.toMatchObject({ failure: { code: 'VERSION_CONFLICT' } })
  await put(shown, more)
  const after = await show()
  expect(after).toMatchObject(more)
  return { versions: after.version - shown.version, traces: (await traces()) - before }
}
const ONE = { versions: 1, traces: 1 }

const wishOf = (one: UserDetails): EditUser => ({
  ...{ displayName: one.displayName, shortName: one.shortName, email: one.email, phone: one.phone, contacts: one.contacts },
  ...{ language: one.language, timeZone: one.timeZone, status: one.status, version: one.version },
  ...{ roleId: one.role.id, rootEntityId: one.rootEntity.id, accessEntityIds: one.accessEntities.map(part => part.id) },
})

test('a person', async () => {
  const role = data(await api.roles.create({ body: { entityId: farm.at.Aves!, name: 'Of the person', permissions: [] } }))
  const { userId: id } = data(
    await api.users.create({
      body: {
        ...{ displayName: 'Ana Silva', shortName: 'Ana', email: 'ana@steading.example', roleId: role.id },
        ...{ rootEntityId: farm.at.Aves!, accessEntityIds: [farm.at.Paul!] },
        contacts: [{ type: 'WORK_PHONE_NUMBER', phoneNumber: '+351912345678' }],
      },
      files: [],
    }),
  )
  // The code that opens the account is mailed afterwards, and leaves its own trace.
  const mailed = `select from audit where object_type = 'user' and object_id = $1 and action = 'UPDATE'`
  await expect.poll(async () => (await farm.world.owner.query(mailed, [id])).rowCount).toBe(1)
  expect(
    await saves(
      async () => data(await api.users.details({ params: { id } })),
      (shown, more) => api.users.edit({ params: { id }, body: { ...wishOf(shown), ...more }, files: [] }),
      { shortName: 'Aninha' },
    ),
  ).toEqual(ONE)
})

test('oneself, and how one is told', async () => {
  expect(
    await saves(
      async () => data(await api.users.personal()),
      ({ displayName, shortName, phone, contacts, language, timeZone, version }, more) =>
        api.users.editPersonal({
          body: { displayName, shortName, phone, contacts, language, timeZone, version, ...more },
          files: [],
        }),
      { displayName: 'Another name' },
    ),
  ).toEqual(ONE)
  expect(
    await saves(
      async () => data(await api.users.notifications()),
      (shown, more) => api.users.setNotifications({ body: { ...shown, ...more } }),
      { from: 'MAJOR' },
    ),
  ).toEqual(ONE)
  expect(
    await saves(
      async () => data(await api.users.subscriptions()),
      (shown, more) => api.users.setSubscriptions({ body: { ...shown, ...more } }),
      { subscriptions: ['WEEKLY_SUMMARY'] },
    ),
  ).toEqual(ONE)
})

test('an entity, with its people', async () => {
  const id = farm.at.Paul!
  const session = await farm.login(await farm.person('Aves'))
  const put = async (shown: Awaited<ReturnType<typeof show>>, more: object) =>
    api.entities.edit({
      params: { id },
      query: {},
      body: {
        ...{
          name: shown.name,
          code: 'P01',
          version: shown.version,
          latitude: 39.5,
          longitude: -8.25,
          timeZone: shown.timeZone,
        },
        ...{ responsibleUserIds: [session.userId], tagIds: [], ...more },
      },
      files: [],
    })
  const show = async () => data(await api.entities.details({ params: { id } }))
  await put(await show(), {})
  expect(await saves(show, put, { name: 'Paulo' })).toEqual(ONE)
  const shown = await show()
  await put(shown, { responsibleUserIds: [] })
  expect(await show()).toMatchObject({ responsibleUsers: [], version: shown.version + 1 })
})

test('a terminal, and its name alone', async () => {
  const { id } = await aTerminal(farm)
  const show = async () => data(await api.terminals.details({ params: { id } }))
  expect(
    await saves(
      show,
      ({ displayName, profile, timeOut, timeZone, rootEntity, version }, more) =>
        api.terminals.edit({
          params: { id },
          body: { displayName, profile, timeOut, timeZone, entityId: rootEntity.id, version, ...more },
        }),
      { timeOut: 61 },
    ),
  ).toEqual(ONE)
  expect(
    await saves(
      show,
      ({ displayName, version }, more) => api.terminals.rename({ params: { id }, body: { displayName, version, ...more } }),
      { displayName: 'Renamed' },
    ),
  ).toEqual(ONE)
})

test('an interface, and the defaults of an entity', async () => {
  const { id: terminalId } = await aTerminal(farm)
  const sensor = await farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.doors.devices, {
      ...{ terminalId, entityId: farm.at.Paul!, displayName: 'Air', category: 'TEMPERATURE', address: 'x' },
    }),
  )
  const params = { e: farm.at.Paul!, t: terminalId, i: sensor }
  expect(
    await saves(
      async () => data(await api.interfaces.at({ params })),
      ({ displayName, every, version }, more) => api.interfaces.edit({ params, body: { displayName, every, version, ...more } }),
      { every: 30 },
    ),
  ).toEqual(ONE)
  const place = { params: { id: farm.at.Paul! } }
  const set = (interfaceIds: string[], version: number) =>
    api.interfaces.setDefaults({ ...place, body: { interfaceIds, version } })
  const { version } = data(await api.interfaces.defaults(place))
  expect(data(await set([], version)).version).toBe(version)
  expect(data(await set([sensor], version)).version).toBe(version + 1)
  const before = await traces()
  expect(data(await set([sensor], version + 1)).version).toBe(version + 1)
  expect(await traces()).toBe(before)
})

test('a role, and a tag', async () => {
  const role = data(
    await api.roles.create({ body: { entityId: farm.at.Aves!, name: 'Reader', permissions: ['entities.read', 'users.read'] } }),
  )
  const params = { id: role.id }
  expect(
    await saves(
      async () => data(await api.roles.details({ params })),
      ({ name, permissions, version }, more) =>
        api.roles.edit({ params, body: { name, permissions: permissions.toReversed(), version, ...more } }),
      { name: 'Looker' },
    ),
  ).toEqual(ONE)
  const query = { entityId: farm.at.Aves! }
  const { tag } = data(await api.tags.create({ query, body: { name: 'organic', translations: { 'pt-PT': 'biológico' } } }))
  expect(
    await saves(
      async () => data(await api.tags.list({ query })).find(one => one.id === tag.id)!,
      ({ name, translations, version }, more) =>
        api.tags.edit({ params: { id: tag.id }, body: { name, translations, version, ...more } }),
      { name: 'Organic' },
    ),
  ).toEqual(ONE)
})

test('what is taken back takes what it left for later along, and what stood before it stays', async () => {
  const heard: string[] = []
  const person = { ...systemActor('a person'), kind: 'user' as const }
  await farm.world.db.work(person, async work => {
    work.afterCommit(() => heard.push('before'))
    const write = async () => {
      await work.sql.updateTable('entities').set({ area: 7 }).where('id', '=', farm.at.Azinheira!).execute()
      work.afterCommit(() => heard.push('within'))
    }
    await save(work, { before: {}, read: async () => ({}), write, tell: async () => heard.push('told') })
  })
  expect(heard).toEqual(['before'])
  const { rows } = await farm.world.owner.query('select area from entities where id = $1', [farm.at.Azinheira])
  expect(rows).toEqual([{ area: null }])
})
