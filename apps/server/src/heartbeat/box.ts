import {
  DOWN_TOPICS,
  PLATFORM_STATE,
  PlatformState,
  readJson,
  readMessage,
  topicOf,
  TOPICS,
} from '@steading/contract/box/messages'
import type { Hello, MessageOf, UpTopic } from '@steading/contract/box/messages'
import { VERSION } from '@steading/contract/contracts'
import { connect } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { randomBytes } from 'node:crypto'
import { every } from '../platform/time/clock.ts'
import type { World } from '../platform/world.ts'
import { HEARTBEAT_UID } from '../platform/heartbeat.ts'
import type { Times } from './times.ts'

const EPOCH = 1
const topic = (kind: Parameters<typeof topicOf>[1]) => topicOf(HEARTBEAT_UID, kind)

export interface PulseBoxOptions {
  readonly world: Pick<World, 'clock' | 'log' | 'heartbeat'>
  /** mqtt://host:port */
  readonly url: string
  readonly password: string
  readonly times: Times
}

/**
 * A smart box without a barn: it speaks FB/1 like any other and measures that it lives. What is not stored it does not send
 * again, since only its newest reading is worth anything: it says instead that those numbers will never come.
 */
export function pulseBox({ world: { clock, log, heartbeat }, url, password, times }: PulseBoxOptions) {
  let client: MqttClient | undefined
  let sid = ''
  let isWelcome = false
  /** Of the next beat; unknown until the platform has said what it holds. */
  let next: number | undefined
  let heardAt = clock.mono()
  let stopBeating = () => {}

  const say = <T extends UpTopic>(kind: T, message: MessageOf<T>) =>
    void client?.publish(topic(kind), JSON.stringify(message), TOPICS[kind])

  const greet = () => {
    isWelcome = false
    const head = next ?? 1
    say('up/hello', {
      v: 1,
      proto: [1],
      fw: `steading ${VERSION}`,
      profile: 'FC-SMARTBOX-1',
      boot: 1,
      sid,
      epoch: EPOCH,
      head,
      tail: head - 1,
      rev: 0,
      hash: '',
      clk: 2,
      ifs: '',
      feat: [],
    } satisfies Hello)
  }

  const handleMessage = (full: string, payload: Buffer, isOld: boolean) => {
    if (full === PLATFORM_STATE) {
      const json = readJson(payload)
      const state = json.ok ? PlatformState.safeParse(json.value) : undefined
      if (state?.success !== true) return
      if (!state.data.on) isWelcome = false
      // What the broker kept is older than our greeting.
      else if (!isWelcome && !isOld) greet()
    } else if (full === topic('dn/welcome')) {
      const read = readMessage('dn/welcome', payload)
      if (!read.ok || read.value.sid !== sid) return
      const { ackUpTo, miss = [] } = read.value
      const known = next
      next = Math.max(next ?? 1, ackUpTo + 1)
      // What an earlier run left out is closed by a greeting that begins after it.
      if (known === undefined && miss.length > 0) return greet()
      isWelcome = true
      say('up/state', { on: true, sid })
      beat()
    } else if (full === topic('dn/ack')) {
      const read = readMessage('dn/ack', payload)
      if (!read.ok || read.value.e !== EPOCH) return
      heardAt = clock.mono()
      heartbeat.seen('INGEST', read.value.upTo)
    }
  }

  const open = () => {
    sid = randomBytes(12).toString('base64url')
    isWelcome = false
    heardAt = clock.mono()
    const own = connect(url, {
      // A broker elsewhere knows the name and password of its address.
      ...(new URL(url).username === '' && { username: HEARTBEAT_UID, password }),
      clientId: HEARTBEAT_UID,
      protocolVersion: 4,
      clean: true,
      keepalive: 30,
      reconnectPeriod: 0,
      queueQoSZero: false,
      will: { topic: topic('up/state'), payload: Buffer.from(JSON.stringify({ on: false, sid })), ...TOPICS['up/state'] },
    })
    client = own
    own.on('connect', () => {
      own.subscribe([...DOWN_TOPICS.map(topic), PLATFORM_STATE], { qos: 1 }, error => {
        if (client !== own) return
        if (error) own.end(true)
        else greet()
      })
    })
    own.on('message', (full, payload, { retain }) => void (client === own && handleMessage(full, payload, retain)))
    own.on('error', error => log.debug({ err: error, part: 'heartbeat' }, 'the connection of the heartbeat failed'))
    own.on('close', () => {
      if (client !== own) return
      isWelcome = false
      client = undefined
    })
  }

  function beat() {
    if (!isWelcome || next === undefined) return heartbeat.beat()
    const number = next++
    heartbeat.beat(number)
    say('up/data', { v: 1, e: EPOCH, s: number, t: clock.now(), q: 2, h: 0, r: [[0, 0, String(number)]] })
  }

  function turn() {
    // A connection that answers nothing any more is none.
    if (client && clock.mono() - heardAt > times.silent) {
      const dead = client
      client = undefined
      dead.end(true)
    }
    if (client) beat()
    else {
      heartbeat.beat()
      open()
    }
  }

  return {
    start() {
      open()
      stopBeating = every(clock, times.every, turn)
    },
    async stop() {
      stopBeating()
      const own = client
      client = undefined
      await own?.endAsync(true)
    },
  }
}
export type PulseBox = ReturnType<typeof pulseBox>
