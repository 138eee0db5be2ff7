import { topicOf } from '@steading/contract/box/messages'
import type { Data } from '@steading/contract/box/messages'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClaimedBox, batch, hello, line, session } from '../../../test/box.ts'
import { aFarm } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { inTime } from '../../../test/wire.ts'
import { createInterface } from '../../interfaces/index.ts'

/** ms by which the clock of this suite runs ahead */
let skew = 0
let farm: Farm
let api: Promise<Api>
let presence: { terminalId: string; connected: boolean }[]
let off: () => void
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => Date.now(), mono: () => performance.now() + skew } })
  api = farm.as('Paul')
})
afterAll(() => farm.close())
beforeEach(() => {
  presence = []
  off = farm.world.bus.on(
    'terminal.presence',
    'test',
    ({ terminalId, connected }) => void presence.push({ terminalId, connected }),
  )
})
afterEach(() => off())

const connected = (id: string) => farm.app.services.devices.connected(id)
const details = async (id: string) => {
  const answer = await (await api).terminals.details({ params: { id } })
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.data
}
const sensor = (terminalId: string) =>
  farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.services.devices, {
      terminalId,
      entityId: farm.at['House 1']!,
      displayName: 'Air',
      category: 'TEMPERATURE',
      address: 'house1/temperature',
    }),
  )
const rows = async (terminalId: string) => {
  const { rows } = await farm.world.owner.query<{ seq: string; value: number }>(
    'select seq, value from readings join interfaces on interfaces.id = readings.interface_id where terminal_id = $1 order by seq',
    [terminalId],
  )
  return rows.map(({ seq, value }) => [Number(seq), value])
}
const quarantined = async (terminalId: string) => {
  const { rows } = await farm.world.owner.query<{ topic: string; reason: string; size: number; payload: Buffer }>(
    'select topic, reason, size, payload from quarantine where terminal_id = $1 order by id',
    [terminalId],
  )
  return rows
}

describe('hello', () => {
  test('is answered with the stored position and desired revision', async () => {
    const box = await aClaimedBox(farm)
    const began = farm.world.clock.now()
    const made = await session(farm, box)
    expect(made.welcome).toMatchObject({
      sid: made.sid,
      ackEpoch: 0,
      ackUpTo: 0,
      desiredRev: 0,
      limits: { readings: 200, bytes: 16_384, window: 8, packet: 65_536 },
    })
    expect(made.welcome.serverMs).toBeGreaterThanOrEqual(began)
    expect(made.welcome.serverMs).toBeLessThanOrEqual(farm.world.clock.now())
    expect(connected(box.id)).toBe(true)
    expect(await details(box.id)).toMatchObject({
      connected: true,
      firmware: '1.4.2',
      boots: 17,
      waiting: 0,
      provisionStatus: 'PROVISIONED',
    })
    expect(presence).toEqual([{ terminalId: box.id, connected: true }])
    made.end()
  })

  test('of a box that lost old readings does not wait for them', async () => {
    const box = await aClaimedBox(farm)
    ;(await session(farm, box)).end()
    const made = await session(farm, box, { head: 88_412, tail: 90_177 })
    expect(made.welcome).toMatchObject({ ackEpoch: 3, ackUpTo: 88_411 })
    expect(made.welcome.miss).toBeUndefined()
    made.end()
  })

  test('with a head beyond its tail is quarantined and drops no reading', async () => {
    const box = await aClaimedBox(farm)
    await sensor(box.id)
    ;(await session(farm, box)).end()
    const made = await session(farm, box, { head: 1_000_000, tail: 1 })
    expect(made.welcome).toMatchObject({ ackEpoch: 3, ackUpTo: 1 })
    await made.say('up/data', batch(2, [[0, 0, 21.4]]))
    await made.hear('dn/ack')
    expect(await rows(box.id)).toEqual([[2, 21.4]])
    expect(await quarantined(box.id)).toMatchObject([{ topic: 'up/hello' }])
    made.end()
  })

  test('of a box from another terminal discards only its old readings', async () => {
    const box = await aClaimedBox(farm)
    await sensor(box.id)
    const made = await session(farm, box, { head: 1, tail: 3, rev: 7, hash: `sha256:${'0'.repeat(64)}` })
    expect(made.welcome).toMatchObject({ ackUpTo: 3 })
    await made.say('up/data', { ...batch(4, [[0, 0, 21.4]]), gap: [5, 1_000_000] })
    expect(await made.hear('dn/ack')).toMatchObject({ upTo: 4 })
    expect(await rows(box.id)).toEqual([])
    made.end()
  })

  test('of a box with stored readings asks only for the rest', async () => {
    const box = await aClaimedBox(farm)
    await sensor(box.id)
    ;(await session(farm, box)).end()
    const made = await session(farm, box, { tail: 5 })
    expect((await details(box.id)).waiting).toBe(5)
    await made.say('up/data', batch(1, [[0, 0, 21.4], [0, 60_000, 21.5]])) // prettier-ignore
    await made.hear('dn/ack')
    made.end()
    const back = await session(farm, box, { head: 1, tail: 6 })
    expect((await details(box.id)).waiting).toBe(4)
    back.end()
    const behind = await session(farm, box, { head: 1, tail: 1 })
    expect((await details(box.id)).waiting).toBe(0)
    behind.end()
  })

  test('of another epoch has no stored position', async () => {
    const box = await aClaimedBox(farm)
    await sensor(box.id)
    const made = await session(farm, box)
    await made.say('up/data', batch(1, [[0, 0, 21.4]]))
    await made.hear('dn/ack')
    made.end()
    const back = await session(farm, box, { epoch: 4 })
    expect(back.welcome).toMatchObject({ ackEpoch: 0, ackUpTo: 0 })
    back.end()
    const again = await session(farm, box)
    expect(again.welcome).toMatchObject({ ackEpoch: 3, ackUpTo: 1 })
    again.end()
  })
})

