import { PLATFORM_STATE, topicOf } from '@steading/contract/box'
import type { UpTopic } from '@steading/contract/box'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aMosquitto, MOSQUITTO } from '../../../test/mosquitto.ts'
import type { Mosquitto } from '../../../test/mosquitto.ts'
import { systemClock } from '../clock.ts'
import { logger } from '../log.ts'
import type { Broker } from './broker.ts'
import { externalBroker } from './external.ts'

const UID = 'one000000000000'

describe.skipIf(MOSQUITTO === undefined)('a broker elsewhere', () => {
  let mosquitto: Mosquitto
  const heard: { uid: string; topic: UpTopic | null; payload: string }[] = []
  const brokers: Broker[] = []
  const boxes: MqttClient[] = []
  let lost = 0

  const server = async () => {
    const made = externalBroker({
      url: mosquitto.url,
      clock: systemClock,
      log: logger('silent'),
      events: {
        message: async (uid, topic, payload) => void heard.push({ uid, topic, payload: Buffer.from(payload).toString() }),
        lost: () => void lost++,
      },
    })
    brokers.push(made)
    await made.start()
    return made
  }
  const box = async () => {
    const made = await connectAsync(mosquitto.url, { clientId: UID, reconnectPeriod: 200 })
    boxes.push(made)
    return made
  }

  beforeEach(async () => {
    heard.length = 0
    lost = 0
    mosquitto = await aMosquitto()
  })
  afterEach(async () => {
    for (const one of boxes.splice(0)) one.end(true)
    for (const one of brokers.splice(0)) await one.stop()
    await mosquitto.kill('SIGTERM')
  })

  test('carries messages both ways; several servers share them', { timeout: 20_000 }, async () => {
    const [one, two] = [await server(), await server()]
    await expect.poll(() => one.health().ok && two.health().ok).toBe(true)
    const made = await box()
    const got: string[] = []
    made.on('message', (topic, payload) => void got.push(`${topic} ${payload.toString()}`))
    await made.subscribeAsync([topicOf(UID, 'dn/ack'), PLATFORM_STATE], { qos: 1 })
    await expect.poll(() => got.some(text => text.includes('"on":true'))).toBe(true)
    for (let k = 0; k < 50; k++) await made.publishAsync(topicOf(UID, 'up/data'), String(k), { qos: 1 })
    await made.publishAsync(`fb/v1/${UID}/up/other`, 'x', { qos: 1 })
    await made.publishAsync('fb/v1/no-uid/up/data', 'x', { qos: 1 })
    await expect.poll(() => heard.length).toBe(51)
    expect(new Set(heard.filter(({ topic }) => topic === 'up/data').map(({ payload }) => payload)).size).toBe(50)
    expect(heard.filter(({ topic }) => topic === null)).toEqual([{ uid: UID, topic: null, payload: 'x' }])
    two.publish(UID, 'dn/ack', { e: 1, upTo: 50 })
    await expect.poll(() => got.at(-1)).toBe(`${topicOf(UID, 'dn/ack')} {"e":1,"upTo":50}`)
    expect(one.quietFor(UID)).toBeNull()
    expect(one.address()).toEqual({ host: '127.0.0.1', port: mosquitto.port, tls: false })
  })

  test('comes back after the broker was killed, and says so', { timeout: 30_000 }, async () => {
    const one = await server()
    await expect.poll(() => one.health().ok).toBe(true)
    await mosquitto.kill()
    await expect.poll(() => one.health().ok).toBe(false)
    expect(lost).toBeGreaterThan(0)
    one.publish(UID, 'dn/ack', { e: 1, upTo: 1 })
    await mosquitto.restart()
    await expect.poll(() => one.health().ok).toBe(true)
    const made = await box()
    const got: string[] = []
    made.on('message', (topic, payload) => void got.push(`${topic} ${payload.toString()}`))
    await made.subscribeAsync([topicOf(UID, 'dn/ack'), PLATFORM_STATE], { qos: 1 })
    await expect.poll(() => got.filter(text => text.includes('"on":true')).length).toBeGreaterThan(0)
    await made.publishAsync(topicOf(UID, 'up/data'), 'again', { qos: 1 })
    await expect.poll(() => heard.length).toBe(1)
    // What was said while there was no link stays unsaid.
    expect(got.some(text => text.includes('dn/ack'))).toBe(false)
  })
})
