import { BOX_TOPICS, DOWN_TOPICS, PLATFORM_STATE, topicOf, TOPICS, UP_TOPICS } from '@steading/contract/box/messages'
import type { UpTopic } from '@steading/contract/box/messages'
import fc from 'fast-check'
import { connect as connectMqtt } from 'mqtt'
import { generate } from 'mqtt-packet'
import type { IConnectPacket, IPublishPacket } from 'mqtt-packet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wire, inTime } from '../../../test/wire.ts'
import type { Wire } from '../../../test/wire.ts'
import { systemClock } from '../time/clock.ts'
import { readConfig } from '../config/config.ts'
import { createLogger } from '../log.ts'
import type { Broker, BrokerEvents } from './broker.ts'
import { embeddedBroker } from './embedded.ts'

const ONE = 'one000000000000'
const TWO = 'two000000000000'
const SECRET = 'secret'

interface Heard {
  uid: string
  topic: UpTopic | null
  payload: string
}
let received: Heard[]
/** Why the guard closed connections. */
let cuts: string[]
let connectionEvents: string[]
let broker: Broker
let open: Wire[]
let events: BrokerEvents

const start = async (more: Partial<BrokerEvents> = {}, rate?: number) => {
  events = {
    login: async (_, password) => password === SECRET,
    message: async (uid, topic, payload) => void received.push({ uid, topic, payload: Buffer.from(payload).toString() }),
    disconnected: uid => void connectionEvents.push(`gone ${uid}`),
    duplicateConnection: uid => void connectionEvents.push(`doubled ${uid}`),
    ...more,
  }
  broker = embeddedBroker({
    config: readConfig({ MQTT_PORT: '0' }),
    clock: systemClock,
    log: createLogger('info', { write: text => void cuts.push(String((JSON.parse(text) as { why?: string }).why)) }),
    events,
    ...(rate && { rate }),
  })
  await broker.start()
}
const line = async () => {
  const made = await wire(broker.address().port)
  open.push(made)
  return made
}
const box = async (uid = ONE, more: Partial<IConnectPacket> = {}) => {
  const made = await line()
  expect(await made.login(uid, SECRET, more)).toBe(0)
  return made
}
const publication = (topic: string, more: Partial<IPublishPacket> = {}): IPublishPacket => ({
  cmd: 'publish',
  topic,
  payload: '{}',
  qos: 1,
  messageId: 7,
  dup: false,
  retain: false,
  ...more,
})
const ended = (made: Wire) => inTime(made.closed).then(() => 'ended')

beforeEach(() => {
  received = []
  cuts = []
  connectionEvents = []
  open = []
})
afterEach(async () => {
  for (const made of open) made.end()
  await broker.stop()
})