describe('presence', () => {
  test('ends with the will when the line breaks', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    made.end()
    await expect.poll(() => connected(box.id)).toBe(false)
    await expect.poll(() => presence.at(-1)).toEqual({ terminalId: box.id, connected: false })
    await expect.poll(async () => (await details(box.id)).connected).toBe(false)
  })

  test('ends with a disconnect, without the will', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    await made.say('up/state', { on: false, sid: made.sid })
    expect(connected(box.id)).toBe(false)
    made.end()
    const bare = await line(farm, box, { will: undefined as never })
    await bare.listen()
    await bare.say('up/hello', hello(bare.sid))
    await bare.hear('dn/welcome')
    expect(connected(box.id)).toBe(true)
    bare.send({ cmd: 'disconnect' })
    await expect.poll(() => connected(box.id)).toBe(false)
  })

  test('is not ended by the will of a dead session', async () => {
    const box = await aClaimedBox(farm)
    const old = await session(farm, box)
    const made = await session(farm, box)
    await old.closed
    expect(connected(box.id)).toBe(true)
    await made.say('up/state', { on: false, sid: old.sid })
    expect(connected(box.id)).toBe(true)
    expect((await details(box.id)).connected).toBe(true)
    await made.say('up/state', { on: false, sid: made.sid })
    expect(connected(box.id)).toBe(false)
    made.end()
  })

  test('begins with the hello, not with the login', async () => {
    const box = await aClaimedBox(farm)
    const made = await line(farm, box)
    await made.say('up/state', { on: true, sid: made.sid })
    expect(connected(box.id)).toBe(false)
    made.end()
  })
})

