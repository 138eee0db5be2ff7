import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, PASSWORD } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'

const HOUR = 3_600_000
let now = Date.UTC(2026, 4, 4)
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => now } })
})
afterAll(() => farm.close())

const failing = (code: string) => expect.objectContaining({ failure: expect.objectContaining({ code }) })
const reach = (token: string, background = false) =>
  farm.api({ sessionToken: token }).entities.list({ query: {} }, { background })

test('a login answers a token and the permissions of the user', async () => {
  const email = await farm.person('Aves', ['entities.read'])
  const session = await farm.login(email)
  expect(session).toMatchObject({ shortName: expect.stringMatching(/^Person/), rootEntity: { id: farm.at.Aves, name: 'Aves' } })
  expect(session.permissions).toEqual([{ name: 'READ', category: 'ENTITIES' }])
  expect(data(await reach(session.sessionToken)).map(one => one.name)).toEqual(['Aves', 'Paul', 'House 1', 'House 2'])
})

test('only a hash of the token is stored', async () => {
  const session = await farm.login(await farm.person('Aves'))
  const { rows } = await farm.world.owner.query('select encode(token_hash, $1) as hash from sessions', ['base64'])
  expect(JSON.stringify(rows)).not.toContain(session.sessionToken)
})

test('wrong password and unknown address get the same answer', async () => {
  const email = await farm.person('Aves')
  for (const body of [
    { email, password: 'wrong' },
    { email: 'who@steading.example', password: PASSWORD },
  ])
    await expect(farm.api().sessions.login({ body })).rejects.toEqual(failing('WRONG_CREDENTIALS'))
})

test('accepts a password however its accents are composed', async () => {
  const by = await farm.as('Aves')
  const email = await farm.person('Aves')
  const { rows } = await farm.world.owner.query<{ id: string }>('select id from users where email = $1', [email])
  const password = 'Coração-2026'
  data(await by.users.password({ params: { id: rows[0]!.id }, body: { password: password.normalize('NFC') } }))
  for (const form of ['NFC', 'NFD'])
    expect(data(await farm.api().sessions.login({ body: { email, password: password.normalize(form) } }))).toHaveProperty(
      'sessionToken',
    )
})

test('a session ends after an idle hour, polling is no activity', async () => {
  const { sessionToken } = await farm.login(await farm.person('Aves'))
  now += HOUR * 0.9
  await reach(sessionToken, true)
  now += HOUR * 0.2
  await expect(reach(sessionToken)).rejects.toEqual(failing('NOT_AUTHENTICATED'))
})

test('a session without requests ends after the request time-out, polling prevents it', async () => {
  const patient = await aFarm({
    clock: { now: () => now, mono: () => now },
    settings: { IDLE_MINUTES: '300', REQUEST_MINUTES: '120' },
  })
  const token = async () => (await patient.login(await patient.person('Aves'))).sessionToken
  const ask = (sessionToken: string, background: boolean) =>
    patient.api({ sessionToken }).entities.list({ query: {} }, { background })
  const left = await token()
  const open = await token()
  now += HOUR * 1.5
  await ask(open, true)
  now += HOUR * 0.6
  await expect(ask(left, false)).rejects.toEqual(failing('NOT_AUTHENTICATED'))
  await ask(open, true)
  await patient.close()
})

test('a short idle time ends to the second, a background extension is no activity', async () => {
  const strict = await aFarm({ clock: { now: () => now, mono: () => now }, settings: { IDLE_MINUTES: '1' } })
  const { sessionToken } = await strict.login(await strict.person('Aves'))
  const ask = (token: string) => strict.api({ sessionToken: token }).entities.list({ query: {} })
  now += 20_000
  await ask(sessionToken)
  now += 58_000
  const next = data(await strict.api({ sessionToken }).sessions.extend(undefined, { background: true })).sessionToken
  now += 1_000
  await ask(next)
  now += 58_000
  await strict.api({ sessionToken: next }).sessions.extend(undefined, { background: true })
  now += 3_000
  await expect(ask(next)).rejects.toEqual(failing('NOT_AUTHENTICATED'))
  await strict.close()
})

test('requests keep a session, but not beyond its absolute end', async () => {
  const { sessionToken } = await farm.login(await farm.person('Aves'))
  for (let half = 0; half < 23; half++) {
    now += HOUR / 2
    await reach(sessionToken)
  }
  now += HOUR
  await expect(reach(sessionToken)).rejects.toEqual(failing('NOT_AUTHENTICATED'))
})

test('extending replaces the token, logging out ends it', async () => {
  const first = await farm.login(await farm.person('Aves'))
  const second = data(await farm.api(first).sessions.extend())
  await expect(reach(first.sessionToken)).rejects.toEqual(failing('NOT_AUTHENTICATED'))
  await farm.api(second).sessions.logout()
  await expect(reach(second.sessionToken)).rejects.toEqual(failing('NOT_AUTHENTICATED'))
})

test('a person made inactive is out with the next request', async () => {
  const email = await farm.person('Aves')
  const { sessionToken } = await farm.login(email)
  await farm.world.owner.query(`update users set status = 'INACTIVE' where email = $1`, [email])
  await expect(reach(sessionToken)).rejects.toEqual(failing('NOT_AUTHENTICATED'))
  await expect(farm.login(email)).rejects.toEqual(failing('WRONG_CREDENTIALS'))
})

test('an answer without the tenant header reveals nothing', async () => {
  const listEntities = (tenant: string) => farm.api(undefined, { 'x-tenant': tenant }).entities.list({ query: {} })
  await expect(listEntities('')).rejects.toEqual(failing('TENANT_MISSING'))
  await expect(listEntities('2')).rejects.toEqual(failing('TENANT_UNKNOWN'))
})

test('logins leave an audit trail, failed ones too', async () => {
  const { rows } = await farm.world.owner.query<{ action: string }>('select distinct action from audit order by action')
  expect(rows.map(row => row.action)).toEqual(expect.arrayContaining(['LOGIN', 'LOGIN_FAILED', 'LOGOUT']))
})
