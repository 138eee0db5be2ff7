import { coverage, DOWN_TOPICS, parseTopic, readMessage, topicOf } from '@steading/contract/box/messages'
import type { Coverage, Data, EffectItem, Hello, Item, AnyRuleEffect } from '@steading/contract/box/messages'
import type { RuleBody } from '@steading/contract/rules/body'
import { initial, step } from '@steading/rules/step'
import type { Packet } from 'mqtt-packet'
import type { Random } from '../random.ts'
import type { Terminal } from '../stage/farm.ts'
import { openLine } from '../stage/line.ts'
import type { Line } from '../stage/line.ts'

export interface StormBoxOptions {
  readonly port: number
  readonly terminal: Terminal
  /** Over its first interface. */
  readonly rule: RuleBody
  readonly random: Pick<Random, 'between'>
}

type Said = { readonly ts: number } & ({ readonly value: number } | { readonly event: AnyRuleEffect })

const EPOCH = 1
const AGAIN = { least: 200, most: 800 }

/** A box with one sensor and one rule, which the engine itself evaluates. What is not known to be stored it sends again. */
export function stormBox({ port, terminal: { uid, password, interfaceIds }, rule, random }: StormBoxOptions) {
  const [interfaceId] = interfaceIds as [string]
  const state = initial(rule, Date.now())
  /** Number 1 first. */
  const entries: Said[] = []
  let received: Coverage = { upTo: 0, miss: [] }
  let line: Line | undefined
  let ready = false
  let running = false
  let repeated = 0

  const batch = (from: number, late: boolean): Data => {
    const some = entries.slice(from - 1)
    const t = some[0]!.ts
    const r: Item[] = []
    const x: EffectItem[] = []
    for (const [position, one] of some.entries())
      if ('value' in one) r.push([0, one.ts - t, one.value])
      else x.push([position, one.ts - t, one.event])
    return { v: 1, e: EPOCH, s: from, t, q: 2, h: late ? 1 : 0, r, ...(x.length > 0 && { x }) }
  }
  const send = (from: number, late = false) => {
    if (ready && line && from <= entries.length) line.say('up/data', batch(from, late))
  }
  const lacking = () => coverage.lacking(received, [1, entries.length])[0]?.[0]

  const hello = (sid: string): Hello => ({
    v: 1,
    proto: [1],
    fw: 'chaos',
    profile: 'FC-SMARTBOX-1',
    boot: 1,
    sid,
    epoch: EPOCH,
    head: 1,
    tail: entries.length,
    rev: 0,
    hash: '',
    clk: 2,
    ifs: '',
    feat: [],
  })
  const handleMessage = (own: Line, topic: string | undefined, payload: Buffer) => {
    if (topic === 'dn/ack') {
      const read = readMessage('dn/ack', payload)
      if (read.ok) received = { upTo: read.value.upTo, miss: read.value.miss ?? [] }
    }
    if (topic !== 'dn/welcome') return
    const read = readMessage('dn/welcome', payload)
    if (!read.ok || read.value.sid !== own.sid) return
    received = { upTo: read.value.ackUpTo, miss: read.value.miss ?? [] }
    ready = true
    own.say('up/state', { on: true, sid: own.sid })
    send(lacking() ?? Infinity, true)
  }
  const packet = (own: Line, got: Packet) => {
    if (got.cmd === 'connack' && got.returnCode === 0) own.subscribe(DOWN_TOPICS.map(topic => topicOf(uid, topic)))
    else if (got.cmd === 'suback') own.say('up/hello', hello(own.sid))
    else if (got.cmd === 'publish') handleMessage(own, parseTopic(got.topic)?.topic, Buffer.from(got.payload))
  }
  const open = () => {
    if (!running) return
    const own: Line = openLine({
      port,
      uid,
      password,
      onPacket: got => own === line && packet(own, got),
      onEnd: () => {
        if (own !== line) return
        line = undefined
        ready = false
        if (running) setTimeout(open, random.between(AGAIN.least, AGAIN.most))
      },
    })
    line = own
  }

  return {
    start() {
      running = true
      open()
    },
    stop() {
      running = false
      line?.cut()
    },
    /** It reads this; what its rule does about it goes along. */
    read(value: number) {
      const from = entries.length + 1
      const ts = Date.now()
      entries.push({ ts, value })
      const { effects } = step(rule, state, { kind: 'READING', ts, seq: from, value, good: true, interfaceId })
      for (const { ts: due, ...doing } of effects)
        entries.push({ ts: due, event: { rule: rule.id, ver: rule.version, ...doing } })
      send(from)
    },
    /** The packet that is not known to be stored goes out once more. */
    again() {
      repeated++
      send(lacking() ?? entries.length)
    },
    /** The connection breaks: it comes back and sends what it does not know to be stored. */
    cut() {
      repeated++
      line?.cut()
    },
    /** After a power cut it cannot know what it told: the same doings, of the same keys, under new numbers. */
    retell() {
      repeated++
      const from = entries.length + 1
      entries.push(...entries.filter(one => 'event' in one))
      send(from, true)
    },
    doings: () => entries.filter(one => 'event' in one).length,
    repeated: () => repeated,
    isWelcome: () => ready,
    isDone: () => coverage.covers(received, [1, entries.length]),
  }
}
export type StormBox = ReturnType<typeof stormBox>
