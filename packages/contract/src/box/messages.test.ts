import { createHash, createHmac, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  BOX_TOPICS,
  canonical,
  ClaimAnswer,
  claimCode,
  claimCodeFrom,
  claimTicket,
  ClaimRequest,
  clockOffset,
  Configuration,
  Data,
  DrillEffect,
  eachItem,
  mayPublish,
  maySubscribe,
  mayWill,
  MESSAGES,
  parseData,
  parseTopic,
  printedClaimCode,
  rangeOf,
  readClaimTicket,
  readJson,
  readMessage,
  readRuleEffect,
  RuleEffect,
  topicOf,
} from './messages.ts'
import type { BoxTopic } from './messages.ts'

interface Vectors {
  effects: { valid: RuleEffect[]; invalid: { why: string; effect: unknown }[] }
  'messages-valid': Case[]
  'messages-invalid': Case[]
  acl: Access
  clock: { why: string; ask: { m: number; rx: number; tx: number }; back: number; offset: number | null; roundTrip: number }[]
  claim: {
    printed: string
    code: string
    ticket: string
    key: string
    nonceHex: string
    pubkeyHex: string
    request: ClaimRequest
    answer: ClaimAnswer
  }
  canonical: { value: unknown; text: string }[]
  shadow: {
    signSeedHex: string
    signKey: string
    rule: { body: unknown; text: string; hash: string }
    ifs: { list: unknown; text: string; hash: string }
    configuration: { document: Configuration; text: string; hash: string; sig: string }
  }
}
interface Access {
  uid: string
  publish: [string, number, boolean, boolean][]
  subscribe: [string, number, boolean][]
  will: [string, number, boolean, boolean][]
}
const vectors = <N extends keyof Vectors>(name: N): Vectors[N] =>
  // safe: the golden files are part of this package, their shapes are the ones above
  JSON.parse(readFileSync(new URL(`../../vectors/box/${name}.json`, import.meta.url), 'utf8')) as Vectors[N]

interface Case {
  topic: BoxTopic
  why?: string
  message: unknown
}
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const name = ({ topic, why, message }: Case) =>
  [`${topic} ${why ?? JSON.stringify(message).slice(0, 90)}`, topic, message] as const

it('takes a hello without feat as one without optional features', () => {
  const { feat: _, ...hello } = {
    v: 1,
    proto: [1],
    fw: '1.0',
    profile: 'FC-SMARTBOX-1',
    boot: 1,
    sid: 'k3Jq9ZtR5fA0',
    epoch: 1,
    head: 1,
    tail: 0,
    rev: 0,
    hash: '',
    clk: 0,
    ifs: '',
    feat: [],
  }
  const read = readMessage('up/hello', Buffer.from(JSON.stringify(hello)))
  expect(read.ok && read.value.feat).toEqual([])
})

describe('messages', () => {
  it.each(vectors('messages-valid').map(name))('takes %s', (_, topic, message) => {
    expect(readMessage(topic, bytes(message))).toMatchObject({ ok: true })
  })

  it.each(vectors('messages-invalid').map(name))('refuses %s', (_, topic, message) => {
    expect(readMessage(topic, bytes(message))).toMatchObject({ ok: false })
  })

  it('has a valid and an invalid case, but for dn/welcome, dn/ack, dn/time and up/time, of every topic', () => {
    const covered = new Set(vectors('messages-valid').map(vector => vector.topic))
    expect([...covered].sort()).toEqual([...BOX_TOPICS].sort())
  })

  it('drops what it does not know', () => {
    expect(readMessage('up/state', bytes({ on: true, sid: 'k3Jq9ZtR', later: 1 }))).toEqual({
      ok: true,
      value: { on: true, sid: 'k3Jq9ZtR' },
    })
  })

  it('says what is no JSON and what is no UTF-8', () => {
    expect(readJson(new TextEncoder().encode('{"a":'))).toEqual({ ok: false, error: 'no JSON' })
    expect(readJson(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ ok: false, error: 'no UTF-8' })
    expect(readMessage('up/data', new TextEncoder().encode('{"v":1,"e":3,"s":1,"t":1,"q":2,"h":0,"r":[[4,0,1e999]]}'))).toEqual({
      ok: false,
      error: 'r',
    })
  })
})

