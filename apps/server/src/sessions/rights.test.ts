import type { Permission } from '@steading/contract/users/permissions'
import type { EditUser } from '@steading/contract/users/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data, failing, PASSWORD } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

/** What changes of a person or a role do to the sessions that are open: at the next request, and on the live stream within 1 s. */
let now = Date.UTC(2026, 4, 4)
let farm: Farm
let root: Api
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => now } })
  root = await farm.as('Root', ['platform.root'])
})
afterAll(() => farm.close())

const PERMISSIONS: readonly Permission[] = ['events.read', 'entities.read']

/** Somebody at work: a request goes through, and a tab listens. */
async function atWork() {
  const session = await farm.login(await farm.person('Aves', PERMISSIONS))
  const api = farm.api(session)
  const leaving = new AbortController()
  const stream = data(await api.live.stream({ query: { interfaceIds: [] } }, { signal: leaving.signal, background: true }))
  const reader = stream[Symbol.asyncIterator]()
  expect((await reader.next()).value).toMatchObject({ type: 'hello' })
  /** The next thing that the tab hears of an event there; 'end' when the stream is over. */
  const hears = async (place: string) => {
    farm.world.bus.emit('event.changed', { eventId: '1', entityId: farm.at[place]!, status: 'OPEN' })
    const { value, done } = await reader.next()
    return done ? 'end' : value.type
  }
  const asks = () =>
    api.events.openCount({ query: {} }).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  const details = data(await root.users.details({ params: { id: session.userId } }))
  const edit = async (change: Partial<EditUser>) => {
    const { displayName, shortName, email, status, version } = details
    const unchanged = {
      displayName,
      shortName,
      email,
      status,
      version,
      roleId: details.role.id,
      rootEntityId: details.rootEntity.id,
    }
    data(await root.users.edit({ params: { id: session.userId }, body: { ...unchanged, ...change }, files: [] }))
  }
  const role = data(await root.roles.details({ params: { id: details.role.id } }))
  const grant = async (permissions: Permission[]) =>
    void data(await root.roles.edit({ params: { id: role.id }, body: { name: role.name, permissions, version: role.version } }))
  return { session, api, hears, asks, edit, grant, leave: () => leaving.abort() }
}
type Worker = Awaited<ReturnType<typeof atWork>>

const newRole = async (permissions: Permission[]) =>
  data(await root.roles.create({ body: { entityId: farm.at.Root!, name: `Role at ${now} ${Math.random()}`, permissions } })).id

/** Each with what the next request is answered. */
const CHANGES: Readonly<Record<string, readonly [status: number, act: (some: Worker) => Promise<unknown>]>> = {
  'made inactive': [401, some => some.edit({ status: 'INACTIVE' })],
  deleted: [401, some => root.users.remove({ params: { id: some.session.userId } })],
  'given another password': [
    401,
    some => root.users.password({ params: { id: some.session.userId }, body: { password: 'Another-horse-8' } }),
  ],
  'another role': [401, async some => some.edit({ roleId: await newRole(['entities.read']) })],
  'the role is less': [403, some => some.grant(['entities.read'])],
  'the role is more': [200, some => some.grant([...PERMISSIONS, 'rules.read'])],
  'another root': [401, some => some.edit({ rootEntityId: farm.at.Suínos! })],
  'kept to a part': [200, some => some.edit({ accessEntityIds: [farm.at['House 2']!] })],
  'the token is renewed': [401, some => some.api.sessions.extend()],
  'signed out': [401, some => some.api.sessions.logout()],
}

describe.each(Object.entries(CHANGES))('%s', (_, [status, act]) => {
  test('applies at the next request and ends the stream within a second', async () => {
    const some = await atWork()
    expect([await some.asks(), await some.hears('House 1')]).toEqual([200, 'event'])
    await act(some)
    expect(await some.asks()).toBe(status)
    now += 1_000
    expect(await some.hears('House 1')).toBe('end')
    some.leave()
  })
})

test('a user moved to another entity sees only that one', async () => {
  const some = await atWork()
  await some.edit({ rootEntityId: farm.at.Suínos! })
  const api = farm.api(await farm.login(some.session.email))
  expect(data(await api.entities.list({ query: {} })).map(one => one.name)).toEqual(
    ['Azinheira', 'Azinheira | Room 1', 'Suínos'].map(name => name.split(' | ').at(-1)!),
  )
  some.leave()
})

test('a change of the name keeps the sessions, also one of the own role', async () => {
  const some = await atWork()
  await some.edit({ displayName: 'Other', shortName: 'Other' })
  expect(await some.asks()).toBe(200)
  some.leave()

  const session = await farm.login(await farm.person('Root', ['platform.root']))
  const here = farm.api(session)
  const api = farm.api(await farm.login(session.email))
  const { displayName, shortName, email, version, rootEntity } = data(await here.users.personal())
  const roleId = await newRole(['platform.root'])
  const body = { displayName, shortName, email, version, roleId, rootEntityId: rootEntity.id, status: 'ACTIVE' as const }
  data(await here.users.edit({ params: { id: session.userId }, body, files: [] }))
  expect(data(await here.users.personal()).role.id).toBe(roleId)
  await expect(api.users.personal()).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
})

test('a reactivated user must sign in again, old sessions stay closed', async () => {
  const some = await atWork()
  const before = data(await root.users.details({ params: { id: some.session.userId } }))
  await some.edit({ status: 'INACTIVE' })
  await farm.world.owner.query(`update users set status = 'ACTIVE' where id = $1`, [some.session.userId])
  expect(await some.asks()).toBe(401)
  await farm.login(before.email, PASSWORD)
  some.leave()
})

test('a renewed token: 0 of 100 requests with the old one', async () => {
  const some = await atWork()
  const next = data(await some.api.sessions.extend())
  const old = await Promise.all(Array.from({ length: 100 }, () => some.asks()))
  expect(old.filter(status => status !== 401)).toEqual([])
  await farm.api(next).events.openCount({ query: {} })
  some.leave()
})

test('a change of the own password ends the other streams', async () => {
  const some = await atWork()
  const other = farm.api(await farm.login(some.session.email))
  data(
    await other.users.password({
      params: { id: some.session.userId },
      body: { currentPassword: PASSWORD, password: 'Another-horse-8' },
    }),
  )
  expect(await some.asks()).toBe(401)
  now += 1_000
  expect(await some.hears('House 1')).toBe('end')
  await other.events.openCount({ query: {} })
  some.leave()
})
