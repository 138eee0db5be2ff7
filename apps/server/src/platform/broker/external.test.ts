import { PLATFORM_STATE, topicOf } from '@steading/contract/box/messages'
import type { UpTopic } from '@steading/contract/box/messages'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aMosquitto, DYNAMIC_SECURITY, MOSQUITTO } from '../../../test/mosquitto.ts'
import type { Mosquitto } from '../../../test/mosquitto.ts'
import { systemClock } from '../time/clock.ts'
import { createLogger } from '../log.ts'
import { UnprotectedBroker } from './broker.ts'
import type { Broker } from './broker.ts'
import { externalBroker } from './external.ts'

const UID = 'one000000000000'

describe.skipIf(MOSQUITTO === undefined)('a broker elsewhere', () => {
  let mosquitto: Mosquitto
  const received: { uid: string; topic: UpTopic | null; payload: string }[] = []
  const brokers: Broker[] = []
  const boxes: MqttClient[] = []
  let lost = 0

  const server = async () => {
    const broker = externalBroker({
      url: mosquitto.url,
      clock: systemClock,
      log: createLogger('silent'),
      events: {
        message: async (uid, topic, payload) => void received.push({ uid, topic, payload: Buffer.from(payload).toString() }),
        lost: () => void lost++,
        holders: async () => new Set<string>(),
      },
      mayBeUnprotected: true,
    })
    brokers.push(broker)
    await broker.start()
    return broker
  }
  const box = async () => {
    const made = await connectAsync(mosquitto.url, { clientId: UID, reconnectPeriod: 200 })
    boxes.push(made)
    return made
  }

  beforeEach(async () => {
    received.length = 0
    lost = 0
    mosquitto = await aMosquitto()
  })
  afterEach(async () => {
    for (const one of boxes.splice(0)) one.end(true)
    for (const broker of brokers.splice(0)) await broker.stop()
    await mosquitto.close()
  })

  test('carries messages both ways and shares them among servers', async () => {
    const broker = await server()
    const two = await server()
    await expect.poll(() => broker.health().ok && two.health().ok).toBe(true)
    const made = await box()
    const got: string[] = []
    made.on('message', (topic, payload) => void got.push(`${topic} ${payload.toString()}`))
    await made.subscribeAsync([topicOf(UID, 'dn/ack'), PLATFORM_STATE], { qos: 1 })
    await expect.poll(() => got.some(text => text.includes('"on":true'))).toBe(true)
    for (let k = 0; k < 50; k++) await made.publishAsync(topicOf(UID, 'up/data'), String(k), { qos: 1 })
    await made.publishAsync(`fb/v1/${UID}/up/other`, 'x', { qos: 1 })
    await made.publishAsync('fb/v1/no-uid/up/data', 'x', { qos: 1 })
    await expect.poll(() => received.length).toBe(51)
    expect(new Set(received.filter(({ topic }) => topic === 'up/data').map(({ payload }) => payload)).size).toBe(50)
    expect(received.filter(({ topic }) => topic === null)).toEqual([{ uid: UID, topic: null, payload: 'x' }])
    two.publish(UID, 'dn/ack', { e: 1, upTo: 50 })
    await expect.poll(() => got.at(-1)).toBe(`${topicOf(UID, 'dn/ack')} {"e":1,"upTo":50}`)
    expect(broker.silentMs(UID)).toBeNull()
    expect(broker.address()).toEqual({ host: '127.0.0.1', port: mosquitto.port, tls: false })
  })

  test('reconnects after the broker was killed and announces itself', async () => {
    const broker = await server()
    await expect.poll(() => broker.health().ok).toBe(true)
    await mosquitto.kill()
    await expect.poll(() => broker.health().ok).toBe(false)
    expect(lost).toBeGreaterThan(0)
    broker.publish(UID, 'dn/ack', { e: 1, upTo: 1 })
    await mosquitto.restart()
    await expect.poll(() => broker.health().ok).toBe(true)
    const made = await box()
    const got: string[] = []
    made.on('message', (topic, payload) => void got.push(`${topic} ${payload.toString()}`))
    await made.subscribeAsync([topicOf(UID, 'dn/ack'), PLATFORM_STATE], { qos: 1 })
    await expect.poll(() => got.filter(text => text.includes('"on":true')).length).toBeGreaterThan(0)
    await made.publishAsync(topicOf(UID, 'up/data'), 'again', { qos: 1 })
    await expect.poll(() => received.length).toBe(1)
    // What was said while there was no link stays unsaid.
    expect(got.some(text => text.includes('dn/ack'))).toBe(false)
  })
})

