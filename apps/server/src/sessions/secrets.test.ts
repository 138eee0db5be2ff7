import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, PASSWORD } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { createLogger } from '../platform/log.ts'

/** A day with tokens, codes and passwords: none of them is logged, stands in an address, or in the database as it is. */
let farm: Farm
let sink: Awaited<ReturnType<typeof aSink>>
const lines: string[] = []
const addresses: string[] = []
beforeAll(async () => {
  sink = await aSink({ refuse: to => (to[0]!.startsWith('refused') ? { code: 550, message: 'no such box' } : undefined) })
  farm = await aFarm({
    settings: { SMTP_URL: sink.url },
    log: createLogger('trace', { write: line => void lines.push(line) }),
  })
  farm.app.http.server.on('request', ({ url, headers }) => addresses.push(`${url} ${headers.referer ?? ''}`))
})
afterAll(async () => {
  await farm.close()
  await sink.close()
})

const codeTo = async (email: string, count = 1) => {
  const mails = await eventually(
    () => sink.received.filter(received => received.to.includes(email)),
    found => found.length >= count,
  )
  return /\/account\/\d+\/\w+\/([\w-]+)/.exec(mails.at(-1)!.mail.text ?? '')![1]!
}

test('no secret is logged or stored', async () => {
  const secrets = new Set([PASSWORD])
  const keep = <T extends string>(secret: T) => {
    secrets.add(secret)
    return secret
  }
  const email = await farm.person('Aves')
  const session = await farm.login(email)
  keep(session.sessionToken)
  const api = farm.api(session)
  await farm.login(email, keep('Wrong-password-1')).catch(() => undefined)
  const device = keep(data(await api.sessions.token()).token)
  const second = data(await farm.api().sessions.tokenLogin({ body: { token: device } }))
  keep(second.sessionToken)
  await farm
    .api()
    .sessions.tokenLogin({ body: { token: keep('no-such-token-at-all') } })
    .catch(() => undefined)
  const third = data(await farm.api(second).sessions.extend())
  keep(third.sessionToken)

  // A new account, and a mail that nobody takes.
  const { id } = data(await api.roles.create({ body: { entityId: farm.at.Aves!, name: 'A role', permissions: [] } }))
  const person = { displayName: 'Somebody', shortName: 'Some', roleId: id, rootEntityId: farm.at.Aves! }
  const made = data(await api.users.create({ body: { ...person, email: 'some@steading.example' }, files: [] }))
  data(await api.users.create({ body: { ...person, email: 'refused@steading.example' }, files: [] }))
  const open = (code: string, password: string, resetPassword: 'true' | 'false') =>
    farm.api().users.account({ params: { id: made.userId }, query: { resetPassword }, body: { activationCode: code, password } })
  await open(keep('a-guessed-code-of-somebody'), keep('Guessed-password-1'), 'false').catch(() => undefined)
  const activation = keep(await codeTo('some@steading.example'))
  data(await open(activation, keep('First-password-1'), 'false'))
  data(await farm.api().users.passwordReset({ body: { email: 'some@steading.example' } }))
  const reset = keep(await codeTo('some@steading.example', 2))
  data(await open(reset, keep('Second-password-2'), 'true'))
  const some = await farm.login('some@steading.example', 'Second-password-2')
  keep(some.sessionToken)
  data(
    await farm.api(some).users.password({
      params: { id: made.userId },
      body: { currentPassword: 'Second-password-2', password: keep('Third-password-3') },
    }),
  )
  // Calls that go wrong in every way that is logged.
  for (const path of ['/services/nowhere', `/services/users/${made.userId}`])
    await fetch(`${farm.url}${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${some.sessionToken}`, 'x-tenant': '1', 'content-type': 'application/json' },
      body: `{"password": "Third-password-3", "token": "${device}"`,
    })
  await farm.world.owner.query('alter table dashboards rename to away')
  await farm
    .api(some)
    .dashboards.list({ query: {} })
    .catch(() => undefined)
  await farm.world.owner.query('alter table away rename to dashboards')
  await eventually(
    () => lines.filter(line => line.includes('no such box')).length,
    count => count > 0,
  )
  expect(lines.some(line => line.includes('call failed, answered 500'))).toBe(true)

  const textsWithSecret = (texts: readonly string[]) => texts.filter(text => [...secrets].some(secret => text.includes(secret)))
  expect(secrets.size).toBeGreaterThan(12)
  expect(textsWithSecret(lines)).toEqual([])
  expect(textsWithSecret(addresses)).toEqual([])
  const { rows: tables } = await farm.world.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  expect(tables.length).toBeGreaterThan(30)
  for (const { name } of tables) {
    const { rows } = await farm.world.owner.query<{ row: string }>(`select t::text as row from ${name} t`)
    expect([name, textsWithSecret(rows.map(({ row }) => row))]).toEqual([name, []])
  }
})