describe('up/data', () => {
  const odd = fc.constantFrom<unknown>(
    null,
    undefined,
    {},
    [],
    '',
    '1',
    '\u0000',
    '\ud800',
    -1,
    0,
    0.5,
    3,
    70_000,
    2 ** 53,
    Number.NaN,
    true,
  )
  const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.string({ maxLength: 260 }))
  const item = fc.oneof(
    { weight: 9, arbitrary: fc.tuple(fc.nat(65_535), fc.nat(100_000), value) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
  const event = fc.record({
    rule: fc.constant('31'),
    ver: fc.nat(),
    kind: fc.constant('FAULT'),
    key: fc.constant('k'),
    more: value,
  })
  const sound = fc.record(
    {
      v: fc.constant(1),
      e: fc.integer({ min: 1, max: 9 }),
      s: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 20 }),
      t: fc.nat(),
      q: fc.nat(2),
      h: fc.nat(1),
      r: fc.array(item, { maxLength: 8 }),
      x: fc
        .uniqueArray(fc.nat(4))
        .chain(at => fc.tuple(...at.sort((a, b) => a - b).map(k => fc.tuple(fc.constant(k), fc.nat(5000), event)))),
      gap: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 99 })),
      m: fc.nat(),
      dropped: fc.nat(),
      later: odd,
    },
    { requiredKeys: ['v', 'e', 's', 't', 'q', 'h', 'r'] },
  )
  const key = fc.constantFrom('v', 'e', 's', 't', 'q', 'h', 'r', 'x', 'gap', 'm', 'dropped')
  /** A sound batch with one thing wrong: a member, a place of an item, a place of an event. */
  const spoilt = fc.oneof(
    fc.tuple(sound, key, odd).map(([batch, name, wrong]) => ({ ...batch, [name]: wrong })),
    fc.tuple(sound, item, fc.nat(3), odd).map(([batch, one, place, wrong]) => ({
      ...batch,
      r: [...batch.r, (one ?? [1, 2, 3]).toSpliced(place, 1, wrong as never)], // safe: a deliberate wrong value
    })),
    fc.tuple(sound, fc.array(odd, { maxLength: 4 })).map(([batch, wrong]) => ({ ...batch, r: [...batch.r, wrong] })),
    fc.tuple(sound, event, fc.constantFrom('rule', 'ver', 'kind', 'key', 'more'), odd).map(([batch, one, name, wrong]) => ({
      ...batch,
      x: [[0, 0, { ...one, [name]: wrong }]],
    })),
  )
  const envelope = fc.oneof({ weight: 2, arbitrary: sound }, { weight: 3, arbitrary: spoilt })

  it('is read by hand exactly as by its schema', () => {
    const seen = { taken: 0, refused: 0 }
    fc.assert(
      fc.property(fc.oneof({ weight: 20, arbitrary: envelope }, { weight: 1, arbitrary: fc.jsonValue() }), json => {
        const schema = Data.safeParse(json)
        const hand = parseData(json)
        seen[hand.ok ? 'taken' : 'refused']++
        expect([hand.ok, hand.ok ? hand.value : undefined]).toEqual([schema.success, schema.data])
      }),
      { numRuns: 3000 },
    )
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(800)
  })

  it('gives every item its number', () => {
    const seen: unknown[] = []
    const event = (key: string) => ({ rule: '1', ver: 1, kind: 'FAULT', key })
    const parsed = parseData({
      v: 1,
      e: 3,
      s: 100,
      t: 5000,
      q: 2,
      h: 0,
      r: [[4, 0, 1], null, [5, 2, true]],
      x: [
        [0, 0, event('a')],
        [3, 1, event('b')],
        [5, 9, event('c')],
      ],
    })
    if (!parsed.ok) throw new Error(parsed.error)
    eachItem(
      parsed.value,
      (seq, ix, ts, value) => seen.push([seq, ix, ts, value]),
      (seq, ts, { key }) => seen.push([seq, ts, key]),
    )
    expect(seen).toEqual([
      [100, 5000, 'a'],
      [101, 4, 5000, 1],
      [103, 5001, 'b'],
      [104, 5, 5002, true],
      [105, 5009, 'c'],
    ])
    expect(rangeOf(parsed.value)).toEqual([100, 105])
  })
})

