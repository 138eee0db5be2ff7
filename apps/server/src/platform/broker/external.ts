import { isUpTopic, parseTopic, PLATFORM_STATE, topicOf, TOPICS } from '@steading/contract/box/messages'
import type { PlatformState } from '@steading/contract/box/messages'
import { connect } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { randomUUID } from 'node:crypto'
import type { TimeSource } from '../time/clock.ts'
import { Failed } from '../failures.ts'
import type { Logger } from '../log.ts'
import { encode, UnprotectedBroker } from './broker.ts'
import type { Broker, BrokerEvents } from './broker.ts'
import { openDynamicSecurity } from './dynamicSecurity.ts'
import type { DynamicSecurity } from './dynamicSecurity.ts'
import { EXPOSURES, PROBE_UID, probeAsStranger } from './strangerProbe.ts'
import type { Exposure } from './strangerProbe.ts'

export interface ExternalOptions {
  readonly url: string
  readonly clock: TimeSource
  readonly log: Logger
  readonly events: Pick<BrokerEvents, 'message'> & {
    /** The link broke: wills may be lost with it, and whoever lives says hello again once the platform is back. */
    lost(): void
    /** The uids of all boxes that hold a password. */
    holders(): Promise<ReadonlySet<string>>
  }
  /** Starts even where strangers get in. */
  readonly mayBeUnprotected: boolean
  /** How often strangers' access is tried, and how long a message may take to them, ms. */
  readonly probe?: { readonly every: number; readonly within: number }
}

/** Several servers share the boxes' messages: each is delivered to one of them. */
const SHARED = '$share/steading/fb/v1/+/up/+'
/** Handlers under way before the broker has to wait. */
const AT_ONCE = 256
const PROBE = { every: 3_600_000, within: 1_000 }
/** A start waits no longer for a broker that does not answer, ms. */
const LINK_WITHIN = 5_000
/** A user whose password was set so recently may belong to a claim that is not committed yet, ms. */
const CLAIMING = 300_000

/**
 * An MQTT 5 broker elsewhere. Users and access rules are that broker's business; those of a mosquitto with its dynamic security
 * plugin are managed from here. A PUBACK means nothing here; only dn/ack lets a box delete.
 */
