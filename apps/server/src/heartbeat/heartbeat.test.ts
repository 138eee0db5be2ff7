import { HEARTBEAT_STAGES } from '@steading/contract/events/heartbeat'
import type { HeartbeatStage } from '@steading/contract/events/heartbeat'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Mock } from 'vitest'
import { claimRequest, postClaim } from '../../test/box.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { anOccurrence, responsible } from '../../test/outbox.ts'
import { aProvider } from '../../test/provider.ts'
import type { FakeProvider } from '../../test/provider.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import { createVirtualClock } from '../../test/virtualClock.ts'
import type { VirtualClock } from '../../test/virtualClock.ts'
import { HEARTBEAT_EXPIRES, HEARTBEAT_UID } from '../platform/heartbeat.ts'
import { TIMES } from './times.ts'
import { alarmNotification } from '../outbox/index.ts'

/** The test moves the clock. A look falls between two beats. */
const PACE = { ...TIMES, every: 10_000, look: 5_000 }
/** From one beat to the next, seconds. */
const STEP = PACE.every / 1000
const SILENT = TIMES.silent / 1000
const FIRST = TIMES.first / 1000
const CHANNEL = TIMES.channel / 1000

/** An external watchdog: counts the calls that it answers with 200. */
async function createExternalWatchdog() {
  let status = 200
  let calls = 0
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return void response.writeHead(405).end()
    if (status === 200) calls++
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    if (request.url !== '/beat') throw new Error(`unexpected call of ${request.url}`)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/beat`, // safe: it listens on TCP
    answer: (next: number) => void (status = next),
    calls: () => calls,
    reset: () => void (calls = 0),
    close: () => new Promise(done => server.close(done)),
  }
}

let clock: VirtualClock
let farm: Farm
let watchdog: Awaited<ReturnType<typeof createExternalWatchdog>>
let sink: Awaited<ReturnType<typeof aSink>>
let gateway: FakeProvider
/** Called in each look at the channels. */
let mute: Mock<(is: boolean) => void>

async function listen() {
  clock = createVirtualClock()
  watchdog = await createExternalWatchdog()
  sink = await aSink()
  gateway = await aProvider()
}
async function open(settings: Record<string, string> = {}) {
  farm = await aFarm({
    clock,
    heartbeat: PACE,
    settings: { HEARTBEAT_URL: watchdog.url, SMTP_URL: sink.url, SMS_PROVIDER: gateway.webhook, ...settings },
  })
  mute = vi.spyOn(farm.world.heartbeat, 'mute')
  // The box is made at the first look after the tree.
  await farm.app.services.watchdog.part.idle()
  clock.advance(PACE.look)
  await settle(
    () => farm.world.heartbeat.lastOf('BROKER'),
    at => at !== undefined,
  )
}
async function close() {
  await thaw()
  await farm.close()
  await Promise.all([watchdog.close(), sink.close(), gateway.close()])
}

/** Polls within which what is under way ends; what then still waits has a later time: a retry, a new connection. */
const POLLS_OF_A_STEP = 100

/** Waits for a condition. Tasks wait by the clock, which stands: the outbox and the rules are woken, and the clock moves if that is not enough. */
function settle<T>(look: () => T | Promise<T>, holds: (found: T) => boolean): Promise<T> {
  let polls = 0
  return eventually(() => {
    farm.task('global rules').wake()
    farm.app.services.outbox.wake()
    if (++polls % POLLS_OF_A_STEP === 0) clock.advance(PACE.look)
    return look()
  }, holds)
}

/** Moves the clock to the next look; over when the beats sent so far have passed the stages up to `last`, and the look has ended. */
async function advance(last: HeartbeatStage) {
  clock.advance(PACE.look)
  const { heartbeat } = farm.world
  const stages = HEARTBEAT_STAGES.slice(0, HEARTBEAT_STAGES.indexOf(last) + 1)
  await settle(
    () => {
      const sentAt = heartbeat.lastOf('BOX') ?? 0
      return stages.filter(stage => (heartbeat.lastOf(stage) ?? -Infinity) < sentAt)
    },
    late => late.length === 0,
  )
  await farm.app.services.watchdog.part.idle()
}
/** One beat passes the stages up to `last`, and then the watch looks. */
async function step(last: HeartbeatStage = 'PROVIDER') {
  for (let passed = 0; passed < PACE.every; passed += PACE.look) await advance(last)
}
/** So many seconds pass, in which beats come as far as `last`. */
async function pass(seconds: number, last?: HeartbeatStage) {
  for (let passed = 0; passed < seconds; passed += STEP) await step(last)
}
/** Time passes, while beats come as far as `last`, until it holds. */
async function passUntil<T>(look: () => T | Promise<T>, holds: (found: T) => boolean, last?: HeartbeatStage): Promise<T> {
  for (let passed = 0; ; passed += STEP) {
    const found = await look()
    if (holds(found)) return found
    if (passed > 2 * FIRST) throw new Error(`not within ${passed} s: ${JSON.stringify(found)}`)
    await step(last)
  }
}

const putInCharge = async (phone = '+351912345678') => responsible(farm, 'Root', await farm.person('Root'), { phone })
const root = () => farm.as('Root', ['platform.root'])
const rows = async <T extends object>(text: string, values: readonly unknown[] = []) =>
  (await farm.world.owner.query<T>(text, [...values])).rows
const mailArrives = (n = 1) =>
  settle(
    () => sink.received.length,
    count => count >= n,
  )
const smsArrives = () =>
  settle(
    () => gateway.took.length,
    count => count > 0,
  )
/** Waits until no message of this kind is left. */
const areGone = (where: string) =>
  settle(
    () => rows(`select 1 from notifications where ${where}`),
    all => all.length === 0,
  )
const beats = async (n = 3) => {
  watchdog.reset()
  await passUntil(watchdog.calls, calls => calls >= n)
}
const events = () =>
  rows<{ problem: string; subject: string; status: string; severity: string; category: string }>(
    `select problem, subject_id as subject, status, severity, category from events
     where problem in ('STAGE_SILENT', 'CHANNEL_STALLED') order by id`,
  )
const healthOf = async () => {
  const answer = await fetch(`${farm.url}/services/health`)
  return {
    status: answer.status,
    body: (await answer.json()) as { fields?: { field: string; code: string; message?: string }[] },
  } // safe: a test looks at it
}
const isHealthy = () => passUntil(healthOf, ({ status }) => status === 200)
async function restart() {
  const { part } = farm.app.services.watchdog
  await part.stop()
  await part.start()
  await part.idle()
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

describe('a beat', () => {
  beforeAll(async () => {
    await listen()
    await open()
    await beats(5)
  })
  afterAll(close)
  const own = async () =>
    (
      await rows<{ id: string; ix: string }>(
        `select terminals.id, interfaces.id as ix from terminals join interfaces on interfaces.terminal_id = terminals.id where uid = $1`,
        [HEARTBEAT_UID],
      )
    )[0]!

  test('passes every stage and calls the external watchdog', async () => {
    const { stages, outside, people, demo } = data(await (await root()).heartbeat.of())
    expect(stages.map(stage => stage.stage)).toEqual([...HEARTBEAT_STAGES])
    for (const { lastUtc, silent } of stages) {
      expect(silent).toBe(false)
      expect(clock.now() - Date.parse(lastUtc!)).toBeLessThan(TIMES.silent)
    }
    expect({ outside, people, demo }).toEqual({ outside: true, people: 0, demo: false })
    expect((await healthOf()).status).toBe(200)
  })

  test('is stored as a reading, and leaves no pile of messages', async () => {
    const { id, ix } = await own()
    expect((await rows('select from readings where interface_id = $1', [ix])).length).toBeGreaterThan(3)
    expect((await rows(`select from notifications where channel = 'HEARTBEAT'`)).length).toBeLessThan(4)
    expect((await rows('select from notification_attempts')).length).toBeLessThan(4)
    expect(
      await rows(`select from sequences where terminal_id = $1 and stored = int8multirange(range_merge(stored))`, [id]),
    ).toHaveLength(1)
  })

  test('comes from a box that no user sees or changes', async () => {
    const api = await root()
    const { id, ix } = await own()
    expect(data(await api.terminals.search({ query: {} })).content).toEqual([])
    expect(data(await api.interfaces.search({ query: {} })).content).toEqual([])
    expect(data(await api.outbox.search({ query: {} })).content).toEqual([])
    await expect(api.terminals.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(api.interfaces.details({ params: { id: ix } })).rejects.toMatchObject(failing('NOT_FOUND'))
    const at = { params: { id }, body: { version: 1 } }
    for (const call of [
      api.terminals.remove,
      api.terminals.rotate,
      api.terminals.revoke,
      api.terminals.retire,
      api.terminals.claimCode,
    ])
      await expect(call(at as never)).rejects.toMatchObject(failing('NOT_FOUND'))
    const answer = await postClaim(farm, claimRequest(HEARTBEAT_UID, 'AAAA-AAAA-AAAA-AAAA'))
    expect([403, 404]).toContain(answer.status)
    await expect((await farm.as('Root')).heartbeat.of()).rejects.toMatchObject(failing('NOT_ALLOWED'))
  })
})

describe('without an address of an external watchdog', () => {
  beforeAll(async () => {
    await listen()
    await open({ HEARTBEAT_URL: '' })
  })
  afterAll(close)

  test('the path ends in the platform', async () => {
    const api = await root()
    const path = async () => data(await api.heartbeat.of())
    await passUntil(path, ({ stages }) => stages.every(stage => stage.lastUtc !== null))
    expect((await path()).outside).toBe(false)
  })

  test('uses the same box after a restart', async () => {
    const own = () => rows<{ id: string }>('select id from terminals where is_internal')
    const [before] = await own()
    const stored = async () =>
      (await rows<{ n: string }>(`select max(upper(range)) as n from sequences, unnest(stored) range`))[0]!.n
    const had = Number(await stored())
    await restart()
    await passUntil(stored, n => Number(n) > had + 2)
    expect(await own()).toEqual([before])
    expect(await rows('select from quarantine')).toEqual([])
  })
})

describe.each([
  ['INGEST', 'BROKER'],
  ['RULES', 'INGEST'],
] as const)('%s that stops', (stage, before) => {
  beforeAll(async () => {
    await listen()
    await open()
    await putInCharge()
    await pass(FIRST)
    await freeze(stage)
  })
  afterAll(close)

  test('is healthy for less than a minute', async () => {
    await pass(SILENT - STEP, before)
    expect((await healthOf()).status).toBe(200)
    expect(await events()).toEqual([])
  })

  test('is named by health after a minute', async () => {
    await pass(2 * STEP, 'BOX')
    const { status, body } = await healthOf()
    expect(status).toBe(503)
    expect(body.fields?.find(field => field.field === 'heartbeat')).toMatchObject({
      code: 'silent',
      message: expect.stringContaining(stage) as string,
    })
  })

  test('notifies the responsible users of the root', async () => {
    await mailArrives()
    expect(sink.received[0]!.mail.subject).toContain('Alarm path interrupted')
  })

  test('stops the calls of the external watchdog', async () => {
    watchdog.reset()
    await pass(2 * STEP, 'BOX')
    expect(watchdog.calls()).toBe(0)
  })

  test('has one event, which closes when it works again', async () => {
    await thaw()
    await beats()
    const found = await passUntil(events, all => all.every(one => one.status === 'CLOSED'))
    await pass(SILENT)
    expect(await events()).toEqual(found)
    expect(found).toEqual([
      {
        problem: 'STAGE_SILENT',
        subject: stage,
        status: 'CLOSED',
        severity: 'CRITICAL',
        category: 'TECHNICAL',
      },
    ])
    await isHealthy()
  })
})

describe('without a working outbox', () => {
  beforeEach(listen)
  afterEach(close)

  async function openWithoutOutbox() {
    await open()
    await Promise.all([putInCharge(), putInCharge('+351912345679')])
    await beats()
    await freeze('OUTBOX')
    await pass(FIRST, 'RULES')
    await mailArrives(2)
  }

  test('mails each responsible user directly', async () => {
    await openWithoutOutbox()
    expect(sink.received.map(received => received.mail.subject)).toEqual(
      Array.from({ length: 2 }, () => 'Alarm path interrupted: message delivery.'),
    )
    expect(sink.received[0]!.mail.text).toContain('Have someone check the animals')
    expect(await events()).toEqual([])
  })

  test('notifies once, also across a restart', { tags: ['nightly'] }, async () => {
    await openWithoutOutbox()
    await restart()
    await pass(FIRST + SILENT, 'RULES')
    expect((await healthOf()).status).toBe(503)
    expect(sink.received).toHaveLength(2)
  })

  test('notifies by SMS if mail does not answer', async () => {
    await open()
    await putInCharge()
    await beats()
    sink.setDown(true)
    watchdog.answer(500)
    await pass(FIRST, 'OUTBOX')
    await smsArrives()
    expect(gateway.took[0]!.fields).toMatchObject({
      channel: 'SMS',
      to: '+351912345678',
      text: expect.stringContaining('external watchdog') as string,
    })
  })

  const assertWatchdogFailure = async (status: number) => {
    await open()
    await putInCharge()
    await beats()
    watchdog.answer(status)
    await pass(FIRST, 'OUTBOX')
    await mailArrives()
    expect(sink.received[0]!.mail.subject).toBe('Alarm path interrupted: external watchdog.')
    watchdog.answer(200)
    await beats()
    await isHealthy()
    expect(await events()).toEqual([])
  }
  test('is an external watchdog that answers 500', () => assertWatchdogFailure(500))
  test('is an external watchdog that redirects', { tags: ['nightly'] }, () => assertWatchdogFailure(302))
})

describe('a channel that does not send its pending messages', () => {
  beforeAll(async () => {
    await listen()
    await open()
    await putInCharge()
    await beats()
    sink.setDown(true)
    await responsible(farm, 'Paul', await farm.person('Paul'))
    const news = await anOccurrence(farm, 'Paul')
    await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(news)))
    mute.mockClear()
  })
  afterAll(close)

  test('is reported by another channel', async () => {
    await pass(CHANNEL)
    await passUntil(
      () => gateway.took.find(took => took.fields.text?.includes('Messages not being sent: email')),
      found => found !== undefined,
    )
    expect((await events()).map(({ problem, subject, status }) => [problem, subject, status])).toEqual([
      ['CHANNEL_STALLED', 'MAIL', 'OPEN'],
    ])
  })

  // Also once the other channel has nothing more to carry.
  test('does not stop the calls of the external watchdog', async () => {
    watchdog.reset()
    await pass(2 * CHANNEL)
    expect(mute.mock.calls.every(([is]) => !is)).toBe(true)
    expect(watchdog.calls()).toBeGreaterThan(2)
  })

  test('has an event that closes when it sends again', async () => {
    sink.setDown(false)
    await passUntil(events, all => all.every(one => one.status === 'CLOSED'))
    expect((await healthOf()).status).toBe(200)
  })
})

describe('the external watchdog', () => {
  const path = async () => data(await (await root()).heartbeat.of())
  const isMute = async () => (await path()).mute
  const raiseAlarm = async () => {
    const news = await anOccurrence(farm, 'Paul', 'CRITICAL')
    await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(news)))
  }
  async function assertMute() {
    const { body } = await passUntil(healthOf, ({ status }) => status === 503, 'OUTBOX')
    expect(body.fields).toEqual([
      { field: 'heartbeat', code: 'mute', message: 'Messages are queued, but no channel can send them: PROVIDER.' },
    ])
    const { mute: is, stages } = await path()
    expect({ mute: is, silent: stages.filter(stage => stage.silent).map(stage => stage.stage) }).toEqual({
      mute: true,
      silent: ['PROVIDER'],
    })
    // Some beats may be under way.
    await pass(3 * STEP, 'OUTBOX')
    watchdog.reset()
    await pass(SILENT + STEP, 'OUTBOX')
    expect(watchdog.calls()).toBe(0)
    expect((await healthOf()).body.fields).toMatchObject([{ code: 'mute' }])
  }
  /** Calls go on, and nobody was told that they had stopped. */
  async function assertCalled() {
    await passUntil(isMute, is => !is, 'OUTBOX')
    await beats(1)
    await isHealthy()
    await pass(SILENT)
    const texts = [...sink.received.map(received => received.mail.subject), ...gateway.took.map(took => took.fields.text)]
    expect(texts.filter(text => text?.includes('interrupted'))).toEqual([])
  }

  describe('is called again as soon as a channel works', () => {
    beforeEach(listen)
    afterEach(close)

    test('after mail was refused and SMS answered 503', { tags: ['nightly'] }, async () => {
      await open()
      await putInCharge()
      await beats()
      sink.setDown(true)
      gateway.behave({ kind: 'answer', status: 503 })
      await raiseAlarm()
      await assertMute()
      gateway.behave({ kind: 'take' })
      await assertCalled()
    })

    test('after the only channel answered 503, before and after a restart', { tags: ['nightly'] }, async () => {
      await open({ SMTP_URL: '' })
      await putInCharge()
      await beats()
      gateway.behave({ kind: 'answer', status: 503 })
      await responsible(farm, 'Paul', await farm.person('Paul'), { phone: '+351912345670' })
      await raiseAlarm()
      await assertMute()
      const { part } = farm.app.services.watchdog
      await part.stop()
      farm.world.heartbeat.mute(false)
      await part.start()
      await part.idle()
      // No time passed: the first look knows it.
      expect((await healthOf()).status).toBe(503)
      gateway.behave({ kind: 'take' })
      await assertCalled()
    })

    test('after mail was refused and SMS reached no responsible user', { tags: ['nightly'] }, async () => {
      await open()
      await responsible(farm, 'Root', await farm.person('Root'))
      await beats()
      sink.setDown(true)
      await raiseAlarm()
      await assertMute()
      sink.setDown(false)
      await assertCalled()
    })
  })

  describe('where recipients are refused', () => {
    let refused = { address: /./, code: 550 }
    let picky: typeof sink
    beforeAll(async () => {
      await listen()
      picky = await aSink({
        refuse: to => (to.some(address => refused.address.test(address)) ? { code: refused.code, message: 'no' } : undefined),
      })
      await open({ SMTP_URL: picky.url })
      await putInCharge()
      await beats()
    })
    afterAll(async () => {
      await close()
      await picky.close()
    })

    test('is not called while every channel refuses each message of an alarm', { tags: ['nightly'] }, async () => {
      gateway.behave({ kind: 'answer', status: 400 })
      await responsible(farm, 'Paul', await farm.person('Paul'), { phone: '+351912345670' })
      await raiseAlarm()
      await assertMute()
    })

    test('is called while one mailbox is full', { tags: ['nightly'] }, async () => {
      await farm.world.owner.query(`update events set status = 'CLOSED', close_date = now() where severity = 'CRITICAL'`)
      gateway.behave({ kind: 'take' })
      const full = await farm.person('Paul')
      refused = { address: new RegExp(full), code: 452 }
      await responsible(farm, 'Paul', full)
      await passUntil(isMute, is => !is, 'OUTBOX')
      await raiseAlarm()
      mute.mockClear()
      await pass(2 * CHANNEL)
      expect(mute.mock.calls.every(([is]) => !is)).toBe(true)
      expect(await events()).toEqual([])
    })
  })

  describe('of a platform without any channel', () => {
    beforeEach(listen)
    afterEach(close)

    test('is called, since no message is pending', { tags: ['nightly'] }, async () => {
      await open({ SMTP_URL: '', SMS_PROVIDER: '' })
      await putInCharge()
      await beats()
      await raiseAlarm()
      // Of a channel that was open once.
      await farm.world.owner.query(
        `insert into notifications (key, entity_id, channel, recipient, subject, text, state, due_at, created_at)
         values ('left', $1, 'SMS', '+351912345678', '', 'left', 'QUEUED', now() - interval '1 hour', now() - interval '1 hour')`,
        [farm.at.Root],
      )
      await pass(FIRST)
      await beats()
      expect([await isMute(), (await healthOf()).status]).toEqual([false, 200])
    })
  })
})

describe('after a start', () => {
  beforeEach(listen)
  afterEach(close)

  test('notifies nobody within the grace period of a start', { tags: ['nightly'] }, async () => {
    await open()
    await putInCharge()
    await freeze('INGEST')
    await pass(FIRST - 2 * STEP, 'BOX')
    expect((await healthOf()).status).toBe(200)
    await thaw()
    await beats()
    await pass(FIRST)
    expect(sink.received).toEqual([])
    expect(await events()).toEqual([])
  })

  test('a beat of an earlier run is not sent', async () => {
    await open()
    await beats()
    await farm.app.services.watchdog.part.stop()
    // Heartbeats of this run that are still in the pipeline expire; a call under way ends before its row does.
    clock.advance(HEARTBEAT_EXPIRES + 1000)
    await areGone(`channel = 'HEARTBEAT' and state = 'QUEUED'`)
    watchdog.reset()
    await farm.world.owner.query(
      `insert into notifications (key, entity_id, channel, recipient, subject, text, state, due_at, created_at, claimed_by)
       values ('heartbeat|of-another|5', $1, 'HEARTBEAT', '', '', '', 'QUEUED', now(), now(), gen_random_uuid())`,
      [farm.at.Root],
    )
    await areGone(`key = 'heartbeat|of-another|5'`)
    expect(watchdog.calls()).toBe(0)
  })
})