describe('login', () => {
  test.each<[string, Partial<IConnectPacket>, number]>([
    ['a wrong password', { password: Buffer.from('wrong') }, 4],
    ['no password', { password: undefined as never }, 4],
    ['a user name that is not the client id', { username: TWO }, 4],
    ['a client id that is not the user name', { clientId: TWO }, 4],
    ['a client id that is no uid', { clientId: 'A', username: 'A' }, 2],
    ['a session that stays', { clean: false }, 5],
    ['MQTT 5', { protocolVersion: 5 }, 1],
    ["another's will", { will: { topic: topicOf(TWO, 'up/state'), payload: Buffer.from('{}'), qos: 1, retain: true } }, 5],
    ['a will that is data', { will: { topic: topicOf(ONE, 'up/data'), payload: Buffer.from('{}'), qos: 1, retain: false } }, 5],
    ['a command as will', { will: { topic: topicOf(TWO, 'dn/cmd'), payload: Buffer.from('{}'), qos: 1, retain: false } }, 5],
    ['a will of QoS 2', { will: { topic: topicOf(ONE, 'up/state'), payload: Buffer.from('{}'), qos: 2, retain: true } }, 5],
    [
      'a will that is not retained',
      { will: { topic: topicOf(ONE, 'up/state'), payload: Buffer.from('{}'), qos: 1, retain: false } },
      5,
    ],
  ])('refuses %s', async (_, more, code) => {
    await start()
    const made = await line()
    expect(await made.login(ONE, SECRET, more)).toBe(code)
    await ended(made)
    expect(received).toEqual([])
  })

  test('lets no packet through before it succeeds', async () => {
    let decide: (yes: boolean) => void = () => undefined
    await start({ login: () => new Promise(done => (decide = done)) })
    const made = await line()
    const connecting = made.login(ONE, SECRET)
    // More than the broker itself would queue.
    for (let k = 1; k <= 30; k++) made.send(publication(topicOf(ONE, 'up/data'), { messageId: k }))
    await new Promise(go => setTimeout(go, 100))
    expect(received).toEqual([])
    decide(true)
    expect(await connecting).toBe(0)
    await expect.poll(() => made.got.length).toBe(30)
    expect(received).toHaveLength(30)
  })

  test('answers "not now" when credentials cannot be checked', async () => {
    await start({ login: () => Promise.reject(new Error('no database')) })
    expect(await (await line()).login(ONE, SECRET)).toBe(3)
  })

  test('replaces an older connection and reports the duplicate', async () => {
    await start()
    const old = await box(ONE, { will: { topic: topicOf(ONE, 'up/state'), payload: Buffer.from('old'), qos: 1, retain: true } })
    await box()
    await ended(old)
    expect(connectionEvents).toEqual([`doubled ${ONE}`, `gone ${ONE}`])
    expect(received).toEqual([{ uid: ONE, topic: 'up/state', payload: 'old' }])
  })

  test('ends by disconnect, also during the login', async () => {
    let decide: (yes: boolean) => void = () => undefined
    await start({ login: uid => (uid === ONE ? Promise.resolve(true) : new Promise(done => (decide = done))) })
    const inside = await box()
    const entering = await line()
    const connecting = entering.login(TWO, SECRET)
    await expect.poll(() => broker.silentMs(TWO)).toBe(Infinity)
    await new Promise(go => setTimeout(go, 50))
    broker.disconnect(ONE)
    broker.disconnect(TWO)
    decide(true)
    await inside.cutOff()
    await inTime(entering.closed)
    expect(await connecting).toBeNull()
    expect(broker.silentMs(ONE)).toBe(Infinity)
  })
})