export function externalBroker(options: ExternalOptions): Broker {
  const { url, clock, log, events, mayBeUnprotected, probe = PROBE } = options
  let client: MqttClient | undefined
  let underWay = 0
  const waiting: (() => void)[] = []
  /** Access control of the current link; resolves to undefined where the broker's users are not ours to manage. */
  let access: Promise<DynamicSecurity | undefined> = Promise.resolve(undefined)
  let isManaged = false
  /** What strangers may do; undefined until it could be tried. */
  let exposures: readonly Exposure[] | undefined
  let timer: NodeJS.Timeout | undefined
  const passwordSetAt = new Map<string, number>()

  const state = (on: boolean) => encode({ on, at: clock.now() } satisfies PlatformState)

  const hear = async (full: string, payload: Uint8Array) => {
    const uid = /^fb\/v1\/([a-z0-9]{12,32})\/up\//.exec(full)?.[1]
    if (!uid || uid === PROBE_UID) return
    const topic = parseTopic(full)?.topic
    underWay++
    try {
      await events.message(uid, topic !== undefined && isUpTopic(topic) ? topic : null, payload)
    } catch (error) {
      // The box sends it again: no dn/ack covers it.
      log.warn({ err: error, uid, topic: full }, 'message of a box not stored, the box sends it again')
    } finally {
      underWay--
      waiting.shift()?.()
    }
  }

  /** Takes the access control of a new link: the platform's own role, and no user whose box was revoked meanwhile. */
  const takeAccess = async (link: MqttClient): Promise<DynamicSecurity | undefined> => {
    const security = await openDynamicSecurity(link)
    if (!security) log.warn({ part: 'broker' }, 'broker users are not managed: revoking a box does not end its session')
    else await security.preparePlatform(decodeURIComponent(new URL(url).username))
    isManaged = security !== undefined
    return security
  }
  const removeRevoked = async () => {
    const security = await access
    if (!security) return
    const users = await security.boxes()
    const holders = await events.holders()
    for (const uid of users)
      if (!holders.has(uid) && clock.mono() - (passwordSetAt.get(uid) ?? -Infinity) > CLAIMING) await security.deleteBox(uid)
  }

  const tryAsStranger = async (link: MqttClient) => {
    exposures = await probeAsStranger({
      url,
      within: probe.within,
      publish: (topic, payload) => void link.publish(topic, payload, { qos: 1 }),
    })
    if (exposures.length > 0) log.error({ part: 'broker', exposures }, exposureText(exposures))
  }
  /** What is looked after at each new link, and then hourly. */
  const inspect = async (link: MqttClient) => {
    const failed = (error: unknown) => log.warn({ err: error, part: 'broker' }, 'broker inspection failed, retrying in 1 h')
    removeRevoked().catch(failed)
    await tryAsStranger(link).catch(failed)
  }

  const enter = (link: MqttClient) => {
    access = takeAccess(link)
    access.catch((error: unknown) => {
      // A change of its own roles ends the platform's session: the next link goes on.
      if (link.connected)
        log.error({ err: error, part: 'broker' }, 'broker users not managed: revoking a box does not end its session')
    })
    link.subscribe(SHARED, { qos: 1 }, error => {
      if (error) log.error({ err: error, part: 'broker' }, 'broker refused the subscription: no message of a box arrives')
      // Boxes say hello again when they hear that the platform is back.
      else link.publish(PLATFORM_STATE, state(true), { qos: 1, retain: true })
    })
  }

  const lose = () => {
    isManaged = false
    log.warn({ part: 'broker' }, 'broker link lost, reconnecting')
    events.lost()
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
      made.on('error', error => log.warn({ err: error, part: 'broker' }, 'broker link failed, reconnecting'))
      made.on('close', lose)
      made.on('connect', () => enter(made))
      timer = setInterval(() => void inspect(made), probe.every)
      await firstAnswer(made)
      const first = inspect(made)
      made.on('connect', () => void inspect(made))
      if (mayBeUnprotected || !made.connected) return
      await first
      if (exposures && exposures.length > 0) {
        await this.stop()
        throw new UnprotectedBroker(exposureText(exposures))
      }
    },
    async stop() {
      clearInterval(timer)
      const leaving = client
      client = undefined
      if (!leaving) return
      leaving.off('close', lose)
      if (leaving.connected) await leaving.publishAsync(PLATFORM_STATE, state(false), { qos: 1, retain: true })
      await leaving.endAsync()
    },
    publish(uid, kind, message) {
      // Nothing waits for a link that is down: a command must not arrive late.
      if (!client?.connected) return
      client.publish(topicOf(uid, kind), encode(message), { qos: TOPICS[kind].qos, retain: false }, error => {
        if (error) log.warn({ err: error, uid, kind }, 'message to a box not sent, dropped')
      })
    },
    async setPassword(uid, password) {
      if (!client?.connected) throw new Failed('UNAVAILABLE')
      const security = await access
      passwordSetAt.set(uid, clock.mono())
      await security?.setBoxPassword(uid, password)
    },
    removeUser(uid) {
      const remove = async () => {
        const security = await access
        if (security) await security.deleteBox(uid)
        else log.warn({ uid, part: 'broker' }, 'broker user not managed, delete it by hand to end its sessions')
      }
      passwordSetAt.delete(uid)
      remove().catch((error: unknown) =>
        log.error({ err: error, uid, part: 'broker' }, 'user of a revoked box not deleted, retrying with the next link'),
      )
    },
    // The broker ends sessions that fall silent by itself.
    disconnect: () => undefined,
    silentMs: () => null,
    address() {
      const { hostname, port, protocol } = new URL(url)
      const tls = protocol === 'mqtts:'
      return { host: hostname, port: port ? Number(port) : tls ? 8883 : 1883, tls }
    },
    internalUrl: () => url,
    health() {
      if (!client?.connected) return { ok: false, detail: 'no link' }
      const users = isManaged ? 'users managed' : 'users not managed'
      if (!exposures) return { ok: true, detail: `connected, ${users}, access of strangers not tried yet` }
      if (exposures.length === 0) return { ok: true, detail: `connected, ${users}, strangers refused` }
      return { ok: mayBeUnprotected, detail: `connected, ${users}, UNPROTECTED: ${exposureText(exposures)}` }
    },
  }
}

const exposureText = (exposures: readonly Exposure[]) =>
  `a stranger may ${exposures.map(exposure => EXPOSURES[exposure]).join(', ')} at the MQTT broker`

/** Resolves once the broker answered or refused, and at last without an answer. */
const firstAnswer = (link: MqttClient) =>
  new Promise<void>(done => {
    for (const event of ['connect', 'error', 'close'] as const) link.once(event, () => done())
    setTimeout(done, LINK_WITHIN).unref()
  })