const WITHIN = 200
const protectable = (url: string, holders: readonly string[], more: { mayBeUnprotected?: boolean; every?: number } = {}) =>
  externalBroker({
    url,
    clock: systemClock,
    log: createLogger('silent'),
    events: { message: async () => undefined, lost: () => undefined, holders: async () => new Set(holders) },
    mayBeUnprotected: more.mayBeUnprotected ?? false,
    probe: { every: more.every ?? 3_600_000, within: WITHIN },
  })

describe.skipIf(MOSQUITTO === undefined)('a broker that lets strangers in', () => {
  let mosquitto: Mosquitto
  beforeEach(async () => {
    mosquitto = await aMosquitto()
  })
  afterEach(() => mosquitto.close())

  test('refuses to start and names what an unauthenticated client may do', async () => {
    const starting = protectable(mosquitto.url, []).start()
    await expect(starting).rejects.toThrow(UnprotectedBroker)
    await expect(starting).rejects.toThrow(
      'a stranger may connect, send readings, send commands, subscribe to everything, read commands, read passwords of boxes',
    )
  })

  test('starts with MQTT_UNPROTECTED and reports it in its health', async () => {
    const broker = protectable(mosquitto.url, [], { mayBeUnprotected: true })
    await broker.start()
    await expect.poll(() => broker.health()).toMatchObject({ ok: true, detail: expect.stringContaining('UNPROTECTED') })
    await broker.stop()
  })
})

describe.skipIf(DYNAMIC_SECURITY === undefined)('a broker with dynamic security', () => {
  const ONE = 'one000000000000'
  const TWO = 'two000000000000'
  let mosquitto: Mosquitto
  let broker: Broker
  const clients: MqttClient[] = []
  const connectAsBox = async (uid: string, password: string, clientId = uid) => {
    const url = `mqtt://127.0.0.1:${mosquitto.port}`
    const client = await connectAsync(url, { clientId, username: uid, password, protocolVersion: 5, reconnectPeriod: 0 }, false)
    clients.push(client)
    return client
  }
  const start = async (holders: readonly string[]) => {
    broker = protectable(mosquitto.url, holders)
    await broker.start()
    await expect.poll(() => broker.health().detail).toBe('connected, users managed, strangers refused')
  }
  beforeEach(async () => {
    mosquitto = await aMosquitto({ isProtected: true })
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.end(true)
    await broker.stop()
    await mosquitto.close()
  })

  test('lets a box use its own topics only', async () => {
    await start([ONE, TWO])
    await broker.setPassword(ONE, 'secret-one')
    await broker.setPassword(TWO, 'secret-two')
    const one = await connectAsBox(ONE, 'secret-one')
    const got: string[] = []
    one.on('message', (topic, payload) => void got.push(`${topic} ${payload.toString()}`))
    await one.subscribeAsync(topicOf(ONE, 'dn/cmd'), { qos: 1 })
    for (const topic of ['#', 'fb/v1/#', topicOf(TWO, 'dn/cmd'), topicOf(TWO, 'up/data')])
      await expect(one.subscribeAsync(topic, { qos: 1 })).rejects.toThrow()
    await one.publishAsync(topicOf(ONE, 'up/data'), '{}', { qos: 1 })
    for (const topic of [topicOf(TWO, 'up/data'), topicOf(ONE, 'dn/cmd'), topicOf(TWO, 'dn/cmd'), PLATFORM_STATE])
      await expect(one.publishAsync(topic, '{}', { qos: 1 })).rejects.toThrow()
    await one.subscribeAsync(topicOf(ONE, 'dn/ack'), { qos: 1 })
    broker.publish(ONE, 'dn/ack', { e: 1, upTo: 2 })
    await expect.poll(() => got).toEqual([`${topicOf(ONE, 'dn/ack')} {"e":1,"upTo":2}`])
    await expect(connectAsBox(ONE, 'secret-two')).rejects.toThrow()
    await expect(connectAsBox(ONE, 'secret-one', 'another-client-id')).rejects.toThrow()
  })

  test('ends the session of a box whose user is removed', async () => {
    await start([ONE])
    await broker.setPassword(ONE, 'secret-one')
    const one = await connectAsBox(ONE, 'secret-one')
    const closed = new Promise<void>(done => one.once('close', () => done()))
    broker.removeUser(ONE)
    await closed
    await expect(connectAsBox(ONE, 'secret-one')).rejects.toThrow()
  })

  test('removes at the start the user of a box that was revoked', async () => {
    await start([ONE, TWO])
    await broker.setPassword(ONE, 'secret-one')
    await broker.setPassword(TWO, 'secret-two')
    await broker.stop()
    await start([TWO])
    await expect
      .poll(() =>
        connectAsBox(ONE, 'secret-one').then(
          () => 'in',
          () => 'refused',
        ),
      )
      .toBe('refused')
    await connectAsBox(TWO, 'secret-two')
  })
})
