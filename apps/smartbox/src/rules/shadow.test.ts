import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonical, LIMITS } from '@steading/contract/box/messages'
import type { Configuration, RuleReport, ShadowDown, ShadowUp } from '@steading/contract/box/messages'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door, hot, proportional, siren, temperature, ventilation } from '../../test/specs.ts'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import { hashOf } from './parts.ts'
import { createShadow } from './shadow.ts'
import type { Shadow } from './shadow.ts'
import { openSlots } from './slots.ts'
import type { Slots } from './slots.ts'
import { validate } from './validate.ts'

const uid = 'k3jq9ztr5fa0x7'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const signKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
const ifs = [temperature, ventilation, siren, door]

interface Sent {
  readonly parts: ShadowDown[]
  readonly bodies: ReadonlyMap<string, ShadowDown[]>
  readonly hash: string
}

const versionOf = (body: object) => ('version' in body && typeof body.version === 'number' ? body.version : 1)

/** What a platform sends for a configuration. */
const configuration = (
  rev: number,
  rules: Record<string, object>,
  change: (document: Configuration) => object = one => one,
): Sent => {
  const texts = Object.entries(rules).map(([id, body]) => [id, canonical(body)] as const)
  const references = Object.fromEntries(
    texts.map(([id, text], at) => [id, { ver: versionOf(Object.values(rules)[at]!), hash: hashOf(text) }]),
  )
  const document = canonical(change({ v: 1, uid, rev, rules: references, ifs, failsafe: {} }))
  const cut = (part: 'doc' | 'rule', text: string, more: Partial<ShadowDown>): ShadowDown[] => {
    const bytes = Buffer.from(text)
    const n = Math.ceil(bytes.length / LIMITS.partBytes)
    return Array.from({ length: n }, (_, i) => {
      const data = bytes.subarray(i * LIMITS.partBytes, (i + 1) * LIMITS.partBytes).toString('base64')
      return { v: 1, rev, part, hash: hashOf(bytes), i, n, data, ...more }
    })
  }
  const sig = sign(null, Buffer.from(document), privateKey).toString('base64')
  return {
    parts: cut('doc', document, { sig }),
    bodies: new Map(texts.map(([id, text]) => [id, cut('rule', text, { id })])),
    hash: hashOf(document),
  }
}

let folder: string
let clock: VirtualClock
let slots: Slots
let shadow: Shadow
let sent: ShadowUp[]
let applied: number[]
let breaks: number | null

