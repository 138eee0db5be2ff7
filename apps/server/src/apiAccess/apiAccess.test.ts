import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aClock } from '../../test/outbox.ts'

const clock = aClock(Math.ceil(Date.now() / 86_400_000) * 86_400_000)
let farm: Farm
/** Stands at the enterprise and has every permission but ROOT. */
let manager: Api
beforeAll(async () => {
  farm = await aFarm({ clock })
  manager = await farm.as('Aves')
})
afterAll(() => farm.close())

let count = 0
const fields = (more: object = {}) => ({
  username: `program-${++count}`,
  displayName: `Program ${count}`,
  scopes: ['entities.read', 'feedTypes.read', 'feedTypes.create'] as const,
  allowedIps: [],
  rateLimit: 60,
  expiresUtc: null,
  ...more,
})
const create = async (more: object = {}, api = manager, entity = 'Paul') => {
  const { secret, ...made } = data(await api.apiAccess.create({ body: { entityId: farm.at[entity]!, ...fields(more) } as never }))
  const program = farm.api({ sessionToken: `${made.id}.${secret}` })
  return { made, secret, program, params: { id: made.id } }
}
/** Replaces fields of an API user. */
const edit = async (id: string, more: object) => {
  const { username, displayName, scopes, allowedIps, rateLimit, expiresUtc, status, version } = data(
    await manager.apiAccess.details({ params: { id } }),
  )
  const body = { username, displayName, scopes, allowedIps, rateLimit, expiresUtc, status, version, ...more }
  return data(await manager.apiAccess.edit({ params: { id }, body }))
}
const DENIED = failing('NOT_AUTHENTICATED')
const FORBIDDEN = failing('NOT_ALLOWED')

test('signs in with id and secret, and sees only its own entity', async () => {
  const { program, made } = await create()
  expect(made).toMatchObject({ entity: { name: 'Paul' }, status: 'ACTIVE', rateLimit: 60, lastUsedUtc: null, editable: true })
  expect(data(await program.entities.details({ params: { id: farm.at.Paul! } }))).toMatchObject({ name: 'Paul' })
  await expect(program.entities.details({ params: { id: farm.at.Aves! } })).rejects.toMatchObject(failing('NOT_FOUND'))
  expect(data(await manager.apiAccess.details({ params: { id: made.id } })).lastUsedUtc).not.toBeNull()
})

test('stores no secret and shows it in no later answer', async () => {
  const { secret, params } = await create()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(await manager.apiAccess.details({ params }))).not.toContain(secret)
  const { rows } = await farm.world.owner.query<{ text: string }>(
    `select a::text || coalesce((select string_agg(audit::text, '') from audit), '') as text from api_access a where id = $1`,
    [params.id],
  )
  expect(rows[0]!.text).not.toContain(secret)
})

test('refuses a wrong secret, a secret of another and an unknown id', async () => {
  const one = await create()
  const other = await create()
  for (const token of [`${one.made.id}.${other.secret}`, `${one.made.id}.${'x'.repeat(43)}`, `999999.${one.secret}`])
    await expect(farm.api({ sessionToken: token }).entities.details({ params: { id: farm.at.Paul! } })).rejects.toMatchObject(
      DENIED,
    )
})

test('refuses calls while inactive, after its expiry and from a foreign address', async () => {
  const { program, params } = await create()
  const call = () => program.entities.details({ params: { id: farm.at.Paul! } })
  await edit(params.id, { status: 'INACTIVE' })
  await expect(call()).rejects.toMatchObject(DENIED)
  await edit(params.id, { status: 'ACTIVE', allowedIps: ['192.0.2.0/24'] })
  await expect(call()).rejects.toMatchObject(DENIED)
  await edit(params.id, { allowedIps: ['192.0.2.0/24', '127.0.0.0/8'] })
  await call()
  await edit(params.id, { expiresUtc: new Date(clock.now() + 60_000).toISOString() })
  await call()
  clock.advance(60_000)
  await expect(call()).rejects.toMatchObject(DENIED)
  manager = await farm.as('Aves')
})

test('replaces the secret: the old one is refused from the next call', async () => {
  const { program, params } = await create()
  const { secret } = data(await manager.apiAccess.rotateSecret({ params }))
  await expect(program.entities.details({ params: { id: farm.at.Paul! } })).rejects.toMatchObject(DENIED)
  await farm.api({ sessionToken: `${params.id}.${secret}` }).entities.details({ params: { id: farm.at.Paul! } })
})