describe('access', () => {
  test('lets a box use its own topics in the direction of the contract', async () => {
    await start()
    const made = await box()
    for (const topic of UP_TOPICS)
      made.send(
        publication(topicOf(ONE, topic), { ...TOPICS[topic], ...(TOPICS[topic].qos === 0 && { messageId: undefined as never }) }),
      )
    await expect.poll(() => new Set(received.map(one => one.topic))).toEqual(new Set(UP_TOPICS))
    made.send({
      cmd: 'subscribe',
      messageId: 9,
      subscriptions: [...DOWN_TOPICS.map(topic => topicOf(ONE, topic)), PLATFORM_STATE].map(topic => ({ topic, qos: 1 })),
    })
    expect((await made.next('suback'))?.granted).toEqual(Array.from({ length: DOWN_TOPICS.length + 1 }, () => 1))
    expect(await made.next('publish')).toMatchObject({ topic: PLATFORM_STATE, retain: true })
  })

  const wrong: [string, Partial<IPublishPacket>][] = [
    ...BOX_TOPICS.map((topic): [string, Partial<IPublishPacket>] => [topicOf(TWO, topic), TOPICS[topic]]),
    ...DOWN_TOPICS.map((topic): [string, Partial<IPublishPacket>] => [topicOf(ONE, topic), { qos: TOPICS[topic].qos }]),
    [topicOf(ONE, 'up/data'), { retain: true }],
    [topicOf(ONE, 'up/data'), { qos: 2 }],
    [topicOf(ONE, 'up/data'), { qos: 0 }],
    [topicOf(ONE, 'up/state'), { retain: false }],
    [PLATFORM_STATE, { retain: true }],
    ['$SYS/broker', {}],
    [`$share/all/${topicOf(ONE, 'up/data')}`, {}],
    [`fb/v1/${ONE}/up/other`, {}],
    [`fb/v1/${ONE}/up/data/`, {}],
    [`fb/v1/${ONE}//data`, {}],
    ['', {}],
    ['a'.repeat(5000), {}],
  ]
  test.each(wrong)('ends the connection that publishes to %s %j', async (topic, more) => {
    await start()
    const made = await box()
    made.send(publication(topic, more))
    await ended(made)
    expect(received).toEqual([])
    expect(made.got).toEqual([])
  })

  const filters = [
    ...BOX_TOPICS.map(topic => topicOf(TWO, topic)),
    ...UP_TOPICS.map(topic => topicOf(ONE, topic)),
    '#',
    '+/+/+/+/+',
    `fb/v1/${ONE}/dn/+`,
    `fb/v1/${ONE}/dn/#`,
    `fb/v1/+/dn/cmd`,
    `$share/x/${topicOf(ONE, 'dn/cmd')}`,
    `$share/x/#`,
    '$SYS/#',
    '$SYS/+/new/clients',
  ]
  test.each(filters)('does not let a box listen to %s', async filter => {
    await start()
    const made = await box()
    made.send({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: filter, qos: 1 }] })
    expect((await made.next('suback'))?.granted).toEqual([128])
    const other = await box(TWO)
    other.send(publication(topicOf(TWO, 'up/data')))
    await other.next('puback')
    for (const uid of [ONE, TWO]) broker.publish(uid, 'dn/ack', { e: 1, upTo: 1 })
    await new Promise(go => setTimeout(go, 50))
    expect(made.got).toEqual([])
  })

  test('refuses subscriptions with QoS 2', async () => {
    await start()
    const made = await box()
    made.send({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: topicOf(ONE, 'dn/cmd'), qos: 2 }] })
    expect((await made.next('suback'))?.granted).toEqual([128])
  })

  test('delivers a message to its box only', async () => {
    await start()
    const one = await box(ONE)
    const two = await box(TWO)
    for (const [made, uid] of [
      [one, ONE],
      [two, TWO],
    ] as const)
      made.send({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: topicOf(uid, 'dn/ack'), qos: 1 }] })
    await one.next('suback')
    await two.next('suback')
    broker.publish(ONE, 'dn/ack', { e: 3, upTo: 5 })
    const got = await one.next('publish')
    expect(got).toMatchObject({ topic: topicOf(ONE, 'dn/ack'), qos: 1, retain: false })
    expect(JSON.parse(String(got?.payload))).toEqual({ e: 3, upTo: 5 })
    expect(two.got).toEqual([])
  })
})

describe('PUBACK', () => {
  test('is sent after the message is stored', async () => {
    let store: (() => void) | undefined
    await start({ message: () => new Promise<void>(done => (store = done)) })
    const made = await box()
    made.send(publication(topicOf(ONE, 'up/data')))
    await expect.poll(() => store).toBeDefined()
    expect(await made.ping()).toBe(true)
    expect(made.got).toEqual([])
    store!()
    expect(await made.next('puback')).toMatchObject({ messageId: 7 })
  })

  test('is not sent when storing fails, and the connection ends', async () => {
    await start({ message: () => Promise.reject(new Error('disk full')) })
    const made = await box()
    made.send(publication(topicOf(ONE, 'up/data')))
    await ended(made)
    expect(made.got).toEqual([])
  })
})

