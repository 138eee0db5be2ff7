import type { UpTopic } from '@steading/contract/box/messages'
import type { Random } from '../random.ts'

export interface BadPayload {
  readonly topic: UpTopic
  readonly payload: Buffer
}

const data = (more: object) => ({ v: 1, e: 1, s: 1, t: 1_790_000_000_000, q: 2, h: 0, r: [[0, 0, 21.4]], ...more })
const text = (json: unknown) => Buffer.from(JSON.stringify(json))
/** The same, with a piece of text put in place of "@". */
const with_ = (json: unknown, piece: string) => Buffer.from(JSON.stringify(json).replace('"@"', piece))

const DATA: readonly ((random: Random) => Buffer)[] = [
  () => Buffer.alloc(0),
  () => Buffer.from('{'),
  () => Buffer.from('null'),
  () => Buffer.from('[]'),
  () => Buffer.from('"text"'),
  () => Buffer.from('NaN'),
  () => text({}),
  () => text(data({ v: 2 })),
  () => text(data({ v: '1' })),
  () => text(data({ e: 0 })),
  () => text(data({ e: 2 ** 40 })),
  () => text(data({ s: 0 })),
  () => text(data({ s: -1 })),
  () => text(data({ s: 1.5 })),
  () => with_(data({ s: '@' }), '9007199254740993'),
  () => with_(data({ s: '@' }), '1e300'),
  () => text(data({ t: -62_167_219_200_000 })),
  () => text(data({ t: 253_402_300_800_000 })),
  () => text(data({ t: '2026-01-01' })),
  () => text(data({ q: 3 })),
  () => text(data({ h: true })),
  () => text(data({ r: {} })),
  () => text(data({ r: [[0, 0]] })),
  () => text(data({ r: [[65_536, 0, 1]] })),
  () => text(data({ r: [[-1, 0, 1]] })),
  () => text(data({ r: [[0, 0.5, 1]] })),
  () => text(data({ r: [[0, 0, null]] })),
  () => text(data({ r: [[0, 0, { value: 1 }]] })),
  () => text(data({ r: [[0, 0, [[[]]]]] })),
  () => with_(data({ r: [[0, 0, '@']] }), '1e999'),
  () => with_(data({ r: [[0, 0, '@']] }), '-1e999'),
  () => with_(data({ r: [[0, 0, '@']] }), 'NaN'),
  () => text(data({ r: [[0, 0, 'x'.repeat(256)]] })),
  () => text(data({ r: [[0, 0, 'x'.repeat(60_000)]] })),
  () => text(data({ r: [[0, 0, 'nul \u0000']] })),
  () => with_(data({ r: [[0, 0, '@']] }), String.raw`"\ud800"`),
  () => text(data({ r: Array.from({ length: 201 }, () => [0, 0, 1]) })),
  () => text(data({ x: [[0, 0, { rule: '' }]] })),
  () => text(data({ x: [[5, 0, { rule: '1', ver: 1, kind: 'EVENT_OPEN', key: 'k' }]] })),
  () => text(data({ gap: [5, 2] })),
  () => text(data({ gap: 'x' })),
  () => text(data({ m: -1 })),
  () => Buffer.from(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  () => Buffer.from('['.repeat(60_000)),
  () => Buffer.from(`{"a":`.repeat(10_000)),
  () => Buffer.from(`{"__proto__":${JSON.stringify(data({}))}}`),
  () => Buffer.from('{"constructor":{"prototype":{"v":1}}}'),
  () => Buffer.concat([Buffer.from('{"v":1,"e":1,"s":1,"t":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]),
  () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text(data({}))]),
  random => Buffer.from(Array.from({ length: random.whole(1, 2000) }, () => random.whole(0, 255))),
  random => text(data({})).subarray(0, random.whole(1, 40)),
]

const OTHERS: readonly [UpTopic, unknown][] = [
  ['up/state', { on: 'yes', sid: 'session-1' }],
  ['up/state', { on: true, sid: '../..' }],
  ['up/ack', { id: '', n: 1, st: 'done', at: 0 }],
  ['up/ack', { id: 'x', n: 1, st: 'executed', at: 0 }],
  ['up/ack', { id: 'x', n: -5, st: 'done', at: 0 }],
  ['up/shadow', { v: 1, rev: -1, hash: '', rules: {} }],
  ['up/shadow', { v: 1, rev: 2 ** 40, hash: '', rules: {} }],
  ['up/shadow', { v: 1, rev: 1, hash: 'sha256:xyz', rules: {} }],
  ['up/shadow', { v: 1, rev: 1, hash: '', rules: { __proto__: null, a: { ver: 'x' } } }],
  ['up/hello', { v: 1, sid: 'x' }],
  ['up/hello', { v: 1, proto: [1], fw: 'f'.repeat(65), profile: '', boot: -1, sid: 'session-1', epoch: 0, head: 0, tail: -1 }],
  ['up/time', { m: 'now' }],
  ['up/time', { m: -1 }],
  ['up/log', { at: 0, lvl: 'fatal', msg: '' }],
  ['up/log', { at: 0, lvl: 'info', msg: 'm'.repeat(1001) }],
]

/** What a box must not send, in a packet that is good: the n-th of an endless row. */
export function badPayload(n: number, random: Random): BadPayload {
  const kinds = DATA.length + OTHERS.length
  const kind = n % kinds
  if (kind < DATA.length) return { topic: 'up/data', payload: DATA[kind]!(random) }
  const [topic, message] = OTHERS[kind - DATA.length]!
  return { topic, payload: text(message) }
}
