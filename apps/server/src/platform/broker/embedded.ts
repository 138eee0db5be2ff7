import {
  isUpTopic,
  LIMITS,
  mayPublish,
  maySubscribe,
  mayWill,
  parseTopic,
  PLATFORM_STATE,
  topicOf,
  TOPICS,
  UID,
} from '@steading/contract/box/messages'
import type { PlatformState } from '@steading/contract/box/messages'
import { Aedes } from 'aedes'
import type { AuthenticateError, Client, ConnectPacket } from 'aedes'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TimeSource } from '../time/clock.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log.ts'
import { isLoopback } from '../network/loopback.ts'
import { plainMqttHost } from '../network/ports.ts'
import { proxyTrust } from '../network/proxies.ts'
import { caPin } from './authority.ts'
import { encode } from './broker.ts'
import type { Broker, BrokerEvents } from './broker.ts'
import { createGuard } from './guard.ts'
import type { Guard } from './guard.ts'

/** What came out, handed to a callback of the broker. */
const pass = async <T>(outcome: Promise<T>, done: (outcome: T) => void) => done(await outcome)

export interface EmbeddedOptions {
  readonly config: Config
  readonly clock: TimeSource
  readonly log: Logger
  readonly events: BrokerEvents
  /** Messages a second of one box. */
  readonly rate?: number
}

const CONNECTIONS_PER_ADDRESS = 20
const CONNECTIONS = 20_000
const DRAIN_WITHIN = 30_000

/** MQTT's own words for a refused login. */
const REFUSED = { id: 2, unavailable: 3, credentials: 4, notAllowed: 5 } as const
const refused = (why: string, returnCode: number): AuthenticateError => Object.assign(new Error(why), { returnCode })

