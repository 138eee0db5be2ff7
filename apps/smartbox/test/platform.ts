import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import {
  canonical,
  coverage,
  eachItem,
  LIMITS,
  mayPublish,
  maySubscribe,
  mayWill,
  parseTopic,
  PLATFORM_STATE,
  rangeOf,
  readMessage,
  topicOf,
} from '@steading/contract/box/messages'
import type {
  BoxTopic,
  BoxValue,
  Command,
  CommandAnswer,
  Configuration,
  Coverage,
  Data,
  DownTopic,
  Hello,
  AnyRuleEffect,
  ShadowUp,
} from '@steading/contract/box/messages'
import { Aedes } from 'aedes'
import { systemClock } from '../src/platform/clock.ts'
import type { Clock } from '../src/platform/clock.ts'

/** How a box logged in; `at` on the platform's monotonic clock. */
export interface Login {
  readonly at: number
  readonly clientId: string
  readonly username: string
  readonly password: string
  readonly clean: boolean
  readonly keepalive: number
  readonly will: { readonly topic: string; readonly qos: number; readonly retain: boolean; readonly payload: string } | null
  readonly isKnown: boolean
}

/** A platform small enough for tests: a real broker, the FB/1 access list, and the answers of a server to one box. */
export interface TestPlatform {
  /** Of the platform, and of who examines a box by it. */
  readonly clock: Clock
  readonly port: number
  readonly signKey: string
  /** Passwords that the broker takes. */
  readonly passwords: Set<string>
  readonly logins: Login[]
  /** Every accepted message of the box, oldest first; `at` as of logins. */
  readonly log: { readonly topic: BoxTopic; readonly message: unknown; readonly retain: boolean; readonly at: number }[]
  readonly readings: Map<number, { readonly ix: number; readonly ts: number; readonly value: BoxValue; readonly h: 0 | 1 }>
  readonly events: Map<number, AnyRuleEffect>
  readonly answers: CommandAnswer[]
  readonly refusals: string[]
  readonly hellos: Hello[]
  /** Whatever the broker sent out on up/state, wills too. */
  readonly presence: unknown[]
  readonly shadows: ShadowUp[]
  readonly batches: Data[]
  /** Same number, other content. */
  conflicts: number
  /** Switches of the world. */
  welcomes: boolean
  acknowledges: boolean
  tellsTime: boolean
  /** What the next configurations say of sirens. */
  siren: Configuration['siren']
  /** ms that what it tells of time is ahead of its clock. */
  ahead: number
  covered: () => Coverage
  send(topic: DownTopic, message: object): Promise<void>
  command(ix: number, val: BoxValue, more?: Partial<Command>): Promise<Command>
  /** Signs and sends a new configuration; bodies go out when the box asks. */
  configure(
    ifs: Configuration['ifs'],
    rules?: Record<string, unknown>,
    failsafe?: Record<string, BoxValue>,
    tamper?: (part: Record<string, unknown>) => Record<string, unknown>,
    /** The box that it is made for. */
    made?: string,
  ): Promise<Configuration>
  /** Sends the document of an earlier revision again. */
  again(rev: number): Promise<void>
  say(state: { on: boolean }): Promise<void>
  /** Cuts every connection. */
  cut(): void
  /** Broker gone, and back on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

const hash = (text: string | Uint8Array) => `sha256:${createHash('sha256').update(text).digest('hex')}`

/** @param at where the broker listens; a free port of this machine when left out */
export const createPlatform = async (
  uid: string,
  at = { host: '127.0.0.1', port: 0 },
  clock: Clock = systemClock,
): Promise<TestPlatform> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const sockets = new Set<Socket>()
  let broker: Aedes | null = null
  let server: Server | null = null
  let port = at.port
  let received: Coverage = coverage.from(1)
  let epoch = 0
  let rev = 0
  let n = 0
  let document = ''
  const documents = new Map<number, string>()
  /** What CONNECT said, by connection, until the password was looked at. */
  const greetings = new WeakMap<object, Omit<Login, 'password' | 'isKnown'>>()
  let bodies: Record<string, string> = {}
  let spoil: ((part: Record<string, unknown>) => Record<string, unknown>) | undefined