const start = () => {
  slots = openSlots(folder)
  let reports: Readonly<Record<string, RuleReport>> = {}
  const apply = () => {
    const set = slots.current()
    if (set && set.document.rev === breaks) throw new Error('it breaks')
    reports = set ? validate(set.document, set.bodies, set.before).reports : {}
    applied.push(set?.document.rev ?? 0)
  }
  shadow = createShadow({ uid, signKey, slots, clock, log: () => {}, send: one => sent.push(one), reports: () => reports, apply })
  if (slots.current()) apply()
}
const deliver = ({ parts, bodies }: Sent) => {
  for (const part of parts) shadow.receive(part)
  const { need, want } = sent.at(-1) ?? {}
  if (want === parts[0]?.rev) for (const id of need ?? []) for (const part of bodies.get(id) ?? []) shadow.receive(part)
}
const last = () => sent.at(-1)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shadow-'))
  clock = virtualClock()
  sent = []
  applied = []
  breaks = null
  start()
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('shadow', () => {
  it('requests the bodies, runs the set, and reports it', () => {
    const one = configuration(1, { '31': proportional(), '32': hot() })
    for (const part of one.parts) shadow.receive(part)
    expect(sent).toMatchObject([{ rev: 0, hash: '', rules: {}, want: 1, need: ['31', '32'] }])
    for (const id of ['32', '31']) for (const part of one.bodies.get(id) ?? []) shadow.receive(part)
    expect(last()).toMatchObject({ rev: 1, hash: one.hash, rules: { '31': { ver: 1, st: 'on' }, '32': { st: 'on' } } })
    expect(last()).not.toHaveProperty('need')
    expect([applied, slots.current()?.document.rev]).toEqual([[1], 1])
  })

  it('requests only the missing bodies again', async () => {
    deliver(configuration(1, { '31': proportional(), '32': hot() }))
    const two = configuration(2, { '31': proportional(), '33': hot('33') })
    for (const part of two.parts) shadow.receive(part)
    expect(last()).toMatchObject({ rev: 1, want: 2, need: ['33'] })
    const count = sent.length
    await clock.pass(60_000)
    expect(sent).toHaveLength(count + 2)
    deliver(two)
    expect(Object.keys(last()?.rules ?? {})).toEqual(['31', '33'])
    await clock.pass(60_000)
    expect(last()).toMatchObject({ rev: 2 })
  })

  it('puts a long document together from its parts in any order', () => {
    const many = Array.from({ length: 400 }, (_, k) => ({
      ...temperature,
      ix: 10 + k,
      id: `${1000 + k}`,
      address: 'x'.repeat(90),
    }))
    const long = configuration(1, {}, document => ({ ...document, ifs: many }))
    expect(long.parts.length).toBeGreaterThan(2)
    for (const part of long.parts.toReversed()) shadow.receive(part)
    expect(last()).toMatchObject({ rev: 1, hash: long.hash })
  })

  it.each<[string, (sent: Sent) => ShadowDown[], Partial<ShadowUp>]>([
    ['another key', ({ parts }) => parts.map(part => ({ ...part, sig: Buffer.alloc(64, 1).toString('base64') })), {}],
    ['no signature', ({ parts }) => parts.map(part => ({ ...part, sig: undefined })), {}],
    ['other bytes', ({ parts }) => parts.map(part => ({ ...part, data: Buffer.from('{}').toString('base64') })), {}],
    ['another box', () => configuration(2, {}, document => ({ ...document, uid: 'anotherbox000000' })).parts, {}],
    ['another revision', ({ parts }) => parts.map(part => ({ ...part, rev: 3 })), { bad: 3 }],
    ['no configuration', () => configuration(2, {}, document => ({ ...document, ifs: 'none' })).parts, { bad: 2 }],
  ])('refuses a set that has %s', (_, spoil, report) => {
    deliver(configuration(1, { '31': proportional() }))
    for (const part of spoil(configuration(2, {}))) shadow.receive(part)
    expect(last()).toMatchObject({ rev: 1, err: expect.any(String), ...report })
    expect(applied).toEqual([1])
  })

  it('refuses a body whose hash is wrong', () => {
    const one = configuration(1, { '31': proportional() })
    for (const part of one.parts) shadow.receive(part)
    const [body] = one.bodies.get('31') ?? []
    shadow.receive({ ...body!, data: Buffer.from('{}').toString('base64') })
    expect(last()).toMatchObject({ rev: 0, err: 'the hash is wrong', need: ['31'] })
    shadow.receive(body!)
    expect(last()).toMatchObject({ rev: 1 })
  })

  it('ignores an older set, and reports the running one', () => {
    const two = configuration(2, {})
    deliver(two)
    deliver(configuration(1, { '31': proportional() }))
    deliver(two)
    expect([applied, sent.map(({ rev }) => rev)]).toEqual([[2], [2, 2, 2]])
  })

  it('runs the sound rules and names the others', () => {
    deliver(
      configuration(1, {
        '31': proportional(),
        '34': proportional('34'),
        '35': hot('36'),
        '37': { ...hot('37'), interfaces: [{ id: '999', dataType: 'DECIMAL', kind: 'GAUGE' }] },
        '38': { template: 'UNHEARD_OF' },
      }),
    )
    const rules = last()?.rules ?? {}
    expect(Object.entries(rules).map(([id, { st, err }]) => [id, st, err])).toEqual([
      ['31', 'on', undefined],
      ['34', 'error', 'output in use by 31'],
      ['35', 'error', 'it is version 1 of rule 36'],
      ['37', 'error', expect.stringContaining('INTERFACE_NOT_LISTED')],
      ['38', 'error', expect.any(String)],
    ])
  })

  it('keeps a version whose next one it refuses, over a restart and further revisions', () => {
    deliver(configuration(1, { '31': proportional(), '32': hot() }))
    const first = last()?.rules['31']
    const bad = proportional('31', 2, { outputs: ['101'] })
    deliver(configuration(2, { '31': bad, '32': hot() }))
    const refusedReport = { ...first, refused: hashOf(canonical(bad)), why: 'body', err: expect.any(String) }
    expect(last()).toMatchObject({ rev: 2, rules: { '31': refusedReport, '32': { ver: 1, st: 'on' } } })
    shadow.stop()
    start()
    shadow.report()
    expect(last()).toMatchObject({ rev: 2, rules: { '31': refusedReport } })
    deliver(configuration(3, { '31': bad, '33': hot('33') }))
    expect(last()).toMatchObject({ rev: 3, rules: { '31': refusedReport, '33': { st: 'on' } } })
    deliver(configuration(4, { '31': proportional('31', 3) }))
    expect(last()?.rules['31']).toMatchObject({ ver: 3, st: 'on' })
    expect(last()?.rules['31']).not.toHaveProperty('refused')
  })

  it('has the version that runs at hand when it is wanted again', () => {
    deliver(configuration(1, { '31': proportional() }))
    deliver(configuration(2, { '31': proportional('31', 2, { outputs: ['101'] }) }))
    sent = []
    for (const part of configuration(3, { '31': proportional() }).parts) shadow.receive(part)
    expect(sent).toMatchObject([{ rev: 3, rules: { '31': { ver: 1, st: 'on' } } }])
  })

  it('keeps it after a restart', () => {
    const one = configuration(1, { '31': proportional() })
    deliver(one)
    shadow.stop()
    start()
    shadow.report()
    expect(last()).toMatchObject({ rev: 1, hash: one.hash, rules: { '31': { st: 'on' } } })
  })

  it('returns to the previous set after two crashes and never takes that revision again', () => {
    deliver(configuration(1, { '31': proportional() }))
    const two = configuration(2, {})
    deliver(two)
    start()
    expect(slots.current()?.document.rev).toBe(2)
    start()
    expect([slots.current()?.document.rev, slots.bad()?.rev]).toEqual([1, 2])
    shadow.report()
    expect(last()).toMatchObject({ rev: 1, bad: 2, why: 'crash', err: 'the box stopped twice with it' })
    deliver(two)
    expect(slots.current()?.document.rev).toBe(1)
    deliver(configuration(3, {}))
    expect(last()).toMatchObject({ rev: 3 })
    expect(last()).not.toHaveProperty('bad')
  })

  it('has no set to return to if the first one crashes', () => {
    deliver(configuration(1, {}))
    start()
    start()
    expect([slots.current(), slots.bad()?.rev]).toEqual([null, 1])
  })

  it('does not blame a set for ends on purpose, nor for crashes after its probation', async () => {
    deliver(configuration(1, {}))
    deliver(configuration(2, {}))
    for (let k = 0; k < 4; k++) {
      shadow.stop()
      start()
    }
    start()
    await clock.pass(300_000)
    start()
    start()
    start()
    expect(slots.current()?.document.rev).toBe(2)
  })

  it('returns at once when the new set can not be run at all', () => {
    deliver(configuration(1, { '31': proportional() }))
    breaks = 2
    deliver(configuration(2, {}))
    expect(last()).toMatchObject({ rev: 1, bad: 2, err: 'it breaks', rules: { '31': { st: 'on' } } })
    expect(applied).toEqual([1, 1])
  })
})
