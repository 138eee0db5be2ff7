import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { lengthOf, RecordEntry, RecordHeader, RecordSeal, SealedEntry } from './format.ts'
import type { AlarmRecordContent } from './format.ts'

// Hash chain and seal of an alarm record. For the server and `npm run verify-record`; browsers do not load it.

/** JSON Canonicalization Scheme (RFC 8785): members sorted by UTF-16 code units, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`not a number of JSON: ${value}`)
    return JSON.stringify(value)
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
    .join(',')}}`
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Hash of an entry: SHA-256 of the hash before it and its own canonical JSON. The first follows SHA-256 of the header's line. */
const chained = (before: string, entry: object): string => sha256(before + canonicalJson(entry))

/** The signature is valid for seals alone. */
const sealed = (seal: object): Buffer => Buffer.from(`steading alarm record\n${canonicalJson(seal)}`)

/** Start of an Ed25519 public key in DER (SPKI, RFC 8410); the 32 bytes of the key follow. */
const SPKI_PREFIX = '302a300506032b6570032100'

/** Raw public key of an Ed25519 key, hexadecimal. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('hex').slice(SPKI_PREFIX.length)

const publicKeyFrom = (raw: string): KeyObject =>
  createPublicKey({ key: Buffer.from(SPKI_PREFIX + raw, 'hex'), format: 'der', type: 'spki' })

/** SHA-256 of the key in DER (SPKI). */
export const keyFingerprint = (publicKey: string): string => sha256(Buffer.from(SPKI_PREFIX + publicKey, 'hex'))

/** The file of a record, signed with the Ed25519 key of the installation. */
export function sealRecord(
  header: Omit<RecordHeader, 'publicKey'>,
  entries: readonly RecordEntry[],
  { key, sealedAt }: { readonly key: KeyObject; readonly sealedAt: string },
): Buffer {
  const head = canonicalJson({ ...header, publicKey: publicKeyOf(key) })
  const lines = [head]
  let hash = sha256(head)
  for (const entry of entries) {
    hash = chained(hash, entry)
    lines.push(canonicalJson({ ...entry, hash }))
  }
  const seal = { type: 'SEAL', entries: entries.length, hash, sealedAt }
  lines.push(canonicalJson({ ...seal, signature: sign(null, sealed(seal), key).toString('hex') }))
  return Buffer.from(`${lines.join('\n')}\n`)
}

export type Verification =
  | {
      readonly holds: true
      readonly header: RecordHeader
      readonly seal: RecordSeal
      /** SHA-256 of the file. */
      readonly fileHash: string
      readonly fingerprint: string
    }
  /** `line`: the first line that is wrong, from 1. */
  | { readonly holds: false; readonly line: number; readonly reason: string }

class Broken extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** Checks a file on its own. `fingerprint`: refuse the seal of another key. */
export function verifyRecord(file: Uint8Array, { fingerprint }: { readonly fingerprint?: string } = {}): Verification {
  try {
    return verified(file, fingerprint)
  } catch (error) {
    if (error instanceof Broken) return { holds: false, line: error.line, reason: error.message }
    throw error
  }
}

function verified(file: Uint8Array, expected: string | undefined): Verification {
  const lines = linesOf(file)
  const header = parsed(RecordHeader, lines, 1, 'the header')
  const fingerprint = keyFingerprint(header.publicKey)
  if (expected !== undefined && expected !== fingerprint) throw new Broken(1, `sealed with another key: ${fingerprint}`)
  const { publicKey, period } = header
  let hash = sha256(lines[0]!)
  let at = Date.parse(period.from)
  let isLast = false
  for (let line = 2; line < lines.length; line++) {
    const { hash: own, ...entry } = object(lines, line)
    const { n, kind, at: begin, facts } = parsed(SealedEntry, lines, line, `entry ${line - 1}`)
    if (n !== line - 1) throw new Broken(line, `entry ${n} stands where entry ${line - 1} is due`)
    const due = new Date(at).toISOString()
    if (isLast) throw new Broken(line, `entry ${n} follows the last one`)
    if (Date.parse(begin) !== at) throw new Broken(line, `entry ${n} is of ${begin}, where ${due} is due`)
    const dueKind = at === Date.parse(period.until) ? 'LATER' : at < Date.parse(period.minutesUntil) ? 'MINUTE' : 'HOUR'
    if (kind !== dueKind) throw new Broken(line, `entry ${n} is ${kind}, where ${dueKind} is due`)
    isLast = kind === 'LATER'
    const end = isLast ? Infinity : at + lengthOf(kind)
    for (const fact of facts)
      if (Date.parse(fact.at) >= end || (n > 1 && Date.parse(fact.at) < at))
        throw new Broken(line, `entry ${n} holds ${fact.kind} of ${fact.at}, which is of another entry`)
    hash = chained(hash, entry)
    if (own !== hash) throw new Broken(line, `entry ${n} was changed, or the one before it removed: its hash does not follow`)
    if (!isLast) at = end
  }
  const line = lines.length
  const { signature, ...seal } = object(lines, line)
  const parsedSeal = parsed(RecordSeal, lines, line, 'the seal')
  if (at !== Date.parse(period.until))
    throw new Broken(line, `entries end at ${new Date(at).toISOString()}, not at ${period.until}`)
  if (parsedSeal.entries !== lines.length - 2)
    throw new Broken(line, `the seal counts ${parsedSeal.entries} entries, the file has ${lines.length - 2}`)
  if (parsedSeal.hash !== hash) throw new Broken(line, 'the seal is of other entries: its hash is not that of the last entry')
  if (!isSigned(seal, String(signature), publicKey)) throw new Broken(line, 'the signature does not hold')
  return { holds: true, header, seal: parsedSeal, fileHash: sha256(file), fingerprint }
}

function isSigned(seal: object, signature: string, publicKey: string): boolean {
  try {
    return verify(null, sealed(seal), publicKeyFrom(publicKey), Buffer.from(signature, 'hex'))
  } catch {
    // 32 bytes that are no point of the curve.
    return false
  }
}

/** The lines of the file, each closed by a line feed. */
function linesOf(file: Uint8Array): string[] {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  } catch {
    throw new Broken(1, 'not UTF-8')
  }
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Broken(lines.length + 1, 'the file is cut: its last line has no end')
  if (lines.length < 3) throw new Broken(Math.max(1, lines.length), 'the file is cut: header, entries and seal are due')
  return lines
}

/** A line as an object; one that is not written canonically was changed. */
function object(lines: readonly string[], line: number): Readonly<Record<string, unknown>> {
  const text = lines[line - 1]!
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Broken(line, 'not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Broken(line, 'not an object')
  if (canonicalJson(value) !== text) throw new Broken(line, 'not in canonical form: it was written anew')
  return value as Readonly<Record<string, unknown>> // safe: neither null nor an array
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}
function parsed<T>(schema: Schema<T>, lines: readonly string[], line: number, what: string): T {
  const result = schema.safeParse(object(lines, line))
  if (!result.success) throw new Broken(line, `not ${what} of a record`)
  return result.data
}

/** The content of a file that the platform sealed. @throws ZodError for another file */
export function readRecord(file: Uint8Array): AlarmRecordContent {
  const lines = new TextDecoder()
    .decode(file)
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  return {
    header: RecordHeader.parse(lines[0]),
    entries: lines.slice(1, -1).map(line => RecordEntry.parse(line)),
    seal: RecordSeal.parse(lines.at(-1)),
  }
}
