import { coverage, DOWN_TOPICS, parseTopic, PLATFORM_STATE, readMessage, topicOf } from '@steading/contract/box/messages'
import type { Coverage, Data, Hello, Range } from '@steading/contract/box/messages'
import type { Packet } from 'mqtt-packet'
import type { Random } from '../random.ts'
import type { Terminal } from './farm.ts'
import { openLine } from './line.ts'
import type { Line } from './line.ts'

/** What a box holds to be stored: what dn/ack and welcome say, as FB/1 wants it, or what got a PUBACK. */
export type Belief = 'ack' | 'puback'

export interface BoxOptions {
  readonly port: number
  readonly terminal: Terminal
  /** Readings that it has, from number 1 on; Infinity until it is told to finish. */
  readonly readings: number
  /** Readings of a message. */
  readonly size: number
  readonly belief: Belief
  /** When number 1 was read, UTC ms. */
  readonly began: number
  readonly random: Pick<Random, 'between'>
  readonly keepalive?: number
  /** So many readings were acknowledged, for the first time. */
  readonly onAcknowledged?: (count: number) => void
  readonly onPassword?: (password: string) => void
}

const WINDOW = 8
const EPOCH = 1
/** ms until it connects again: far shorter than a real box, so that the platform's own recovery is what is seen. */
const AGAIN = { least: 50, most: 250 }

const nothing: Coverage = { upTo: 0, miss: [] }
const count = ([first, last]: Range) => last - first + 1

/** The value of a number: the same whenever it is sent. */
export const valueOf = (seq: number) => 10 + ((seq * 7919) % 2500) / 100

