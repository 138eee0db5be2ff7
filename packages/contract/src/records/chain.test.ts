import fc from 'fast-check'
import { createPrivateKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalJson, keyFingerprint, publicKeyOf, readRecord, sealRecord, sha256, verifyRecord } from './chain.ts'
import { RECORD_FORMAT } from './format.ts'
import type { RecordEntry, RecordHeader } from './format.ts'

/** Private key of an Ed25519 seed (PKCS 8, RFC 8410). */
const keyOf = (seed: string) =>
  createPrivateKey({ key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'), format: 'der', type: 'pkcs8' })
/** RFC 8032, section 7.1, test 1. */
const KEY = keyOf('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
const OTHER = keyOf('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb')

const FROM = Date.UTC(2026, 6, 3, 1, 45)
const MINUTE = 60_000
const iso = (ms: number) => new Date(ms).toISOString()
const sealedAt = iso(FROM + 3 * 3_600_000)

const header = (more: Partial<RecordHeader['period']> = {}): Omit<RecordHeader, 'publicKey'> => ({
  type: 'HEADER',
  format: RECORD_FORMAT,
  software: '3.5.91',
  recordVersion: 1,
  isProvisional: false,
  previousHash: null,
  requestedBy: null,
  event: {
    id: '7',
    title: 'Zu heiß — 34 °C',
    severity: 'CRITICAL',
    category: 'CLIMATE',
    cause: 'UNKNOWN',
    status: 'CLOSED',
    source: 'RULE',
    description: '',
    ruleName: 'Heat',
    openedAt: iso(FROM + 4 * MINUTE),
    closedAt: iso(FROM + 9 * MINUTE),
  },
  place: { id: '3', name: 'House 3', timeZone: 'Europe/Lisbon' },
  period: { from: iso(FROM), minutesUntil: iso(FROM + 15 * MINUTE), until: iso(FROM + 15 * MINUTE), isCut: false, ...more },
  interfaces: [{ id: '11', name: 'Temperature', place: 'House 3', category: 'TEMPERATURE', unit: '°C', role: 'CONDITION' }],
  interfacesLeftOut: 0,
})

const entry = (n: number, at: number, more: Partial<RecordEntry> = {}): RecordEntry => ({
  type: 'ENTRY',
  n,
  kind: 'MINUTE',
  at: iso(at),
  values: [{ interface: '11', readings: 6, mean: 31.25 + n / 8, min: 31, max: 34.5, last: 31.5 }],
  conditions: [{ line: 0, interface: '11', operator: 'GREATER', threshold: 30, ruleVersion: 2, isBeyond: true }],
  facts: [],
  ...more,
})
const message = (at: number) => ({
  kind: 'MESSAGE' as const,
  at: iso(at),
  message: '5',
  channel: 'SMS',
  person: 'Ana',
  contact: null,
  subject: 'Heat',
  text: 'House 3: 34,5 °C',
  state: 'SENT',
  suppressionReason: null,
})
const minutes = (count = 15) =>
  Array.from({ length: count }, (_, index) =>
    entry(index + 1, FROM + index * MINUTE, { facts: index === 4 ? [message(FROM + 4 * MINUTE + 1500)] : [] }),
  )
const file = sealRecord(header(), minutes(), { key: KEY, sealedAt })
const lines = file.toString().trimEnd().split('\n')
const joined = (changed: readonly string[]) => Buffer.from(`${changed.join('\n')}\n`)
const reasonOf = (changed: Uint8Array, options?: { fingerprint: string }) => {
  const result = verifyRecord(changed, options)
  return result.holds ? 'holds' : `${result.line}: ${result.reason}`
}

describe('a record that nobody changed', () => {
  test('holds, and says what it is', () => {
    expect(verifyRecord(file)).toMatchObject({
      holds: true,
      header: { event: { id: '7' }, publicKey: PUBLIC },
      seal: { entries: 15, sealedAt },
      fileHash: sha256(file),
      fingerprint: keyFingerprint(PUBLIC),
    })
  })

  test('holds for the fingerprint of its key', () => {
    expect(reasonOf(file, { fingerprint: keyFingerprint(publicKeyOf(KEY)) })).toBe('holds')
  })

  test('has the bytes of the vector, and a chain of hashes that can be recomputed', () => {
    const { entries, seal } = readRecord(file)
    expect(entries).toEqual(minutes())
    expect(sha256(file)).toBe('971e645733ffdde1fe472bd4422032769f1153b38c3028fe2e22db112c52de31')
    expect(seal.hash).toBe(
      lines.slice(1, -1).reduce((before, line) => sha256(before + line.replace(/"hash":"[0-9a-f]{64}",/, '')), sha256(lines[0]!)),
    )
  })

  test('holds with hours after its minutes, and with what came later', () => {
    const noon = FROM + 15 * MINUTE
    const period = { until: iso(noon + 2 * 3_600_000) }
    const hours = [0, 1].map(hour => entry(16 + hour, noon + hour * 3_600_000, { kind: 'HOUR' }))
    const later = entry(18, noon + 2 * 3_600_000, { kind: 'LATER', values: [], facts: [message(noon + 5 * 3_600_000)] })
    const sealed = sealRecord(header(period), [...minutes(), ...hours, later], { key: KEY, sealedAt })
    expect(reasonOf(sealed)).toBe('holds')
  })
})

describe('refuses', () => {
  test('one changed byte, wherever it is', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const changed = Buffer.from(file)
        changed[at]! ^= difference
        expect(verifyRecord(changed).holds).toBe(false)
      }),
      { numRuns: 600 },
    )
  })

  test('every line removed', () => {
    for (const at of lines.keys()) expect(verifyRecord(joined(lines.toSpliced(at, 1))).holds, `line ${at + 1}`).toBe(false)
  })

  test('any other order of the lines', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), order => {
        expect(verifyRecord(joined(order)).holds).toBe(order.every((line, at) => line === lines[at]))
      }),
    )
  })

  test('a line twice', () => {
    for (const [at, line] of lines.entries()) expect(verifyRecord(joined(lines.toSpliced(at, 0, line))).holds).toBe(false)
  })

  test('a cut file, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), length => {
        expect(verifyRecord(file.subarray(0, length)).holds).toBe(false)
      }),
    )
  })

  test.each([
    ['a byte more at the end', Buffer.concat([file, Buffer.from(' ')]), '18: the file is cut: its last line has no end'],
    ['a byte order mark', Buffer.concat([Buffer.from('\ufeff'), file]), '1: not JSON'],
    ['a byte that is no UTF-8', Buffer.concat([Buffer.from([0xff]), file]), '1: not UTF-8'],
    ['nothing', Buffer.alloc(0), '1: the file is cut: header, entries and seal are due'],
    [
      'an appended entry with a hash that follows',
      joined([...lines.slice(0, -1), appended(), lines.at(-1)!]),
      '17: entry 16 is MINUTE, where LATER is due',
    ],
    ['white space', joined(lines.with(3, lines[3]!.replace(':', ': '))), '4: not in canonical form: it was written anew'],
    [
      'a signature of another seal',
      joined(lines.with(lines.length - 1, lines.at(-1)!.replace('03T04:45:00', '03T04:46:00'))),
      '17: the signature does not hold',
    ],
  ])('%s', (_, changed, reason) => {
    expect(reasonOf(changed)).toBe(reason)
  })

  test('a file of another key, if the fingerprint is given', () => {
    const foreign = sealRecord(header(), minutes(), { key: OTHER, sealedAt })
    expect(reasonOf(foreign)).toBe('holds')
    expect(reasonOf(foreign, { fingerprint: keyFingerprint(PUBLIC) })).toMatch(/^1: sealed with another key: [0-9a-f]{64}$/)
  })

  // Sealed anew by somebody who has a key.
  test.each([
    ['a missing minute', minutes().toSpliced(7, 1), '9: entry 9 stands where entry 8 is due'],
    [
      'a missing minute, counted anew',
      minutes()
        .toSpliced(7, 1)
        .map((one, at) => ({ ...one, n: at + 1 })),
      '9: entry 8 is of 2026-07-03T01:53:00.000Z, where 2026-07-03T01:52:00.000Z is due',
    ],
    ['a changed order', minutes().with(2, minutes()[3]!).with(3, minutes()[2]!), '4: entry 4 stands where entry 3 is due'],
    ['missing last minutes', minutes(12), '14: entries end at 2026-07-03T01:57:00.000Z, not at 2026-07-03T02:00:00.000Z'],
    [
      'a fact in the entry of another minute',
      minutes().with(7, entry(8, FROM + 7 * MINUTE, { facts: [message(FROM)] })),
      '9: entry 8 holds MESSAGE of 2026-07-03T01:45:00.000Z, which is of another entry',
    ],
    [
      'an hour instead of a minute',
      minutes().with(7, entry(8, FROM + 7 * MINUTE, { kind: 'HOUR' })),
      '9: entry 8 is HOUR, where MINUTE is due',
    ],
  ])('%s in a new seal', (_, entries, reason) => {
    expect(reasonOf(sealRecord(header(), entries, { key: KEY, sealedAt }))).toBe(reason)
  })
})

/** An entry behind the last one, chained as the format says. */
function appended() {
  const { hash } = JSON.parse(lines.at(-2)!) as { hash: string }
  const more = entry(16, FROM + 15 * MINUTE)
  return canonicalJson({ ...more, hash: sha256(hash + canonicalJson(more)) })
}

test('canonical JSON sorts members, leaves out white space and keeps texts', () => {
  expect(canonicalJson({ b: [1.5, -0, 1e21, null], ä: 'é\n"', a: { d: true, c: undefined } })).toBe(
    '{"a":{"d":true},"b":[1.5,0,1e+21,null],"ä":"é\\n\\""}',
  )
  expect(() => canonicalJson({ a: NaN })).toThrow('not a number of JSON')
})