test('grants no scope that its creator lacks', async () => {
  const limited = await farm.as('Aves', ['api.create', 'api.read', 'api.update', 'entities.read'])
  await expect(create({}, limited)).rejects.toMatchObject(failing('INVALID_INPUT', 'scopes'))
  await expect(create({ scopes: ['platform.root'] })).rejects.toMatchObject({ failure: { code: 'INVALID_INPUT' } })
  // A secret gives its owner all scopes of the program, also those that the owner lacks.
  const { params } = await create()
  await expect(limited.apiAccess.rotateSecret({ params })).rejects.toMatchObject(FORBIDDEN)
  await expect(
    limited.apiAccess.edit({ params, body: { ...fields({ scopes: ['entities.read'] }), status: 'ACTIVE', version: 1 } as never }),
  ).rejects.toMatchObject(FORBIDDEN)
  expect(data(await limited.apiAccess.details({ params })).editable).toBe(false)
})

test('loses with the next call what its creator loses', async () => {
  const email = await farm.person('Aves', ['api.create', 'entities.read'])
  const owner = farm.api(await farm.login(email))
  const { program } = await create({ scopes: ['entities.read'] }, owner)
  const call = () => program.entities.details({ params: { id: farm.at.Paul! } })
  await call()
  const { rows } = await farm.world.owner.query<{ role_id: string }>('select role_id from users where email = $1', [email])
  await farm.world.owner.query(`delete from role_permissions where role_id = $1 and permission = 'entities.read'`, [
    rows[0]!.role_id,
  ])
  await expect(call()).rejects.toMatchObject(FORBIDDEN)
  await farm.world.owner.query(`insert into role_permissions (role_id, permission) values ($1, 'entities.read')`, [
    rows[0]!.role_id,
  ])
  await farm.world.owner.query(`update users set entity_id = $1 where email = $2`, [farm.at['House 1'], email])
  await expect(call()).rejects.toMatchObject(failing('NOT_FOUND'))
  await farm.world.owner.query(`update users set status = 'INACTIVE' where email = $1`, [email])
  await expect(call()).rejects.toMatchObject(DENIED)
})

test('makes no calls of a session', async () => {
  const { program } = await create()
  await expect(program.users.personal({})).rejects.toMatchObject(FORBIDDEN)
  await expect(program.sessions.logout({})).rejects.toMatchObject(FORBIDDEN)
  await expect(program.sessions.extend({})).rejects.toMatchObject(FORBIDDEN)
})

test('acts for its creator, and the audit names the program', async () => {
  const { program, made } = await create()
  const entry = data(
    await program.feedTypes.create({
      body: {
        entityId: farm.at.Paul!,
        code: 'API1',
        displayName: 'Made by a program',
        translations: {},
        species: 'BROILER',
        medicated: false,
        withdrawalDays: 0,
      },
    }),
  )
  const { content } = data(await manager.audit.search({ query: { objectType: 'feedType', objectId: entry.id } }))
  expect(content).toMatchObject([{ actorKind: 'apiUser', actorId: made.id, actorName: made.username, action: 'CREATE' }])
  expect(entry.createdBy).toEqual(made.createdBy)
})

test('refuses calls beyond its limit with the seconds to wait, also after a restart', async () => {
  const { made, secret, program } = await create({ rateLimit: 3 })
  const ask = () =>
    fetch(`${farm.url}/services/entities/${farm.at.Paul!}`, {
      headers: { 'x-tenant': '1', authorization: `Bearer ${made.id}.${secret}` },
    })
  for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(200)
  clock.advance(20_000)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40'])
  // The count is in the database, so another process starts with it.
  const { rows } = await farm.world.owner.query<{ calls: number }>('select minute_calls as calls from api_access where id = $1', [
    made.id,
  ])
  expect(rows[0]!.calls).toBe(4)
  clock.advance(40_000)
  await program.entities.details({ params: { id: farm.at.Paul! } })
})

test('refuses a username in use, in any entity', async () => {
  const { made } = await create()
  const { username } = made
  expect(await manager.apiAccess.create({ body: { entityId: farm.at.Aves!, ...fields({ username }) } as never })).toMatchObject({
    refused: 'API_ACCESS_USERNAME_ALREADY_EXISTS',
  })
})

test('deletes an API user and refuses its calls', async () => {
  const { program, params } = await create()
  await manager.apiAccess.remove({ params })
  await expect(program.entities.details({ params: { id: farm.at.Paul! } })).rejects.toMatchObject(DENIED)
  await expect(manager.apiAccess.details({ params })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('lists API users in reach by name, and finds them by their username', async () => {
  const { made } = await create({ displayName: 'Zebra link' })
  expect(data(await manager.apiAccess.search({ query: { search: made.username } })).content).toMatchObject([{ id: made.id }])
  const beside = await farm.as('Suínos')
  expect(data(await beside.apiAccess.search({ query: { search: made.username } })).content).toEqual([])
})