describe('readings', () => {
  test('are acknowledged once committed, and stored once', async () => {
    const box = await aClaimedBox(farm)
    await sensor(box.id)
    const made = await session(farm, box)
    expect(
      await made.say(
        'up/data',
        batch(1, [
          [0, 0, 21.4],
          [0, 1000, 21.5],
        ]),
      ),
    ).toMatchObject({ cmd: 'puback' })
    expect(await rows(box.id)).toEqual([
      [1, 21.4],
      [2, 21.5],
    ])
    expect(await made.hear('dn/ack')).toEqual({ e: 3, upTo: 2 })
    await made.say('up/data', batch(6, [[0, 0, 21.6]]))
    expect(await made.hear('dn/ack')).toEqual({ e: 3, upTo: 6, miss: [[3, 5]] })
    const late = batch(
      1,
      [
        [0, 0, 21.4],
        [0, 1000, 21.5],
        [0, 2000, 21.7],
      ],
      { h: 1 },
    )
    await made.say('up/data', late)
    await made.say('up/data', { ...late, s: 1 })
    expect((await rows(box.id)).map(([seq]) => seq)).toEqual([1, 2, 3, 6])
    made.end()
    const back = await session(farm, box)
    expect(back.welcome).toMatchObject({ ackEpoch: 3, ackUpTo: 6, miss: [[4, 5]] })
    back.end()
  })

  test('with invalid members are quarantined, acknowledged and counted', async () => {
    const box = await aClaimedBox(farm)
    await sensor(box.id)
    const made = await session(farm, box)
    const sound = batch(1, [[0, 0, 21.4]])
    const raw = (text: string) => Buffer.from(text)
    const bad: [string, Uint8Array | Data][] = [
      ['no JSON', raw('{')],
      ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
      ['no object', raw('[]')],
      ['v', raw(JSON.stringify({ ...sound, v: 2 }))],
      ['e', raw(JSON.stringify({ ...sound, e: 0 }))],
      ['s', raw(JSON.stringify({ ...sound, s: -1 }))],
      ['s', raw(JSON.stringify({ ...sound, s: 1e300 }))],
      ['r', raw('{"v":1,"e":3,"s":1,"t":0,"q":2,"h":0,"r":[[0,0,NaN]]}'.replace('NaN', '1e999'))],
      ['no JSON', raw('{"v":1,"e":3,"s":1,"t":0,"q":2,"h":0,"r":[[0,0,NaN]]}')],
      ['t', raw(JSON.stringify({ ...sound, t: 9e15 }))],
      ['r', raw(JSON.stringify({ ...sound, r: [[0, 0, 'x'.repeat(256)]] }))],
      ['r', raw(JSON.stringify({ ...sound, r: Array.from({ length: 201 }, () => [0, 0, 1]) }))],
      ['r', raw(`{"v":1,"e":3,"s":1,"t":0,"q":2,"h":0,"r":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)],
      [
        'x',
        raw(
          `{"v":1,"e":3,"s":1,"t":0,"q":2,"h":0,"r":[],"x":[[0,0,{"rule":"1","ver":1,"kind":"A","key":"a","n":${'['.repeat(20_000)}${']'.repeat(20_000)}}]]}`,
        ),
      ],
      ['r', raw('{"v":1,"e":3,"s":1,"t":0,"q":2,"h":0,"r":[[0,0,{"__proto__":{"polluted":1}}]]}')],
    ]
    for (const [, payload] of bad) expect(await made.say('up/data', payload as Uint8Array)).toMatchObject({ cmd: 'puback' })
    const aside = await quarantined(box.id)
    expect(aside.map(({ reason }) => reason.replace(/^Maximum.*/, 'x'))).toEqual(bad.map(([reason]) => reason))
    expect(Math.max(...aside.map(({ payload }) => payload.length))).toBe(1024)
    expect(aside.some(({ size }) => size > 40_000)).toBe(true)
    expect(await made.say('up/data', sound)).toMatchObject({ cmd: 'puback' })
    expect(await rows(box.id)).toEqual([[1, 21.4]])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    made.end()
  })

  test('lists quarantined payloads, newest first, with a translated reason', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    await made.say('up/ack', Buffer.from('?'))
    await made.say('up/data', Buffer.from(`{"v":2,"text":"${'é'.repeat(2000)}"}`))
    made.end()
    const list = async (by: Api, query = {}) => {
      const answer = await by.terminals.quarantine({ params: { id: box.id }, query })
      if ('refused' in answer) throw new Error(answer.refused)
      return answer.data
    }
    const page = await list(await api)
    expect(page.totalElements).toBe(2)
    expect(page.content).toMatchObject([
      { topic: 'up/data', reason: { code: 'UNREADABLE', detail: 'v' }, size: 4017 },
      { topic: 'up/ack', reason: { code: 'UNREADABLE', detail: 'no JSON' }, size: 1, payload: '?' },
    ])
    expect(page.content[0]!.payload).toMatch(/^\{"v":2,"text":"é+$/)
    expect(page.content[0]!.payload).toHaveLength(500)
    expect((await list(await api, { sortDirection: 'ASC' })).content.map(one => one.topic)).toEqual(['up/ack', 'up/data'])
    expect(page.content[0]!.reason.text).toBe('The message does not follow the protocol.')
    const email = await farm.person('Paul')
    await farm.world.owner.query("update users set language = 'de-DE' where email = $1", [email])
    const german = await list(farm.api(await farm.login(email)))
    expect(german.content[0]!.reason.text).toBe('Die Nachricht entspricht nicht dem Protokoll.')
    await expect(list(await farm.as('Azinheira'))).rejects.toMatchObject({ status: 404 })
    await expect(list(await farm.as('Paul', ['terminals.read']))).rejects.toMatchObject({ status: 403 })
  })

  test('publishes repeated bad payloads once', async () => {
    const box = await aClaimedBox(farm)
    const messages: unknown[] = []
    const stop = farm.world.bus.on('quarantine.often', 'test', message => void messages.push(message))
    const made = await session(farm, box)
    for (let k = 0; k < 12; k++) await made.say('up/ack', Buffer.from('?'))
    stop()
    expect(messages).toEqual([{ terminalId: box.id, count: 10 }])
    expect(await quarantined(box.id)).toHaveLength(12)
    made.end()
  })
})

test('quarantines numbers beyond the range of their columns', async () => {
  const box = await aClaimedBox(farm)
  const made = await line(farm, box)
  await made.listen()
  expect(await made.say('up/hello', hello(made.sid, { rev: 2 ** 40 }))).toMatchObject({ cmd: 'puback' })
  expect(await made.say('up/shadow', { v: 1, rev: 2 ** 33, hash: '', rules: {} })).toMatchObject({ cmd: 'puback' })
  expect((await quarantined(box.id)).map(({ topic, reason }) => [topic, reason])).toEqual([
    ['up/hello', 'rev'],
    ['up/shadow', 'rev'],
  ])
  made.end()
})

test('answers time requests', async () => {
  const box = await aClaimedBox(farm)
  const made = await session(farm, box)
  const before = Date.now()
  await made.say('up/time', { m: 123_456.7 })
  const answer = await made.hear('dn/time')
  expect(answer?.m).toBe(123_456.7)
  expect(answer!.rx).toBeGreaterThanOrEqual(before)
  expect(answer!.tx).toBeGreaterThanOrEqual(answer!.rx)
  expect(answer!.tx).toBeLessThanOrEqual(Date.now())
  made.end()
})

test('publishes duplicate identities', async () => {
  const box = await aClaimedBox(farm)
  const messages: unknown[] = []
  const stop = farm.world.bus.on('terminal.doubled', 'test', message => void messages.push(message))
  const lines = []
  for (let k = 0; k < 4; k++) lines.push(await session(farm, box))
  expect(messages).toEqual([{ terminalId: box.id, entityId: farm.at.Paul, count: 3, at: expect.any(Date) as Date }])
  stop()
  for (const one of lines) one.end()
})

test('a box cannot receive messages of another', async () => {
  const one = await aClaimedBox(farm)
  const two = await aClaimedBox(farm)
  const first = await session(farm, one)
  const second = await session(farm, two)
  first.send({
    cmd: 'publish',
    topic: topicOf(two.uid, 'dn/cmd'),
    payload: '{}',
    qos: 1,
    messageId: 900,
    retain: false,
    dup: false,
  })
  await first.closed
  expect(second.got).toEqual([])
  second.end()
})

test('ends a session and its connection after 45 s without a packet', { tags: ['nightly'] }, async () => {
  const box = await aClaimedBox(farm)
  const mute = await line(farm, await aClaimedBox(farm), { keepalive: 0 })
  const made = await session(farm, box)
  skew += 44_000
  made.send({ cmd: 'pingreq' })
  await made.next('pingresp')
  skew += 2_000
  expect(connected(box.id)).toBe(true)
  await inTime(mute.closed)
  expect(connected(box.id)).toBe(true)
  skew += 44_000
  expect(connected(box.id)).toBe(false)
  await inTime(made.closed)
  await expect.poll(async () => (await details(box.id)).connected).toBe(false)
})