/** A box that sends its readings as fast as its window lets it and deletes what it believes to be stored. It forgets nothing else. */
export function aBox({
  port,
  terminal,
  readings,
  size,
  belief,
  began,
  random,
  keepalive,
  onAcknowledged,
  onPassword,
}: BoxOptions) {
  const { uid, password, interfaceIds } = terminal
  const ixs = interfaceIds.length
  let end = readings
  let line: Line | undefined
  let lastSid: string | undefined
  let running = false
  let ready = false
  let deleted = nothing
  /** Stored, as the platform said at the welcome. */
  let acknowledged = nothing
  let flights: { readonly range: Range; readonly messageId: number }[] = []
  let highest = 0
  let sentAgain = 0
  let storedSentAgain = 0
  let connections = 0
  let foreign = 0

  const batch = ([first, last]: Range): Data => {
    const t = began + Math.floor((first - 1) / ixs) * 1000
    const r = Array.from({ length: last - first + 1 }, (_, index) => {
      const at = first - 1 + index
      return [at % ixs, began + Math.floor(at / ixs) * 1000 - t, valueOf(first + index)] as const
    })
    return { v: 1, e: EPOCH, s: first, t, q: 2, h: 0, r }
  }

  const waiting = (): Range | undefined => {
    const left = flights.reduce<readonly Range[]>(
      (ranges, { range }) => coverage.without(ranges, range),
      coverage.lacking(deleted, [1, end]),
    )[0]
    return left && [left[0], Math.min(left[1], left[0] + size - 1)]
  }

  const pump = () => {
    while (ready && line && flights.length < WINDOW) {
      const range = waiting()
      if (!range) return
      const [first, last] = range
      if (first <= highest) sentAgain += Math.min(last, highest) - first + 1
      storedSentAgain += count(range) - coverage.lacking(acknowledged, range).reduce((sum, one) => sum + count(one), 0)
      highest = Math.max(highest, last)
      flights.push({ range, messageId: line.say('up/data', batch(range)) })
    }
  }

  const remove = (ranges: readonly Range[]) => {
    let fresh = 0
    for (const range of ranges) {
      for (const one of coverage.lacking(deleted, range)) fresh += count(one)
      deleted = coverage.cover(deleted, range)
    }
    if (fresh > 0) onAcknowledged?.(fresh)
  }
  const heldBy = (received: Coverage): Range[] =>
    received.miss.reduce<Range[]>((ranges, miss) => coverage.without(ranges, miss), received.upTo > 0 ? [[1, received.upTo]] : [])

  const believe = (received: Coverage) => {
    if (belief === 'ack') {
      remove(heldBy(received))
      flights = flights.filter(({ range }) => !coverage.covers(received, range))
    }
    pump()
  }

  const hello = (sid: string): Hello => ({
    v: 1,
    proto: [1],
    fw: 'chaos',
    profile: 'FC-SMARTBOX-1',
    boot: 1,
    sid,
    epoch: EPOCH,
    head: 1,
    tail: Math.min(end, highest),
    rev: 0,
    hash: '',
    clk: 2,
    ifs: '',
    feat: [],
  })

  const packet = (own: Line, got: Packet) => {
    if (got.cmd === 'connack' && got.returnCode === 0)
      own.subscribe([...DOWN_TOPICS.map(topic => topicOf(uid, topic)), PLATFORM_STATE])
    else if (got.cmd === 'suback') own.say('up/hello', hello(own.sid))
    else if (got.cmd === 'puback') {
      const flight = belief === 'puback' ? flights.find(({ messageId }) => messageId === got.messageId) : undefined
      if (!flight) return
      remove([flight.range])
      flights = flights.filter(one => one !== flight)
      pump()
    } else if (got.cmd === 'publish') handleMessage(own, got.topic, Buffer.from(got.payload), got.retain)
  }

  const handleMessage = (own: Line, full: string, payload: Buffer, retained: boolean) => {
    if (full === PLATFORM_STATE) {
      // The platform behind the broker is gone, or back; what the broker kept of it is older than our hello.
      const { on } = JSON.parse(payload.toString()) as { on: boolean } // safe: the platform's own word
      if (on && !ready && !retained) own.say('up/hello', hello(own.sid))
      if (!on) {
        ready = false
        flights = []
      }
      return
    }
    const parsed = parseTopic(full)
    if (parsed?.uid !== uid || parsed.topic.startsWith('up/')) foreign++
    const topic = parsed?.topic
    if (topic === 'dn/welcome') {
      const read = readMessage('dn/welcome', payload)
      if (!read.ok || read.value.sid !== own.sid) return
      ready = true
      flights = []
      acknowledged = read.value.ackEpoch === EPOCH ? { upTo: read.value.ackUpTo, miss: read.value.miss ?? [] } : nothing
      own.say('up/state', { on: true, sid: own.sid })
      believe(acknowledged)
    } else if (topic === 'dn/ack') {
      const read = readMessage('dn/ack', payload)
      if (read.ok && read.value.e === EPOCH) believe({ upTo: read.value.upTo, miss: read.value.miss ?? [] })
    } else if (topic === 'dn/cred') {
      const read = readMessage('dn/cred', payload)
      if (read.ok) onPassword?.(read.value.password)
    } else if (topic !== 'dn/shadow') foreign++
  }

  const open = () => {
    if (!running) return
    const own: Line = openLine({
      port,
      uid,
      password,
      ...(keepalive && { keepalive }),
      onPacket: got => own === line && packet(own, got),
      onEnd: () => {
        if (own !== line) return
        lastSid = own.sid
        line = undefined
        ready = false
        flights = []
        if (running) setTimeout(open, random.between(AGAIN.least, AGAIN.most))
      },
    })
    line = own
    connections++
  }

  return {
    terminal,
    belief,
    start() {
      running = true
      open()
    },
    stop() {
      running = false
      line?.cut()
    },
    /** The will of its session before this one comes only now; false: there was none. */
    lateWill() {
      if (!line || !ready || lastSid === undefined) return false
      line.say('up/state', { on: false, sid: lastSid })
      return true
    },
    /** It has read so many more. */
    add(more: number) {
      end += more
      pump()
    },
    /** Nothing new from now on. */
    finish() {
      end = highest
    },
    isDone: () => coverage.covers(deleted, [1, end]),
    isWelcome: () => ready,
    /** What it has deleted: it can never send that again. */
    deleted: (): readonly Range[] => heldBy(deleted),
    inFlight: () => flights.reduce((sum, { range }) => sum + count(range), 0),
    /** Readings published more than once; those of them that the platform had said to hold. */
    sentAgain: () => sentAgain,
    storedSentAgain: () => storedSentAgain,
    connections: () => connections,
    /** Messages that were not for it. */
    foreign: () => foreign,
  }
}
export type Box = ReturnType<typeof aBox>