describe('effects of rules', () => {
  const { valid, invalid } = vectors('effects')
  it.each(valid.map(effect => [effect.kind, effect] as const))('takes %s', (_, effect) => {
    expect(readRuleEffect(effect)).toMatchObject({ ok: true })
  })

  it.each(invalid.map(({ why, effect }) => [why, effect] as const))('refuses %s', (_, effect) => {
    expect(readRuleEffect(effect)).toMatchObject({ ok: false })
  })

  it('have a valid case of every kind', () => {
    const kinds = RuleEffect.options.map(option => option.shape.kind.value)
    expect(new Set(valid.map(one => one.kind))).toEqual(new Set(kinds))
  })

  it('name the member that is wrong', () => {
    expect(readRuleEffect({ ...valid[0], causes: undefined })).toEqual({ ok: false, error: 'causes' })
    expect(readRuleEffect({ ...valid[0], key: 'open' })).toEqual({ ok: false, error: 'key' })
  })

  it('are complete in the batches of the vectors and of the document', () => {
    const documented = [
      ...readFileSync(new URL('../../../../docs/protocol.md', import.meta.url), 'utf8').matchAll(/^\{"rule".*\}$/gm),
    ]
    expect(documented.length).toBeGreaterThan(5)
    const sent = vectors('messages-valid').flatMap(({ message }) => (message as { x?: [number, number, unknown][] }).x ?? [])
    const effects = [...documented.map(([text]) => JSON.parse(text) as unknown), ...sent.map(([, , effect]) => effect)]
    for (const effect of effects.filter(one => !DrillEffect.safeParse(one).success))
      expect([effect, readRuleEffect(effect)]).toMatchObject([effect, { ok: true }])
  })
})

describe('topics', () => {
  const acl = vectors('acl')
  it.each(acl.publish)('publish %s, QoS %i, retain %s: %s', (topic, qos, retain, may) => {
    expect(mayPublish(acl.uid, topic, qos, retain)).toBe(may)
  })
  it.each(acl.subscribe)('subscribe %s, QoS %i: %s', (topic, qos, may) => {
    expect(maySubscribe(acl.uid, topic, qos)).toBe(may)
  })
  it.each(acl.will)('will %s, QoS %i, retain %s: %s', (topic, qos, retain, may) => {
    expect(mayWill(acl.uid, topic, qos, retain)).toBe(may)
  })

  it('are built and parsed alike, and anything else parses to nothing', () => {
    for (const topic of BOX_TOPICS) expect(parseTopic(topicOf(acl.uid, topic))).toEqual({ uid: acl.uid, topic })
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'fb/v1updn+#$a') }), text => {
        const parsed = parseTopic(text)
        expect(parsed === null ? text : topicOf(parsed.uid, parsed.topic)).toBe(text)
      }),
    )
  })

  it('never lets one box at the topics of another', () => {
    const uid = fc.stringMatching(/^[a-z0-9]{12,32}$/)
    fc.assert(
      fc.property(uid, uid, fc.constantFrom(...BOX_TOPICS), fc.nat(2), fc.boolean(), (mine, other, topic, qos, retain) => {
        fc.pre(mine !== other)
        const full = topicOf(other, topic)
        expect(mayPublish(mine, full, qos, retain) || maySubscribe(mine, full, qos) || mayWill(mine, full, qos, retain)).toBe(
          false,
        )
      }),
    )
  })
})

