import { HEARTBEAT_STAGES } from '@steading/contract/heartbeat'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimRequest, postClaim } from '../../test/box.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { anOccurrence, responsible } from '../../test/outbox.ts'
import { aProvider } from '../../test/provider.ts'
import type { FakeProvider } from '../../test/provider.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { PULSE_UID } from '../platform/pulse.ts'
import { TIMES } from './times.ts'

/** As the product's, some ten times faster: a busy machine holds a beat up for seconds. */
const FAST = { ...TIMES, every: 500, silent: 6000, first: 9000, look: 250, channel: 4000 }

/** Somebody outside who counts calls, and answers as told. */
async function anOutside() {
  let status = 200
  let calls: number[] = []
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return void response.writeHead(405).end()
    if (status === 200) calls.push(performance.now())
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    if (request.url !== '/beat') throw new Error(`nobody asked for ${request.url}`)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/beat`, // safe: it listens on TCP
    answer: (next: number) => void (status = next),
    calls: () => calls.length,
    forget: () => void (calls = []),
    close: () => new Promise(done => server.close(done)),
  }
}

let farm: Farm
let outside: Awaited<ReturnType<typeof anOutside>>
let sink: Awaited<ReturnType<typeof aSink>>
let gateway: FakeProvider
beforeEach(async () => {
  ;[outside, sink, gateway] = [await anOutside(), await aSink(), await aProvider()]
})
afterEach(async () => {
  await thaw()
  await farm.close()
  await Promise.all([outside.close(), sink.close().catch(() => undefined), gateway.close()])
})

async function open(settings: Record<string, string> = {}) {
  farm = await aFarm({
    heartbeat: FAST,
    settings: { HEARTBEAT_URL: outside.url, SMTP_URL: sink.url, SMS_PROVIDER: gateway.webhook, ...settings },
  })
}
const keeper = async (phone = '+351912345678') => responsible(farm, 'Root', await farm.person('Root'), { phone })
const root = () => farm.as('Root', ['platform.root'])
const rows = async <T extends object>(text: string, values: readonly unknown[] = []) =>
  (await farm.world.owner.query<T>(text, [...values])).rows
const beats = async (n = 3) => {
  outside.forget()
  await eventually(outside.calls, calls => calls >= n)
}
const events = () =>
  rows<{ key: string; status: string; severity: string; category: string }>(
    `select key, status, severity, category from events where key like 'heartbeat:%' or key like 'channel:%' order by id`,
  )
const healthOf = async () => {
  const answer = await fetch(`${farm.url}/services/health`)
  return {
    status: answer.status,
    body: (await answer.json()) as { fields?: { field: string; code: string; message?: string }[] },
  } // safe: a test looks at it
}

let release: (() => Promise<void>) | undefined
const thaw = async () => {
  await release?.()
  release = undefined
}
/** Holds up a stage until it is thawed. */
async function freeze(stage: 'INGEST' | 'RULES' | 'OUTBOX') {
  if (stage === 'OUTBOX') {
    await farm.world.owner.query(`
      create function frozen() returns trigger language plpgsql as $$ begin raise 'frozen'; end $$;
      create trigger frozen before update on notifications for each row when (new.channel = 'HEARTBEAT') execute function frozen()`)
    release = async () => void (await farm.world.owner.query('drop trigger frozen on notifications; drop function frozen'))
    return
  }
  const client = await farm.world.owner.connect()
  await client.query('begin')
  await client.query(
    stage === 'INGEST'
      ? 'lock table sequences in access exclusive mode'
      : `select from projections where name = 'rules' for update`,
  )
  release = async () => {
    await client.query('rollback')
    client.release()
  }
}

test('a beat travels the whole path and somebody outside is called; nothing of it piles up, and no person sees any of it', async () => {
  await open()
  const api = await root()
  await beats(5)
  const { stages, outside: isSet, people, demo } = data(await api.heartbeat.of())
  expect(stages.map(one => one.stage)).toEqual([...HEARTBEAT_STAGES])
  for (const { lastUtc, silent } of stages) {
    expect(silent).toBe(false)
    expect(Date.now() - Date.parse(lastUtc!)).toBeLessThan(FAST.silent)
  }
  expect({ isSet, people, demo }).toEqual({ isSet: true, people: 0, demo: false })
  expect((await healthOf()).status).toBe(200)
  const [own] = await rows<{ id: string; ix: string }>(
    `select terminals.id, interfaces.id as ix from terminals join interfaces on interfaces.terminal_id = terminals.id where uid = $1`,
    [PULSE_UID],
  )
  expect((await rows('select from readings where interface_id = $1', [own!.ix])).length).toBeGreaterThan(3)
  expect((await rows(`select from notifications where channel = 'HEARTBEAT'`)).length).toBeLessThan(4)
  expect((await rows('select from notification_attempts')).length).toBeLessThan(4)
  expect(
    (await rows(`select from sequences where terminal_id = $1 and stored = int8multirange(range_merge(stored))`, [own!.id]))
      .length,
  ).toBe(1)
  // What is the platform's own is nobody's.
  expect(data(await api.terminals.search({ query: {} })).content).toEqual([])
  expect(data(await api.interfaces.search({ query: {} })).content).toEqual([])
  expect(data(await api.outbox.search({ query: {} })).content).toEqual([])
  await expect(api.terminals.details({ params: { id: own!.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(api.interfaces.details({ params: { id: own!.ix } })).rejects.toMatchObject(failing('NOT_FOUND'))
  const at = { params: { id: own!.id }, body: { version: 1 } }
  for (const call of [
    api.terminals.remove,
    api.terminals.rotate,
    api.terminals.revoke,
    api.terminals.retire,
    api.terminals.claimCode,
  ])
    await expect(call(at as never)).rejects.toMatchObject(failing('NOT_FOUND'))
  const answer = await postClaim(farm, claimRequest(PULSE_UID, 'AAAA-AAAA-AAAA-AAAA'))
  expect([403, 404]).toContain(answer.status)
  await expect((await farm.as('Root')).heartbeat.of()).rejects.toMatchObject(failing('NOT_ALLOWED'))
})

test('without an address outside the path ends in the platform; the same box goes on after a restart', async () => {
  await open({ HEARTBEAT_URL: '' })
  const api = await root()
  const all = async () => data(await api.heartbeat.of())
  await eventually(all, ({ stages }) => stages.every(one => one.lastUtc !== null))
  expect((await all()).outside).toBe(false)
  const own = () => rows<{ id: string }>('select id from terminals where ours')
  const [before] = await own()
  const stored = async () =>
    (await rows<{ n: string }>(`select max(upper(range)) as n from sequences, unnest(stored) range`))[0]!.n
  const had = Number(await stored())
  const { part } = farm.app.doors.watchdog
  await part.stop()
  await part.start()
  await eventually(stored, n => Number(n) > had + 2)
  expect(await own()).toEqual([before])
  expect(await rows('select from quarantine')).toEqual([])
})

describe.each(['INGEST', 'RULES'] as const)('%s stands still', stage => {
  test('health names it, calls stop, whoever is in charge of the root hears by an event, which ends by itself', async () => {
    await open()
    await keeper()
    await beats()
    await freeze(stage)
    const began = performance.now()
    const { body } = await eventually(healthOf, ({ status }) => status === 503)
    expect(body.fields?.find(one => one.field === 'heartbeat')).toMatchObject({
      code: 'silent',
      message: expect.stringContaining(stage) as string,
    })
    await eventually(
      () => sink.received.length,
      n => n > 0,
    )
    expect(performance.now() - began).toBeLessThan(3 * FAST.silent)
    expect(sink.received[0]!.mail.subject).toContain('Alarm path interrupted')
    outside.forget()
    await new Promise(wait => setTimeout(wait, 1000))
    expect(outside.calls()).toBe(0)
    await thaw()
    await beats()
    const found = await eventually(events, all => all.every(one => one.status === 'CLOSED'))
    // One event, of the stage itself; those after it were told of nothing.
    expect(found).toEqual([
      {
        key: expect.stringMatching(`^heartbeat:${stage}:`) as string,
        status: 'CLOSED',
        severity: 'CRITICAL',
        category: 'TECHNICAL',
      },
    ])
    await eventually(healthOf, ({ status }) => status === 200)
  })
})

describe('what the outbox cannot tell', () => {
  test('is told past it, by mail; once, also after a restart', async () => {
    await open()
    await Promise.all([keeper(), keeper('+351912345679')])
    await beats()
    await freeze('OUTBOX')
    await eventually(
      () => sink.received.length,
      n => n >= 2,
    )
    expect(sink.received.map(one => one.mail.subject)).toEqual(
      Array.from({ length: 2 }, () => 'Alarm path interrupted: message delivery.'),
    )
    expect(sink.received[0]!.mail.text).toContain('Have someone check the animals')
    expect(await events()).toEqual([])
    const { part } = farm.app.doors.watchdog
    await part.stop()
    await part.start()
    await new Promise(wait => setTimeout(wait, FAST.first + FAST.silent))
    expect((await healthOf()).status).toBe(503)
    expect(sink.received).toHaveLength(2)
  })

  test('goes by SMS where mail does not answer', async () => {
    await open()
    await keeper()
    await beats()
    await sink.close()
    outside.answer(500)
    await eventually(
      () => gateway.took.length,
      n => n > 0,
    )
    expect(gateway.took[0]!.fields).toMatchObject({
      channel: 'SMS',
      to: '+351912345678',
      text: expect.stringContaining('external watchdog') as string,
    })
  })

  test.each([500, 302])('an address outside that answers %i is not called well', async status => {
    await open()
    await keeper()
    await beats()
    outside.answer(status)
    await eventually(
      () => sink.received.length,
      n => n > 0,
    )
    expect(sink.received[0]!.mail.subject).toBe('Alarm path interrupted: external watchdog.')
    outside.answer(200)
    await beats()
    await eventually(healthOf, ({ status: now }) => now === 200)
    expect(await events()).toEqual([])
  })
})

test('a channel that gets nothing out though something waits is told of by another, until it answers', async () => {
  await open()
  await keeper()
  await beats()
  const { port } = sink
  await sink.close()
  await responsible(farm, 'Paul', await farm.person('Paul'))
  const news = await anOccurrence(farm, 'Paul')
  await farm.world.db.work(farm.system, work => farm.app.doors.outbox.tell(work, news))
  await eventually(
    () => gateway.took.find(one => one.fields.text?.includes('Messages not being sent: email')),
    found => found !== undefined,
  )
  expect((await events()).map(({ key, status }) => [key.split(':').slice(0, 2).join(':'), status])).toEqual([
    ['channel:MAIL', 'OPEN'],
  ])
  // Heartbeats do not stop for it, also once the other way has nothing more to carry.
  outside.forget()
  const began = performance.now()
  while (performance.now() - began < 2 * FAST.channel) {
    await new Promise(wait => setTimeout(wait, FAST.look))
    expect(farm.world.pulse.isMute()).toBe(false)
  }
  expect(outside.calls()).toBeGreaterThan(2)
  sink = await aSink({ port })
  await eventually(events, all => all.every(one => one.status === 'CLOSED'))
  expect((await healthOf()).status).toBe(200)
})

describe('nobody outside is calmed', () => {
  const path = async () => data(await (await root()).heartbeat.of())
  const alarm = async () => {
    const news = await anOccurrence(farm, 'Paul', 'CRITICAL')
    await farm.world.db.work(farm.system, work => farm.app.doors.outbox.tell(work, news))
  }
  async function assertMute() {
    const { body } = await eventually(healthOf, ({ status }) => status === 503)
    expect(body.fields).toEqual([
      { field: 'heartbeat', code: 'mute', message: 'Messages are queued, but no channel can send them: PROVIDER.' },
    ])
    const { mute, stages } = await path()
    expect({ mute, silent: stages.filter(one => one.silent).map(one => one.stage) }).toEqual({ mute: true, silent: ['PROVIDER'] })
    // One beat may be under way.
    await new Promise(wait => setTimeout(wait, FAST.every))
    outside.forget()
    await new Promise(wait => setTimeout(wait, FAST.silent + 1000))
    expect(outside.calls()).toBe(0)
    expect((await healthOf()).body.fields).toMatchObject([{ code: 'mute' }])
  }
  /** Beats go on, and the call outside was never told of as what stood still. */
  async function assertWell() {
    await eventually(path, ({ mute }) => !mute)
    outside.forget()
    await eventually(outside.calls, calls => calls > 0, FAST.look + 2 * FAST.every + 500)
    await eventually(healthOf, ({ status }) => status === 200)
    const said = [...sink.received.map(one => one.mail.subject), ...gateway.took.map(one => one.fields.text)]
    expect(said.filter(one => one?.includes('interrupted'))).toEqual([])
  }

  test('while mail is refused, SMS answers 503 and an alarm waits; as soon as one of them works beats go on', async () => {
    await open()
    await keeper()
    await beats()
    await sink.close()
    gateway.behave({ kind: 'answer', status: 503 })
    await alarm()
    await assertMute()
    gateway.behave({ kind: 'take' })
    await assertWell()
  })

  test('while the only channel answers 503, also right after a start', async () => {
    await open({ SMTP_URL: '' })
    await keeper()
    await beats()
    gateway.behave({ kind: 'answer', status: 503 })
    await responsible(farm, 'Paul', await farm.person('Paul'), { phone: '+351912345670' })
    await alarm()
    await assertMute()
    const { part } = farm.app.doors.watchdog
    await part.stop()
    farm.world.pulse.mute(false)
    await part.start()
    await eventually(healthOf, ({ status }) => status === 503, FAST.first / 2)
    gateway.behave({ kind: 'take' })
    await assertWell()
  })

  test('while every channel refuses each message of an alarm; one mailbox that is full is no channel that is dead', async () => {
    let refused = /./
    const picky = await aSink({
      refuse: to =>
        to.some(address => refused.test(address)) ? { code: refused.source === '.' ? 550 : 452, message: 'no' } : undefined,
    })
    await open({ SMTP_URL: picky.url })
    await keeper()
    await beats()
    gateway.behave({ kind: 'answer', status: 400 })
    await responsible(farm, 'Paul', await farm.person('Paul'), { phone: '+351912345670' })
    await alarm()
    await assertMute()
    await farm.world.owner.query(`update events set status = 'CLOSED', close_date = now() where severity = 'CRITICAL'`)
    gateway.behave({ kind: 'take' })
    const full = await farm.person('Paul')
    refused = new RegExp(full)
    await responsible(farm, 'Paul', full)
    await eventually(path, ({ mute }) => !mute)
    await alarm()
    const began = performance.now()
    while (performance.now() - began < 3 * FAST.channel) {
      await new Promise(wait => setTimeout(wait, FAST.look))
      expect(farm.world.pulse.isMute()).toBe(false)
    }
    expect(await events()).toEqual([])
    await picky.close()
  })

  test('while mail is refused and the other channel reaches nobody who could be told of it', async () => {
    await open()
    await responsible(farm, 'Root', await farm.person('Root'))
    await beats()
    const { port } = sink
    await sink.close()
    await alarm()
    await assertMute()
    sink = await aSink({ port })
    await assertWell()
  })

  test('without any channel nothing waits, and beats go on', async () => {
    await open({ SMTP_URL: '', SMS_PROVIDER: '' })
    await keeper()
    await beats()
    await alarm()
    // Of a channel that was open once.
    await farm.world.owner.query(
      `insert into notifications (key, entity_id, channel, recipient, subject, text, state, due_at, created_at)
       values ('left', $1, 'SMS', '+351912345678', '', 'left', 'QUEUED', now() - interval '1 hour', now() - interval '1 hour')`,
      [farm.at.Root],
    )
    await new Promise(wait => setTimeout(wait, 2 * FAST.channel))
    await beats()
    expect([(await path()).mute, (await healthOf()).status]).toEqual([false, 200])
  })
})

test('nobody is told anything before the first beats had their time', async () => {
  const began = performance.now()
  await open()
  await keeper()
  await freeze('INGEST')
  await new Promise(wait => setTimeout(wait, began + FAST.first - 1500 - performance.now()))
  expect((await healthOf()).status).toBe(200)
  await thaw()
  await beats()
  await new Promise(wait => setTimeout(wait, FAST.first))
  expect(sink.received).toEqual([])
  expect(await events()).toEqual([])
})

test('what an earlier run left waiting is never told', async () => {
  await open()
  await beats()
  await farm.app.doors.watchdog.part.stop()
  await eventually(
    () => rows(`select 1 from notifications where channel = 'HEARTBEAT' and state = 'QUEUED'`),
    all => all.length === 0,
  )
  outside.forget()
  await farm.world.owner.query(
    `insert into notifications (key, entity_id, channel, recipient, subject, text, state, due_at, created_at, taken_by)
     values ('heartbeat|of-another|5', $1, 'HEARTBEAT', '', '', '', 'QUEUED', now(), now(), gen_random_uuid())`,
    [farm.at.Root],
  )
  await eventually(
    () => rows(`select 1 from notifications where key = 'heartbeat|of-another|5'`),
    all => all.length === 0,
  )
  expect(outside.calls()).toBe(0)
})