  const now = () => clock.now() + platform.ahead
  const sid = () => platform.hellos.at(-1)?.sid ?? ''

  const publish = (topic: string, message: object, retain: boolean, qos: 0 | 1) =>
    new Promise<void>(resolve => {
      if (!broker) return resolve()
      const payload = Buffer.from(JSON.stringify(message))
      broker.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, () => resolve())
    })
  const send = (topic: DownTopic, message: object) => publish(topicOf(uid, topic), message, false, topic === 'dn/time' ? 0 : 1)

  const sendParts = async (part: 'doc' | 'rule', text: string, more: object, of = rev) => {
    const bytes = Buffer.from(text)
    const count = Math.max(1, Math.ceil(bytes.length / LIMITS.partBytes))
    for (let i = 0; i < count; i++) {
      const data = bytes.subarray(i * LIMITS.partBytes, (i + 1) * LIMITS.partBytes).toString('base64')
      const message = { v: 1, rev: of, part, hash: hash(bytes), i, n: count, data, ...more }
      await send('dn/shadow', spoil ? spoil(message) : message)
    }
  }
  const sendDocument = (text = document, of = rev) =>
    sendParts('doc', text, { sig: sign(null, Buffer.from(text), privateKey).toString('base64') }, of)

  const greet = async (hello: Hello) => {
    if (hello.epoch !== epoch) received = coverage.from(hello.head)
    else if (hello.head > 1) received = coverage.cover(received, [1, hello.head - 1])
    epoch = hello.epoch
    if (!platform.welcomes) return
    const acknowledgement = coverage.acknowledge(received)
    const limits = { readings: LIMITS.readings, bytes: LIMITS.batchBytes, window: LIMITS.window }
    await send('dn/welcome', {
      sid: hello.sid,
      serverMs: now(),
      ackEpoch: epoch,
      ackUpTo: acknowledgement.upTo,
      miss: acknowledgement.miss,
      desiredRev: rev,
      limits,
    })
    if (rev > hello.rev) await sendDocument()
  }

  const store = async (data: Data) => {
    platform.batches.push(data)
    const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
    eachItem(
      data,
      (seq, ix, ts, value) => {
        const old = platform.readings.get(seq)
        if (old && !same([old.ix, old.ts, old.value], [ix, ts, value])) platform.conflicts++
        else if (!old) platform.readings.set(seq, { ix, ts, value, h: data.h })
      },
      (seq, _, event) => {
        if (platform.events.has(seq) && !same(platform.events.get(seq), event)) platform.conflicts++
        platform.events.set(seq, event)
      },
    )
    if (!platform.acknowledges) return
    const range = rangeOf(data)
    if (range) received = coverage.cover(received, range)
    if (data.gap) received = coverage.cover(received, data.gap)
    const { upTo, miss } = coverage.acknowledge(received)
    await send('dn/ack', { e: epoch, upTo, miss })
  }

  const receive = async (topic: BoxTopic, payload: Buffer, retain: boolean) => {
    const read = readMessage(topic, payload)
    if (!read.ok) return void platform.refusals.push(`${topic} ${read.error}`)
    const message = read.value
    platform.log.push({ topic, message, retain, at: clock.mono() })
    // safe, all of them: readMessage gave the message of its topic
    if (topic === 'up/hello') {
      platform.hellos.push(message as Hello)
      await greet(message as Hello)
    } else if (topic === 'up/data') await store(message as Data)
    else if (topic === 'up/ack') platform.answers.push(message as CommandAnswer)
    else if (topic === 'up/time' && platform.tellsTime)
      await send('dn/time', { ...(message as { m: number }), rx: now(), tx: now() })
    else if (topic === 'up/shadow') {
      const shadow = message as ShadowUp
      platform.shadows.push(shadow)
      if (shadow.want === rev) for (const id of shadow.need ?? []) await sendParts('rule', bodies[id] ?? '', { id })
    }
  }

  const platform: TestPlatform = {
    clock,
    get port() {
      return port
    },
    signKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
    passwords: new Set(),
    logins: [],
    log: [],
    readings: new Map(),
    events: new Map(),
    answers: [],
    refusals: [],
    hellos: [],
    presence: [],
    shadows: [],
    batches: [],
    conflicts: 0,
    welcomes: true,
    acknowledges: true,
    tellsTime: true,
    siren: undefined,
    ahead: 0,
    covered: () => received,
    send,
    command: async (ix, val, more = {}) => {
      n++
      const command: Command = { v: 1, id: `C${n}`, sid: sid(), n, if: ix, val, iss: now(), ttl: 8000, ...more }
      await send('dn/cmd', command)
      return command
    },
    configure: async (ifs, rules = {}, failsafe = {}, tamper, made = uid) => {
      rev++
      spoil = tamper
      bodies = Object.fromEntries(Object.entries(rules).map(([id, body]) => [id, canonical(body)]))
      const versions = Object.entries(rules).map(([id, body]) => {
        const ver = typeof body === 'object' && body !== null && 'version' in body ? Number(body.version) : 1
        return [id, { ver, hash: hash(bodies[id] ?? '') }] as const
      })
      const configuration: Configuration = {
        v: 1,
        uid: made,
        rev,
        rules: Object.fromEntries(versions),
        ifs,
        failsafe,
        ...(platform.siren && { siren: platform.siren }),
      }
      document = canonical(configuration)
      documents.set(rev, document)
      await sendDocument()
      return configuration
    },
    again: async of => {
      spoil = undefined
      await sendDocument(documents.get(of), of)
    },
    say: state => publish(PLATFORM_STATE, state, true, 1),
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    stop: async () => {
      platform.cut()
      const old = broker
      const listening = server
      broker = null
      server = null
      await new Promise<void>(resolve => (old ? old.close(() => resolve()) : resolve()))
      await new Promise<void>(resolve => (listening ? listening.close(() => resolve()) : resolve()))
    },
    start: async () => {
      const fresh = await Aedes.createBroker({
        authenticate: (client, username, password, done) => {
          const isKnown = client.id === uid && username === uid && platform.passwords.has(password?.toString() ?? '')
          const greeting = greetings.get(client)
          if (greeting)
            platform.logins.push({ ...greeting, username: username ?? '', password: password?.toString() ?? '', isKnown })
          if (isKnown) done(null, true)
          else done(Object.assign(new Error('refused'), { returnCode: 4 }), false)
        },
        preConnect: (client, packet, done) => {
          const { will } = packet
          greetings.set(client, {
            at: clock.mono(),
            clientId: packet.clientId,
            username: '',
            clean: packet.clean ?? false,
            keepalive: packet.keepalive ?? 0,
            will: will
              ? { topic: will.topic, qos: will.qos ?? 0, retain: will.retain ?? false, payload: will.payload.toString() }
              : null,
          })
          const isAllowed = !will || mayWill(uid, will.topic, will.qos ?? 0, will.retain ?? false)
          done(isAllowed ? null : new Error('will'), isAllowed)
        },
        authorizeSubscribe: (_, subscription, done) => {
          const isAllowed = maySubscribe(uid, subscription.topic, subscription.qos)
          if (!isAllowed) platform.refusals.push(`subscribe ${subscription.topic}`)
          done(null, isAllowed ? subscription : null)
        },
        authorizePublish: (client, packet, done) => {
          if (!client) return done(null)
          const parsed = parseTopic(packet.topic)
          if (!parsed || !mayPublish(uid, packet.topic, packet.qos, packet.retain)) {
            platform.refusals.push(`publish ${packet.topic}`)
            return done(new Error('topic'))
          }
          void receive(parsed.topic, Buffer.from(packet.payload), packet.retain).finally(() => done(null))
        },
      })
      fresh.on('publish', packet => {
        if (packet.topic === topicOf(uid, 'up/state')) platform.presence.push(JSON.parse(packet.payload.toString()))
      })
      const listening = createServer(socket => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        socket.on('error', () => sockets.delete(socket))
        fresh.handle(socket)
      })
      await new Promise<void>((resolve, reject) => {
        listening.once('error', reject)
        listening.listen(port, at.host, resolve)
      })
      // safe: a TCP server that listens has such an address
      port = (listening.address() as AddressInfo).port
      broker = fresh
      server = listening
    },
  }
  await platform.start()
  return platform
}
