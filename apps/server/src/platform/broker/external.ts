import { isUpTopic, parseTopic, PLATFORM_STATE, topicOf, TOPICS } from '@steading/contract/box'
import type { PlatformState } from '@steading/contract/box'
import { connect } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { encode } from './broker.ts'
import type { Broker, BrokerEvents } from './broker.ts'

export interface ExternalOptions {
  readonly url: string
  readonly clock: Clock
  readonly log: Logger
  readonly events: Pick<BrokerEvents, 'message'> & {
    /** The link broke: wills may be lost with it, and whoever lives says hello again once the platform is back. */
    lost(): void
  }
}

/** Several servers share the boxes' messages: each is delivered to one of them. */
const SHARED = '$share/steading/fb/v1/+/up/+'
/** Handlers under way before the broker has to wait. */
const AT_ONCE = 256

/**
 * An MQTT 5 broker elsewhere. Who may use which topic is that broker's business: its access rules must say what the contract's
 * table says. A PUBACK means nothing here; only dn/ack lets a box delete.
 */
export function externalBroker({ url, clock, log, events }: ExternalOptions): Broker {
  let client: MqttClient | undefined
  let underWay = 0
  const waiting: (() => void)[] = []

  const state = (on: boolean) => encode({ on, at: clock.now() } satisfies PlatformState)

  const hear = async (full: string, payload: Uint8Array) => {
    const uid = /^fb\/v1\/([a-z0-9]{12,32})\/up\//.exec(full)?.[1]
    if (!uid) return
    const topic = parseTopic(full)?.topic
    underWay++
    try {
      await events.message(uid, topic !== undefined && isUpTopic(topic) ? topic : null, payload)
    } catch (error) {
      // The box sends it again: no dn/ack covers it.
      log.warn({ err: error, uid, topic: full }, 'a message could not be stored')
    } finally {
      underWay--
      waiting.shift()?.()
    }
  }

  return {
    // It starts without the broker too, and says so in its health.
    async start() {
      const made = connect(url, {
        protocolVersion: 5,
        clean: true,
        clientId: `steading-${randomUUID()}`,
        keepalive: 15,
        reconnectPeriod: 1000,
        resubscribe: false,
        will: { topic: PLATFORM_STATE, payload: encode({ on: false } satisfies PlatformState), qos: 1, retain: true },
        properties: { receiveMaximum: AT_ONCE },
      })
      client = made
      made.handleMessage = ({ topic, payload }, done) => {
        void hear(topic, typeof payload === 'string' ? Buffer.from(payload) : payload)
        if (underWay < AT_ONCE) done()
        else waiting.push(() => done())
      }
      made.on('error', error => log.warn({ err: error, part: 'broker' }, 'broker link failed'))
      made.on('close', () => {
        log.warn({ part: 'broker' }, 'broker link lost')
        events.lost()
      })
      made.on('connect', () => {
        made.subscribe(SHARED, { qos: 1 }, error => {
          if (error) log.error({ err: error, part: 'broker' }, 'the broker refuses our subscription')
          // Boxes say hello again when they hear that the platform is back.
          else made.publish(PLATFORM_STATE, state(true), { qos: 1, retain: true })
        })
      })
    },
    async stop() {
      const leaving = client
      client = undefined
      if (!leaving) return
      leaving.removeAllListeners('close')
      if (leaving.connected) await leaving.publishAsync(PLATFORM_STATE, state(false), { qos: 1, retain: true })
      await leaving.endAsync()
    },
    publish(uid, kind, message) {
      // Nothing waits for a link that is down: a command must not arrive late.
      if (!client?.connected) return
      client.publish(topicOf(uid, kind), encode(message), { qos: TOPICS[kind].qos, retain: false }, error => {
        if (error) log.warn({ err: error, uid, kind }, 'not sent')
      })
    },
    disconnect(uid) {
      log.warn({ uid, part: 'broker' }, 'take this user from the broker: its sessions are not ours to end')
    },
    quietFor: () => null,
    address() {
      const { hostname, port, protocol } = new URL(url)
      const tls = protocol === 'mqtts:'
      return { host: hostname, port: port ? Number(port) : tls ? 8883 : 1883, tls }
    },
    inside: () => url,
    health: () => ({ ok: client?.connected ?? false, detail: client?.connected ? 'connected' : 'no link' }),
  }
}