describe('guard', () => {
  test('ends a connection that announces 256 MB before the body arrives', async () => {
    await start()
    const made = await box()
    const before = made.socket.bytesWritten
    made.write(Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]))
    await inTime(made.closed)
    expect(cuts).toEqual(['268435455 bytes announced'])
    expect(made.socket.bytesWritten - before).toBeLessThan(65_536)
  })

  test.each([
    [
      'a CONNECT of more than 4 KB',
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 30,
        clientId: ONE,
        username: ONE,
        password: Buffer.alloc(4096, 'x'),
      }),
      /^4\d\d\d bytes announced$/,
    ],
    ['something else first', generate(publication(topicOf(ONE, 'up/data'))), /^CONNECT must come first$/],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'), /^CONNECT must come first$/],
    ['an endless length', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]), /^malformed length$/],
  ])('%s ends the connection', async (_, bytes, reason) => {
    await start()
    const made = await line()
    made.write(bytes)
    await inTime(made.closed)
    expect(cuts).toEqual([expect.stringMatching(reason)])
    expect(made.got).toEqual([])
  })

  test('ends a connection whose CONNECT is not complete within 5 s', { tags: ['timed'] }, async () => {
    await start()
    const silent = await line()
    const trickling = await line()
    const began = performance.now()
    const bytes = generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 30,
      clientId: ONE,
      username: ONE,
      password: Buffer.alloc(200, 'x'),
    })
    let at = 0
    const drip = setInterval(() => trickling.write(bytes.subarray(at, ++at)), 100)
    await inTime(Promise.all([silent.closed, trickling.closed]), 7000)
    clearInterval(drip)
    expect(performance.now() - began).toBeGreaterThan(4500)
  })

  test('delays a box that exceeds its rate without losing messages', async () => {
    await start({}, 100)
    const made = await box()
    const began = performance.now()
    for (let k = 1; k <= 250; k++) made.send(publication(topicOf(ONE, 'up/data'), { messageId: k, payload: String(k) }))
    await expect.poll(() => received.length).toBe(250)
    // The login took one of the first hundred.
    expect(performance.now() - began).toBeGreaterThan(1400)
    expect(received.map(one => Number(one.payload))).toEqual(Array.from({ length: 250 }, (_, k) => k + 1))
  })

  test('survives 2,000 malformed streams', { tags: ['nightly'] }, async () => {
    await start({}, 100_000)
    const good = await box(TWO)
    const valid = [
      generate(publication(topicOf(ONE, 'up/data'), { payload: 'x'.repeat(200) })),
      generate({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: topicOf(ONE, 'dn/cmd'), qos: 1 }] }),
      generate({ cmd: 'unsubscribe', messageId: 9, unsubscriptions: [topicOf(ONE, 'dn/cmd')] }),
      generate({ cmd: 'puback', messageId: 4 }),
      generate({ cmd: 'pingreq' }),
    ]
    const login = generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 30,
      clientId: ONE,
      username: ONE,
      password: Buffer.from(SECRET),
    })
    const streams = fc.sample(
      fc.record({
        inside: fc.boolean(),
        packet: fc.constantFrom(...valid, login),
        at: fc.nat(400),
        byte: fc.nat(255),
        rest: fc.uint8Array({ maxLength: 64 }),
      }),
      400,
    )
    let k = 0
    const worker = async () => {
      for (let stream = streams[k++]; stream !== undefined; stream = streams[k++])
        for (let again = 0; again < 5; again++) {
          const made = await wire(broker.address().port)
          const broken = Buffer.concat([stream.packet, stream.rest])
          broken[(stream.at + again) % broken.length] = stream.byte
          if (stream.inside) made.write(login)
          made.write(broken)
          made.socket.end()
          made.socket.setTimeout(100, () => made.socket.destroy())
          await made.closed
        }
    }
    await Promise.all(Array.from({ length: 20 }, worker))
    good.send(publication(topicOf(TWO, 'up/data'), { messageId: 77, payload: 'alive' }))
    expect(await good.next('puback')).toMatchObject({ messageId: 77 })
  })
})

test('works with a common MQTT client', async () => {
  await start()
  const client = connectMqtt({
    port: broker.address().port,
    host: '127.0.0.1',
    clientId: ONE,
    username: ONE,
    password: SECRET,
    reconnectPeriod: 0,
    will: { topic: topicOf(ONE, 'up/state'), payload: Buffer.from('dead'), qos: 1, retain: true },
  })
  const got: string[] = []
  client.on('message', (topic, payload) => void got.push(`${topic} ${payload.toString()}`))
  await new Promise<void>((done, fail) => client.once('connect', () => done()).once('error', fail))
  await client.subscribeAsync([topicOf(ONE, 'dn/welcome'), PLATFORM_STATE], { qos: 1 })
  const published = performance.now()
  await client.publishAsync(topicOf(ONE, 'up/data'), 'x', { qos: 1 })
  expect(received).toEqual([{ uid: ONE, topic: 'up/data', payload: 'x' }])
  await expect.poll(() => got).toEqual([expect.stringMatching(/platform\/state \{"on":true/)])
  expect(broker.silentMs(ONE)).toBeLessThanOrEqual(performance.now() - published)
  client.stream.destroy()
  await expect.poll(() => received.at(-1)).toEqual({ uid: ONE, topic: 'up/state', payload: 'dead' })
  await expect.poll(() => connectionEvents).toEqual([`gone ${ONE}`])
})
