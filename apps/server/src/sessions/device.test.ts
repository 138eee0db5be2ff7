import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'

let now = Date.UTC(2026, 4, 4)
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => now } })
})
afterAll(() => farm.close())

const refused = { failure: { code: 'WRONG_TOKEN' } }
const come = (token: string) => farm.api().sessions.tokenLogin({ body: { token } })
const somebody = async () => {
  const session = await farm.login(await farm.person('Aves'))
  return { ...session, api: farm.api(session) }
}

test('the token opens one more session of the same user, once', async () => {
  const some = await somebody()
  const { token, expiresUtc } = data(await some.api.sessions.token())
  expect(expiresUtc).toBe(new Date(now + 60_000).toISOString())
  const session = data(await come(token))
  expect(session).toMatchObject({ userId: some.userId, permissions: some.permissions })
  expect(session.sessionToken).not.toBe(some.sessionToken)
  await some.api.users.personal()
  await farm.api(session).users.personal()
  await expect(come(token)).rejects.toMatchObject(refused)
})

test('for 60 s, not longer', async () => {
  const some = await somebody()
  const early = data(await some.api.sessions.token()).token
  const late = data(await some.api.sessions.token()).token
  now += 59_999
  data(await come(early))
  now += 1
  await expect(come(late)).rejects.toMatchObject(refused)
})

test('of two logins with one device token one succeeds', async () => {
  const { token } = data(await (await somebody()).api.sessions.token())
  const both = await Promise.allSettled([come(token), come(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('not once the person is inactive, or has another password', async () => {
  const leaver = await somebody()
  const changer = await somebody()
  const one = data(await leaver.api.sessions.token()).token
  const other = data(await changer.api.sessions.token()).token
  await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [leaver.userId])
  await expect(come(one)).rejects.toMatchObject(refused)
  const chief = await farm.as('Aves')
  data(await chief.users.password({ params: { id: changer.userId }, body: { password: 'Another-horse-8' } }))
  await expect(come(other)).rejects.toMatchObject(refused)
})

test('a session’s own token is no such token, nor the other way round', async () => {
  const some = await somebody()
  const { token } = data(await some.api.sessions.token())
  await expect(come(some.sessionToken)).rejects.toMatchObject(refused)
  await expect(farm.api({ sessionToken: token }).users.personal()).rejects.toMatchObject({
    failure: { code: 'NOT_AUTHENTICATED' },
  })
})

test('lists the user’s own active sessions, and each can be ended', async () => {
  const some = await somebody()
  const other = await farm.login(some.email)
  const list = async () => data(await some.api.users.ownSessions())
  expect((await list()).filter(one => one.current).length).toBe(1)
  expect((await list()).length).toBe(2)
  const { id } = (await list()).find(one => !one.current)!
  const stranger = await somebody()
  await expect(stranger.api.users.endSession({ params: { id } })).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
  await farm.api(other).users.personal()
  data(await some.api.users.endSession({ params: { id } }))
  await expect(farm.api(other).users.personal()).rejects.toMatchObject({ failure: { code: 'NOT_AUTHENTICATED' } })
  expect(await list()).toMatchObject([{ current: true, ip: '127.0.0.1' }])
  // The trace says which it was.
  const { rows } = await farm.world.owner.query<{ changes: unknown }>(
    `select changes from audit where action = 'LOGOUT' and object_id = $1 order by id desc limit 1`,
    [other.userId],
  )
  expect(rows[0]!.changes).toMatchObject([
    { field: 'session', old: { ip: '127.0.0.1', agent: expect.any(String) as string }, new: null },
  ])

  await farm.login(some.email)
  for (let minute = 0; minute < 61; minute++) {
    now += 60_000
    await some.api.users.personal()
  }
  expect((await list()).length).toBe(1)
})
