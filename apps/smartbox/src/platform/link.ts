import { LIMITS, PLATFORM_STATE, PlatformState, readJson, readMessage, topicOf, TOPICS } from '@steading/contract/box/messages'
import type { BoxTopic, DownTopic, Hello, MessageOf, Update, UpTopic, Welcome } from '@steading/contract/box/messages'
import { MqttClient } from 'mqtt'
import type { Clock } from './clock.ts'
import type { Credentials } from './credentials.ts'
import { reason } from './log.ts'
import type { Log } from './log.ts'
import { openSocket } from './socket.ts'

/**
 * The connection to the platform: one client a session, so that nothing of an old session is sent in a new one. Nothing but
 * hello goes out before the welcome of this session; nothing while the platform says that it is gone.
 */
export interface Link {
  start(): void
  stop(): Promise<void>
  /** Sends if the session is open; false: it is not, nothing was sent. */
  publish<T extends UpTopic>(topic: T, message: MessageOf<T>): boolean
  /** Says that the box is there, and what update is under way. */
  present(): void
  /** sid of the open session; null: there is none. */
  session(): string | null
  /** Connects anew at once. */
  renew(): void
}

type Handlers = { readonly [T in Exclude<DownTopic, 'dn/welcome'>]: (message: MessageOf<T>) => void }

export interface LinkParts {
  readonly credentials: Credentials
  readonly clock: Clock
  readonly log: Log
  /** 0 ≤ x < 1 */
  readonly random: () => number
  readonly newSid: () => string
  readonly hello: (sid: string) => Hello
  /** The update that is under way; undefined: none is. */
  readonly update: () => Update | undefined
  readonly opened: (welcome: Welcome) => void
  readonly closed: () => void
  readonly on: Handlers
}

/** MQTT 3.1.1: bad user name or password, not authorised. */
const REFUSED = new Set([4, 5])

export const createLink = (parts: LinkParts): Link => {
  const { credentials, clock, log, random, newSid, hello, update, opened, closed, on } = parts
  const { uid } = credentials
  let client: MqttClient | null = null
  let isRunning = false
  let sid = ''
  let isOpen = false
  let failures = 0
  let cancelRetry = () => {}
  let cancelHello = () => {}

  const send = (topic: BoxTopic, message: object): Promise<void> =>
    new Promise(resolve => {
      if (!client) return resolve()
      // An error here is the end of this client: 'close' follows and deals with it.
      client.publish(topicOf(uid, topic), JSON.stringify(message), TOPICS[topic], () => resolve())
    })

  const greet = (after: number) => {
    cancelHello()
    void send('up/hello', hello(sid))
    cancelHello = clock.after(after, () => greet(Math.min(after * 2, LIMITS.resend.most)))
  }

  const shut = () => {
    cancelHello()
    if (!isOpen) return
    isOpen = false
    closed()
  }

  const present = () => {
    const upd = update()
    if (isOpen) void send('up/state', { on: true, sid, ...(upd && { upd }) })
  }

  const welcomed = (welcome: Welcome) => {
    if (welcome.sid !== sid) return
    cancelHello()
    failures = 0
    shut()
    isOpen = true
    present()
    opened(welcome)
  }

  const platform = (payload: Uint8Array) => {
    const json = readJson(payload)
    const state = json.ok ? PlatformState.safeParse(json.value) : null
    if (state?.success !== true) return log('warn', 'the state of the platform is not readable')
    if (!state.data.on) {
      log('warn', 'the platform is gone')
      shut()
    } else if (!isOpen) greet(LIMITS.resend.first)
  }

  const takes = <T extends DownTopic>(topic: T, take: (message: MessageOf<T>) => void) =>
    [
      topicOf(uid, topic),
      (payload: Uint8Array) => {
        const read = readMessage(topic, payload)
        if (read.ok) take(read.value)
        else log('warn', `${topic} is not readable: ${read.error}`)
      },
    ] as const
  const inbox = new Map<string, (payload: Uint8Array) => void>([
    [PLATFORM_STATE, platform],
    takes('dn/welcome', welcomed),
    takes('dn/ack', on['dn/ack']),
    takes('dn/cmd', on['dn/cmd']),
    takes('dn/shadow', on['dn/shadow']),
    takes('dn/time', on['dn/time']),
    takes('dn/cred', on['dn/cred']),
  ])

  const retry = () => {
    shut()
    client = null
    if (!isRunning) return
    failures++
    const most = Math.min(LIMITS.backoff.most, LIMITS.backoff.least * 2 ** failures)
    cancelRetry = clock.after(LIMITS.backoff.least + random() * (most - LIMITS.backoff.least), connect)
  }

  const connect = () => {
    cancelRetry()
    sid = newSid()
    openSocket(credentials.mqtt).then(use, (error: unknown) => {
      log('info', `no connection: ${reason(error)}`)
      retry()
    })
  }

  const use = (socket: Awaited<ReturnType<typeof openSocket>>) => {
    if (!isRunning) return socket.destroy()
    const own = new MqttClient(() => socket, {
      clientId: uid,
      username: uid,
      password: credentials.password(),
      clean: true,
      keepalive: LIMITS.keepalive,
      reconnectPeriod: 0,
      queueQoSZero: false,
      protocolVersion: 4,
      will: { topic: topicOf(uid, 'up/state'), payload: Buffer.from(JSON.stringify({ on: false, sid })), ...TOPICS['up/state'] },
    })
    client = own
    own.on('connect', () => {
      credentials.taken()
      own.subscribe([...inbox.keys()], { qos: 1 }, error => {
        if (client !== own) return
        if (!error) return greet(LIMITS.resend.first)
        log('error', `the broker refuses the box's topics: ${error.message}`)
        own.end(true)
      })
    })
    own.on('message', (topic, payload) => {
      if (client !== own) return
      try {
        inbox.get(topic)?.(payload)
      } catch (error) {
        log('error', `${topic}: ${reason(error)}`)
      }
    })
    own.on('error', error => {
      log('warn', `connection: ${error.message}`)
      if ('code' in error && typeof error.code === 'number' && REFUSED.has(error.code) && credentials.refused())
        log('error', 'the new password was refused, going back to the old one')
    })
    own.on('close', () => {
      if (client !== own) return
      own.end(true)
      retry()
    })
  }

  return {
    start: () => {
      isRunning = true
      connect()
    },
    stop: async () => {
      isRunning = false
      cancelRetry()
      const own = client
      if (own?.connected === true) {
        const left = send('up/state', { on: false, sid })
        await Promise.race([left, new Promise<void>(resolve => clock.after(2000, resolve))])
      }
      shut()
      client = null
      await own?.endAsync(true)
    },
    publish: (topic, message) => {
      if (!isOpen || client?.connected !== true) return false
      void send(topic, message)
      return true
    },
    present,
    session: () => (isOpen ? sid : null),
    renew: () => {
      if (!isRunning) return
      const own = client
      retry()
      cancelRetry()
      failures = 0
      own?.end(true, () => connect())
    },
  }
}
