// Database outage: calls get 503 with Retry-After, and the platform recovers when the database is up again.
import enUS from '@steading/locales/en-US.json' with { type: 'json' }
import ptPT from '@steading/locales/pt-PT.json' with { type: 'json' }
import { sql } from 'kysely'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, PASSWORD } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { isDatabaseUnavailable } from '../platform/database/connection/availability.ts'
import { startCluster } from '../platform/database/connection/embedded.ts'
import { createLogger } from '../platform/log.ts'
import type { Cluster } from '../platform/database/connection/embedded.ts'

const home = mkdtempSync(join(tmpdir(), 'steading-away-'))
let cluster: Cluster
let farm: Farm
let email = ''
const lines: string[] = []
beforeAll(async () => {
  chmodSync(home, 0o711)
  cluster = await startCluster({ dir: join(home, 'postgresql'), durable: false })
  farm = await aFarm({ databaseUrl: cluster.url(), log: createLogger('warn', { write: text => void lines.push(text) }) })
  email = await farm.person('Paul')
})
afterAll(async () => {
  await farm?.close()
  await cluster?.stop('immediate')
  rmSync(home, { recursive: true, force: true })
})

const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${farm.url}/services${path}`, {
    ...init,
    headers: { 'x-tenant': '1', 'content-type': 'application/json', 'accept-language': 'pt-PT', ...init.headers },
  })
const signIn = (headers: Record<string, string> = {}) =>
  call('/auth', { method: 'POST', body: JSON.stringify({ email, password: PASSWORD }), headers })
const replyOf = async (answer: Response) => [answer.status, Number(answer.headers.get('retry-after')), await answer.json()]
const away = (message: string) => [
  503,
  expect.toSatisfy(again => again > 0),
  expect.objectContaining({ code: 'UNAVAILABLE', message }),
]

test("answers 503 in the caller's language while the database is unavailable", async () => {
  const { sessionToken } = await farm.login(email)
  const authorization = `Bearer ${sessionToken}`
  await cluster.stop()
  expect(await replyOf(await signIn())).toEqual(away(ptPT['failures.UNAVAILABLE']))
  expect(await replyOf(await signIn({ 'accept-language': 'en-US' }))).toEqual(away(enUS['failures.UNAVAILABLE']))
  expect(await replyOf(await call('/terminals', { headers: { authorization } }))).toEqual(away(ptPT['failures.UNAVAILABLE']))

  // What is done now and then only fails in the midst of it, and must not wait for its next turn.
  farm.world.bus.emit('terminal.back', { terminalId: '1', entityId: '1', at: new Date() })
  await expect.poll(async () => (await call('/health')).status).toBe(503)

  await cluster.revive()
  await expect.poll(async () => (await call('/health')).status).toBe(200)
  expect(lines.map(line => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'database unavailable, retrying until it answers',
  ])
  expect((await signIn()).status).toBe(200)
  expect((await call('/terminals', { headers: { authorization } })).status).toBe(200)
})

test('answers 503 and rolls back when a connection ends mid-transaction', async () => {
  const { owner } = farm.world
  const sessions = async () => (await owner.query<{ n: number }>('select count(*)::int as n from sessions')).rows[0]!.n
  const before = await sessions()
  const holder = await owner.connect()
  await holder.query('begin; lock table audit')
  const answer = signIn()
  const end = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where wait_event_type = 'Lock' and application_name = 'steading steading_app'`
  await expect.poll(async () => (await owner.query(end)).rowCount).toBe(1)
  await holder.query('rollback')
  holder.release()
  expect(await replyOf(await answer)).toEqual(away(ptPT['failures.UNAVAILABLE']))
  expect(await sessions()).toBe(before)
  expect((await signIn()).status).toBe(200)
})

test('takes a connection that ends between two statements as an outage', async () => {
  const work = farm.world.db.work(farm.system, async ({ sql: trx }) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await farm.world.owner.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid])
    await sql`select 1`.execute(trx)
  })
  await expect(work).rejects.toSatisfy(isDatabaseUnavailable)
})
