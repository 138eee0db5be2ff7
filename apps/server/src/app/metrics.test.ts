import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFan, session } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { freePort } from '../platform/network/freePort.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ settings: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } })
})
afterAll(() => farm.close())

/** A queued message; `channel` without a provider stays queued. */
const queued = (channel: string, age: number) =>
  farm.world.owner.query(
    `insert into notifications (key, entity_id, channel, recipient, subject, text, state, due_at, created_at)
      values ($1, $2, $1, 'paul@farm.example', 'Fan', 'Fan', 'QUEUED', $4::timestamptz, $4::timestamptz - $3 * interval '1 second')`,
    [channel, farm.at.Paul, age, new Date(farm.world.clock.now())],
  )

/** A command to an output of a connected box, answered with `done`. */
async function aCommandDone() {
  const { box, place } = await aFan(farm)
  const connection = await session(farm, box)
  const api = await farm.as('Paul')
  const command = data(await api.interfaces.actuate({ params: place, body: { value: 40 } }))
  const sent = await connection.hear('dn/cmd')
  await connection.say('up/ack', { id: sent!.id, n: sent!.n, st: 'done', at: Date.now() })
  await expect.poll(async () => data(await api.interfaces.command({ params: { id: command.id } })).state).toBe('DONE')
}

async function scrape(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${farm.url}/services/metrics`)).text()
  return new Map(
    text
      .split('\n')
      .filter(line => line.startsWith('steading_'))
      .map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('exports every family of the product with its value', async () => {
  await aCommandDone()
  await queued('SMS', 90)
  await queued('MAIL', 0)
  farm.app.services.outbox.wake()
  const lastError = async () => (await farm.world.owner.query(`select last_error from notifications where key = 'MAIL'`)).rows[0]
  await expect.poll(lastError).toMatchObject({ last_error: expect.stringContaining('ECONNREFUSED') as string })
  await farm.world.owner.query(`select graphile_worker.add_job('no_such_task')`)
  await farm.app.services.journal.quarantine.put({
    terminalId: '1',
    topic: 'up/data',
    payload: Buffer.from('{}'),
    receivedAt: Date.now(),
    code: 'UNREADABLE',
    reason: 'test',
  })

  const values = await scrape()
  expect(Object.fromEntries(values)).toMatchObject({
    steading_boxes_connected: 1,
    'steading_command_outcomes_total{outcome="DONE"}': 1,
    'steading_outbox_delivery_failures_total{channel="MAIL",outcome="FAILED"}': 1,
    'steading_quarantined_payloads_total{code="UNREADABLE"}': 1,
    'steading_jobs{state="queued"}': 1,
    'steading_jobs{state="failed"}': 0,
    steading_rules_evaluation_lag_seconds: 0,
    'steading_journal_follower_lag_positions{follower="rules"}': 0,
    'steading_database_pool_waiting{pool="alarm"}': 0,
  })
  const oldest = values.get('steading_outbox_oldest_queued_seconds{channel="SMS"}')!
  expect(oldest).toBeGreaterThan(89)
  expect(oldest).toBeLessThan(150)
  const connections = (state: string) => values.get(`steading_database_pool_connections{pool="app",state="${state}"}`)!
  expect(connections('busy') + connections('idle')).toBeGreaterThan(0)
})

test('reuses the values of a gauge for five seconds', async () => {
  const { metrics } = farm.world
  let reads = 0
  metrics.gauge({ name: 'test_reads', help: 'Reads.', labels: [] }, () => [{ labels: {}, value: ++reads }])
  expect(await metrics.text()).toContain('steading_test_reads 1')
  expect(await metrics.text()).toContain('steading_test_reads 1')
})

test('leaves a family without values when it cannot be read', async () => {
  const { metrics } = farm.world
  metrics.gauge({ name: 'test_broken', help: 'Broken.', labels: [] }, () => Promise.reject(new Error('no answer')))
  const text = await metrics.text()
  expect(text).toContain('# TYPE steading_test_broken gauge')
  expect(text).toContain('steading_boxes_connected')
  expect(text).not.toMatch(/^steading_test_broken /m)
})
