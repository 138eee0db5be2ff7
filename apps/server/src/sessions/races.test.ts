import type { Session } from '@steading/contract/users/sessions'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { beside } from '../../test/beside.ts'
import { aFarm, data, failing, PASSWORD } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { tokenHash } from '../platform/security/secrets.ts'

/** What is shown and what begins with it are apart by the time of a hash: what changes in between counts. */
let farm: Farm
let another: string
beforeAll(async () => {
  farm = await aFarm()
  another = await hashPassword('Another-horse-8')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => farm.close())

const somebody = async () => {
  const session = await farm.login(await farm.person('Paul'))
  return { ...session, api: farm.api(session) }
}
/** The same change as the platform makes it: what began before is ended with it. */
const ended = (change: string) =>
  `with changed as (${change} returning id), over as (delete from user_codes where user_id in (select id from changed))
   delete from sessions where user_id in (select id from changed)`
const CHANGES: readonly (readonly [string, string, () => Promise<readonly string[]>])[] = [
  ['another password', 'update users set password_hash = $2 where id = $1', async () => [another]],
  ['nobody active any more', `update users set status = 'INACTIVE' where id = $1`, async () => []],
  [
    'another role',
    'update users set role_id = (select role_id from users where id = $2) where id = $1',
    async () => [(await somebody()).userId],
  ],
  ['another root', 'update users set entity_id = $2 where id = $1', async () => [farm.at.Azinheira!]],
]
const sessionsOf = async (userId: string) =>
  (await farm.world.owner.query('select 1 from sessions where user_id = $1', [userId])).rowCount

test.each(CHANGES)('begins no session if %s during the password check', async (_, change, values) => {
  const some = await somebody()
  const login = () => farm.login(some.email)
  await expect(beside(farm, ended(change), [some.userId, ...(await values())], login)).rejects.toMatchObject(
    failing('WRONG_CREDENTIALS'),
  )
  expect(await sessionsOf(some.userId)).toBe(0)
})

test('a device token opens no session if the user becomes inactive concurrently', async () => {
  const some = await somebody()
  const { token } = data(await some.api.sessions.token())
  const come = () => farm.api().sessions.tokenLogin({ body: { token } })
  await expect(beside(farm, `update users set status = 'INACTIVE' where id = $1`, [some.userId], come)).rejects.toMatchObject(
    failing('WRONG_TOKEN'),
  )
})

test('a mailed code is refused if the user became inactive', async () => {
  const { userId } = await somebody()
  await farm.world.owner.query(
    `insert into user_codes (hash, user_id, purpose, expires_at) values ($1, $2, 'RESET', now() + interval '1 hour')`,
    [tokenHash('a-mailed-code'), userId],
  )
  const take = () =>
    farm.api().users.account({
      params: { id: userId },
      query: { resetPassword: 'true' },
      body: { activationCode: 'a-mailed-code', password: 'Third-horse-9' },
    })
  await expect(beside(farm, `update users set status = 'INACTIVE' where id = $1`, [userId], take)).rejects.toMatchObject(
    failing('INVALID_INPUT', 'activationCode'),
  )
})

test('changing a password with one that was replaced concurrently is refused', async () => {
  const some = await somebody()
  const change = () =>
    some.api.users.password({ params: { id: some.userId }, body: { currentPassword: PASSWORD, password: 'Third-horse-9' } })
  await expect(
    beside(farm, 'update users set password_hash = $2 where id = $1', [some.userId, another], change),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'currentPassword'))
  await farm.login(some.email, 'Another-horse-8')
})

test('the password of a user who left the scope concurrently stays', async () => {
  const chief = await farm.as('Paul')
  const some = await somebody()
  const change = () => chief.users.password({ params: { id: some.userId }, body: { password: 'Third-horse-9' } })
  await expect(
    beside(farm, 'update users set entity_id = $2 where id = $1', [some.userId, farm.at.Azinheira!], change),
  ).rejects.toMatchObject(failing('NOT_FOUND'))
  await farm.login(some.email)
})

test('a session that ends right after its login is answered, the next call gets 401', async () => {
  const email = await farm.person('Paul')
  const { db, owner } = farm.world
  const work = db.work.bind(db)
  vi.spyOn(db, 'work').mockImplementation(async (actor, act) => {
    const done = await work(actor, act)
    await owner.query('delete from sessions where user_id = (select id from users where email = $1)', [email])
    return done
  })
  const session = await farm.login(email)
  vi.restoreAllMocks()
  await expect(farm.api(session).users.personal()).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
})

test('of several concurrent renewals of one token one succeeds', async () => {
  const some = await somebody()
  const all = await Promise.allSettled([1, 2, 3, 4, 5].map(() => some.api.sessions.extend()))
  const won = all.flatMap(promiseSettledResult =>
    promiseSettledResult.status === 'fulfilled' ? [data(promiseSettledResult.value)] : [],
  )
  expect(won.length).toBe(1)
  const out = all.flatMap(promiseSettledResult =>
    promiseSettledResult.status === 'rejected' ? [promiseSettledResult.reason as unknown] : [],
  )
  expect(out).toMatchObject(Array.from({ length: 4 }, () => failing('NOT_AUTHENTICATED')))
  await farm.api(won[0]).users.personal()
})

test.each([
  ['renewed', 'update sessions set token_hash = $2 where token_hash = $1'],
  ['ended', 'delete from sessions where token_hash = $1 and token_hash <> $2'],
])('a token that was %s concurrently is not renewed', async (_, change) => {
  const some = await somebody()
  const values = [tokenHash(some.sessionToken), tokenHash('the next one')]
  await expect(beside(farm, change, values, () => some.api.sessions.extend())).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
})

test('a token for another device goes with the session that showed it', async () => {
  const one = await somebody()
  const other = await somebody()
  const second = await farm.login(other.email)
  const shown = async ({ sessionToken }: Session) => data(await farm.api({ sessionToken }).sessions.token()).token
  const first = await shown(one)
  const ofSecond = await shown(second)
  const stays = await shown(other)
  data(await one.api.sessions.logout())
  const { id } = data(await other.api.users.ownSessions()).find(({ current }) => !current)!
  data(await other.api.users.endSession({ params: { id } }))
  for (const token of [first, ofSecond])
    await expect(farm.api().sessions.tokenLogin({ body: { token } })).rejects.toMatchObject(failing('WRONG_TOKEN'))
  data(await farm.api().sessions.tokenLogin({ body: { token: stays } }))
})

test('a session that is being ended shows no token any more', async () => {
  const some = await somebody()
  await expect(
    beside(farm, 'delete from sessions where token_hash = $1', [tokenHash(some.sessionToken)], () => some.api.sessions.token()),
  ).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
})

test('a request that notes its session and a change that ends it never wait for each other', async () => {
  const some = await somebody()
  const { owner } = farm.world
  await owner.query(`update sessions set used_at = used_at - interval '5 minutes', seen_at = seen_at - interval '5 minutes'`)
  const ask = () => some.api.users.personal()
  // The person is held; the request must be through before that ends.
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('update users set password_hash = $2 where id = $1', [some.userId, another])
    expect(data(await ask()).userId).toBe(some.userId)
    await client.query('rollback')
  } finally {
    client.release(true)
  }
})