describe('golden computations', () => {
  it.each(vectors('clock'))('clock: $why', ({ ask, back, offset, roundTrip }) => {
    expect(clockOffset(ask, back)).toEqual(offset === null ? null : { offset, roundTrip })
  })

  it('claim: the proof over nonce and public key', () => {
    const claim = vectors('claim')
    expect(claimCode(claim.printed)).toBe(claim.code)
    expect(claimCode(claim.printed.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(claim.code)
    expect(claimCode(claim.code.replace('7', 'U'))).toBeNull()
    expect(printedClaimCode(claim.code)).toBe(claim.printed)
    const key = createHash('sha256').update(claim.code).digest()
    expect(key.toString('hex')).toBe(claim.key)
    const request = ClaimRequest.parse(claim.request)
    const signed = Buffer.concat([Buffer.from(request.nonce, 'base64url'), Buffer.from(request.pubkey, 'base64url')])
    expect(signed.toString('hex')).toBe(claim.nonceHex + claim.pubkeyHex)
    expect(createHmac('sha256', key).update(signed).digest('base64url')).toBe(request.proof)
    expect(ClaimAnswer.parse(claim.answer)).toEqual(claim.answer)
    expect(ClaimRequest.safeParse({ ...request, proof: request.proof.slice(1) }).success).toBe(false)
  })

  it('claim: what a QR code carries', () => {
    const { ticket, code, printed, request } = vectors('claim')
    const expected = { platform: 'https://farm.example.com', uid: request.uid, code }
    expect(claimTicket(expected)).toBe(ticket)
    expect(readClaimTicket(ticket)).toEqual(expected)
    expect(readClaimTicket(ticket.replace(code, printed))).toEqual(expected)
    const wrong = [
      ['https', 'ftp'],
      ['farm.example.com', 'farm.example.com/other'],
      ['claim#', 'claims#'],
      [request.uid, 'UID'],
      [code, code.slice(1)],
    ] as const
    for (const [part, other] of wrong) expect(readClaimTicket(ticket.replace(part, other))).toBeNull()
  })

  it('claim: a code has 130 bits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 26, maxLength: 26 }), random => {
        const code = claimCodeFrom(random)
        expect(claimCode(printedClaimCode(code))).toBe(code)
      }),
    )
  })

  it.each(vectors('canonical'))('canonical: $text', ({ value, text }) => {
    expect(canonical(value)).toBe(text)
    expect(canonical(JSON.parse(text))).toBe(text)
  })

  it('canonical: refuses what JSON cannot carry', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, () => 1])
      expect(() => canonical(value)).toThrow('no JSON')
  })

  it('configuration: hash and signature over its bytes', () => {
    const shadow = vectors('shadow')
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(shadow.signSeedHex, 'hex')])
    const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    const publicKey = createPublicKey(privateKey)
    expect(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')).toBe(shadow.signKey)
    expect([canonical(shadow.rule.body), sha256(shadow.rule.text)]).toEqual([shadow.rule.text, shadow.rule.hash])
    expect([canonical(shadow.ifs.list), sha256(shadow.ifs.text)]).toEqual([shadow.ifs.text, shadow.ifs.hash])
    const { document, text, hash, sig } = shadow.configuration
    expect(Configuration.parse(JSON.parse(text))).toEqual(document)
    expect([canonical(document), sha256(text)]).toEqual([text, hash])
    expect(sign(null, Buffer.from(text), privateKey).toString('base64')).toBe(sig)
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(sig, 'base64'))).toBe(true)
    expect(verify(null, Buffer.from(text.replace('"rev":41', '"rev":42')), publicKey, Buffer.from(sig, 'base64'))).toBe(false)
  })

  it('configuration: an index stands once', () => {
    const [document] = [vectors('shadow').configuration.document]
    const twice = { ...document, ifs: [...document.ifs, document.ifs[0]] }
    expect(Configuration.safeParse(twice).success).toBe(false)
    expect(Object.keys(MESSAGES)).toEqual([...BOX_TOPICS])
  })
})

describe('JSON Schemas', () => {
  it('are the file that box makers read (vitest -u writes it)', async () => {
    const schemas = Object.fromEntries(
      Object.entries({
        ...MESSAGES,
        'effect of a rule': RuleEffect,
        'effect of a drill': DrillEffect,
        'configuration document': Configuration,
        'claim request': ClaimRequest,
        'claim answer': ClaimAnswer,
      }).map(([topic, schema]) => [topic, z.toJSONSchema(schema, { io: 'input' })]),
    )
    await expect(`${JSON.stringify(schemas, null, 2)}\n`).toMatchFileSnapshot('../../vectors/box/schemas.json')
  })
})