/** The broker in process: aedes behind the guard, with the access rules of the contract at every door. */
export function embeddedBroker({ config, clock, log, events, rate = 50 }: EmbeddedOptions): Broker {
  const servers: Server[] = []
  const guards = new WeakMap<object, Guard>()
  const sockets = new Set<Socket>()
  const byAddress = new Map<string, number>()
  /** From CONNECT until the end of the connection. */
  const clients = new Map<string, Set<Client>>()
  const connectPackets = new WeakMap<Client, ConnectPacket>()
  /** Handlers under way: a PUBACK, or a will that is still being told. */
  const underWay = new Set<Promise<unknown>>()
  const isProxy = proxyTrust(config)
  let aedes: Aedes | undefined
  let turnedAway = 0

  const notLike = (client: Client | null, what: string, topic: string) => {
    turnedAway++
    log.info({ part: 'broker', uid: client?.id, topic: topic.slice(0, 120), operation: what }, 'forbidden MQTT operation refused')
    return new Error(`${what} refused`)
  }

  const accept = (socket: Socket) => {
    const from = socket.remoteAddress ?? ''
    const count = (byAddress.get(from) ?? 0) + 1
    if (!aedes || (count > CONNECTIONS_PER_ADDRESS && !isLoopback(from) && !isProxy(from))) return void socket.destroy()
    byAddress.set(from, count)
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      const left = (byAddress.get(from) ?? 1) - 1
      if (left > 0) byAddress.set(from, left)
      else byAddress.delete(from)
    })
    const guard = createGuard(socket, {
      mono: () => clock.mono(),
      rate,
      onCut: why => {
        turnedAway++
        log.info({ part: 'broker', from, why }, 'malformed MQTT packet, connection closed')
      },
    })
    guards.set(guard.stream, guard)
    aedes.handle(guard.stream)
  }

  /** Why this CONNECT may not come in, before the password is looked at. */
  const unfit = (client: Client, username: string | undefined): AuthenticateError | null => {
    const packet = connectPackets.get(client)
    if (!packet || !UID.test(client.id)) return refused('no uid', REFUSED.id)
    if (username !== client.id) return refused('user name is not the client id', REFUSED.credentials)
    if (!packet.clean) return refused('clean sessions only', REFUSED.notAllowed)
    const { will } = packet
    if (will && !mayWill(client.id, will.topic, will.qos ?? 0, will.retain ?? false))
      return refused('will not allowed', REFUSED.notAllowed)
    return null
  }

  const enter = (client: Client, packet: ConnectPacket) => {
    connectPackets.set(client, packet)
    const uid = packet.clientId
    const all = clients.get(uid) ?? new Set()
    clients.set(uid, all.add(client))
    client.conn.once('close', () => {
      all.delete(client)
      if (all.size === 0 && clients.get(uid) === all) clients.delete(uid)
    })
  }

  const login = async (client: Client, password: string): Promise<AuthenticateError | null> => {
    try {
      if (!(await events.login(client.id, password))) return refused('wrong credentials', REFUSED.credentials)
    } catch (error) {
      log.error({ err: error, uid: client.id }, 'box login not checked, refused until the box retries')
      return refused('not now', REFUSED.unavailable)
    }
    for (const other of clients.get(client.id) ?? [])
      if (other !== client && other.connected && !other.closed) {
        events.duplicateConnection(client.id)
        break
      }
    return null
  }

  /** Null once the message is stored; an error ends the connection without a PUBACK, and the box sends it again. */
  const hear = async (uid: string, full: string, payload: Uint8Array): Promise<Error | null> => {
    const topic = parseTopic(full)?.topic
    const telling = events.message(uid, topic !== undefined && isUpTopic(topic) ? topic : null, payload)
    underWay.add(telling)
    try {
      await telling
      return null
    } catch (error) {
      log.warn({ err: error, uid, topic }, 'message of a box not stored, the box sends it again')
      return error instanceof Error ? error : new Error('not stored')
    } finally {
      underWay.delete(telling)
    }
  }

  const say = (broker: Aedes, topic: string, message: unknown, qos: 0 | 1, retain: boolean) =>
    new Promise<void>((done, fail) =>
      broker.publish({ cmd: 'publish', topic, payload: encode(message), qos, retain, dup: false }, error =>
        error ? fail(error) : done(),
      ),
    )
  const announce = (broker: Aedes, on: boolean) =>
    say(broker, PLATFORM_STATE, { on, at: clock.now() } satisfies PlatformState, 1, true)

  const listen = (server: Server, port: number, host: string) =>
    new Promise<void>((done, fail) => {
      server.once('error', fail)
      server.maxConnections = CONNECTIONS
      server.listen(port, host, () => {
        server.off('error', fail)
        server.on('error', error => log.error({ err: error, part: 'broker' }, 'MQTT listener failed'))
        done()
      })
      servers.push(server)
    })

  const { tls } = config
  const disconnect = (uid: string) => {
    for (const client of clients.get(uid) ?? []) client.close()
  }

  return {
    async start() {
      const broker = await Aedes.createBroker({
        connectTimeout: LIMITS.connectWithin,
        drainTimeout: DRAIN_WITHIN,
        queueLimit: 10,
        maxClientsIdLength: 32,
        preConnect(client, packet, done) {
          enter(client, packet)
          done(null, true)
        },
        authenticate(client, username, password, done) {
          const wrong = unfit(client, username)
          if (wrong) {
            turnedAway++
            return done(wrong, false)
          }
          void pass(login(client, password?.toString() ?? ''), error => done(error, error === null))
        },
        authorizePublish(client, packet, done) {
          if (!client || !mayPublish(client.id, packet.topic, packet.qos, packet.retain))
            return done(notLike(client, 'publication', packet.topic))
          // Presence is kept by the platform; nobody else reads it here.
          packet.retain = false
          void pass(hear(client.id, packet.topic, Buffer.from(packet.payload)), done)
        },
        authorizeSubscribe(client, subscription, done) {
          if (maySubscribe(client.id, subscription.topic, subscription.qos)) return done(null, subscription)
          notLike(client, 'subscription', subscription.topic)
          done(null, null)
        },
        authorizeForward: (client, packet) => (maySubscribe(client.id, packet.topic, packet.qos) ? packet : null),
      })
      aedes = broker
      broker.on('clientReady', client => guards.get(client.conn)?.admit())
      broker.on('clientDisconnect', client => events.disconnected(client.id))
      broker.on('clientError', (client, error) =>
        log.debug({ part: 'broker', uid: client.id, why: error.message }, 'connection ended'),
      )
      broker.on('connectionError', (_, error) => log.debug({ part: 'broker', why: error.message }, 'connection ended'))
      const onError = (error: unknown) => log.error({ err: error, part: 'broker' }, 'MQTT broker failed')
      ;(broker as NodeJS.EventEmitter).on('error', onError) // safe: it is an EventEmitter; its types leave this event out
      await announce(broker, true)
      await listen(createServer({ pauseOnConnect: true }, accept), config.MQTT_PORT, plainMqttHost(config))
      if (tls)
        await listen(
          createTlsServer({ ...tls, minVersion: 'TLSv1.2', handshakeTimeout: LIMITS.connectWithin }, accept),
          config.MQTTS_PORT,
          config.BIND,
        )
    },

    async stop() {
      const broker = aedes
      if (!broker) return
      aedes = undefined
      for (const server of servers.splice(0)) server.close()
      await announce(broker, false)
      await new Promise<void>(done => broker.close(done))
      for (const socket of sockets) socket.destroy()
      await Promise.allSettled(underWay)
    },

    publish(uid, kind, message) {
      if (!aedes) return
      say(aedes, topicOf(uid, kind), message, TOPICS[kind].qos, false).catch((error: unknown) =>
        log.warn({ err: error, uid, kind }, 'message to a box not sent, dropped'),
      )
    },

    // Passwords are looked up at each login.
    setPassword: () => Promise.resolve(),
    removeUser: uid => disconnect(uid),
    disconnect,

    silentMs(uid) {
      let last = -Infinity
      for (const client of clients.get(uid) ?? [])
        if (client.connected) last = Math.max(last, guards.get(client.conn)?.lastPacketAt() ?? -Infinity)
      return clock.mono() - last
    },

    address() {
      const [plain, encrypted] = servers.map(server => (server.address() as AddressInfo).port) // safe: they listen on TCP
      if (plain === undefined) throw new Error('the broker does not run')
      const host = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : config.BIND
      if (encrypted === undefined || !tls) return { host, port: plain, tls: false }
      const pin = caPin(tls.cert)
      return { host, port: encrypted, tls: true, ...(pin && { caPin: pin }) }
    },

    internalUrl() {
      const at = servers[0]?.address() as AddressInfo | undefined // safe: it listens on TCP
      if (!at) throw new Error('the broker does not run')
      const host = ['0.0.0.0', '::'].includes(at.address) ? '127.0.0.1' : at.address
      return `mqtt://${host.includes(':') ? `[${host}]` : host}:${at.port}`
    },

    health: () => ({
      ok: aedes !== undefined,
      detail: aedes ? `${aedes.connectedClients} connected, ${turnedAway} refused` : 'stopped',
    }),
  }
}
