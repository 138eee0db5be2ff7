import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { removeFile, replaceFile } from './files.ts'
import { decode, encode, interfaceAt, isEventAt, RECORD_BYTES } from './record.ts'
import type { Item } from './record.ts'

/**
 * A run of records in two files: `<first>.<level>.rec` with records of 24 bytes, `<first>.txt` with their texts. A level above
 * 0 says how often it was thinned. Only the newest segment is written; after a start a new one begins.
 */
export const SEGMENT_RECORDS = 4096
const SEGMENT_TEXT = 1_048_576
/** Thinned so often it is left to its events. */
export const LAST_LEVEL = 6

export interface Segment {
  readonly first: number
  /** No number of it is higher; those without a record are gaps. */
  last: number
  level: number
  count: number
}

const name = (first: number) => String(first).padStart(16, '0')
const recordsOf = (folder: string, { first, level }: Pick<Segment, 'first' | 'level'>) =>
  join(folder, `${name(first)}.${level}.rec`)
const textsOf = (folder: string, first: number) => join(folder, `${name(first)}.txt`)

const contentOf = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** The segments of a folder, oldest first, each reaching to the next; what crashes left over is removed. */
export const findSegments = (folder: string): Segment[] => {
  const names = readdirSync(folder)
  const found = new Map<number, Segment>()
  for (const file of names) {
    const parts = /^(\d{16})\.(\d)\.rec$/.exec(file)
    if (!parts) continue
    const segment = { first: Number(parts[1]), level: Number(parts[2]), last: 0, count: 0 }
    const other = found.get(segment.first)
    if (other) removeFile(recordsOf(folder, other.level < segment.level ? other : segment))
    if (!other || other.level < segment.level) found.set(segment.first, segment)
  }
  for (const segment of found.values()) {
    segment.count = Math.floor(statSync(recordsOf(folder, segment)).size / RECORD_BYTES)
    if (segment.count > 0) continue
    removeSegment(folder, segment)
    found.delete(segment.first)
  }
  for (const file of names) if (file.endsWith('.txt') && !found.has(Number.parseInt(file, 10))) removeFile(join(folder, file))
  const segments = [...found.values()].sort((a, b) => a.first - b.first)
  for (const [k, segment] of segments.entries()) segment.last = (segments[k + 1]?.first ?? lastOf(folder, segment) + 1) - 1
  return segments
}

/** Every sound record, ascending. */
export const loadItems = (folder: string, segment: Segment): Item[] => {
  const records = contentOf(recordsOf(folder, segment))
  const texts = contentOf(textsOf(folder, segment.first))
  const items: Item[] = []
  for (let at = 0; at + RECORD_BYTES <= records.length; at += RECORD_BYTES) {
    const item = decode(records, at, segment.first, texts)
    if (item) items.push(item)
  }
  return items
}

/** The number of its last sound record; the one before its first when it has none. */
const lastOf = (folder: string, segment: Segment): number => loadItems(folder, segment).at(-1)?.seq ?? segment.first - 1

export const removeSegment = (folder: string, segment: Pick<Segment, 'first' | 'level'>): void => {
  removeFile(recordsOf(folder, segment))
  removeFile(textsOf(folder, segment.first))
}

/** Keeps the events and every second reading of each interface (none at the last level); answers how many it gave up. */
export const thinSegment = (folder: string, segment: Segment): number => {
  const records = contentOf(recordsOf(folder, segment))
  const level = segment.level + 1
  const remaining: Buffer[] = []
  const isOdd = new Map<number, boolean>()
  for (let at = 0; at + RECORD_BYTES <= records.length; at += RECORD_BYTES) {
    const ix = interfaceAt(records, at)
    const keep = isEventAt(records, at) || (level < LAST_LEVEL && isOdd.get(ix) !== true)
    if (!isEventAt(records, at)) isOdd.set(ix, isOdd.get(ix) !== true)
    if (keep) remaining.push(records.subarray(at, at + RECORD_BYTES))
  }
  const old = recordsOf(folder, segment)
  replaceFile(old, Buffer.concat(remaining))
  const gone = Math.floor(records.length / RECORD_BYTES) - remaining.length
  renameSync(old, recordsOf(folder, { first: segment.first, level }))
  segment.level = level
  segment.count = remaining.length
  return gone
}

/** The segment that is being written; its records stand in memory too. */
export interface OpenSegment {
  readonly first: number
  count: number
  /** Writes them all or throws; afterwards the segment must be left. */
  append(items: readonly Omit<Item, 'seq'>[]): void
  isFull(): boolean
  items(from: number, to: number, most: number): Item[]
  /** Forces to disk what was written. */
  sync(done: (error: Error | null) => void): void
  /** The same, and no more. */
  close(): void
}

const writeAll = (file: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}

export const createSegment = (folder: string, first: number): OpenSegment => {
  const recordFile = openSync(recordsOf(folder, { first, level: 0 }), 'wx', 0o600)
  const textFile = openSync(textsOf(folder, first), 'w', 0o600)
  const records = Buffer.alloc(SEGMENT_RECORDS * RECORD_BYTES)
  let texts = Buffer.alloc(0)
  let isClosed = false

  const segment: OpenSegment = {
    first,
    count: 0,
    append: items => {
      const pieces: Buffer[] = []
      let textAt = texts.length
      for (const [k, item] of items.entries()) {
        const at = (segment.count + k) * RECORD_BYTES
        const text = encode(records.subarray(at, at + RECORD_BYTES), segment.count + k, item, textAt)
        if (text.length > 0) pieces.push(text)
        textAt += text.length
      }
      // The texts first: a record whose text is missing is a torn one.
      if (pieces.length > 0) {
        const piece = Buffer.concat(pieces)
        writeAll(textFile, piece)
        texts = Buffer.concat([texts, piece])
      }
      writeAll(recordFile, records.subarray(segment.count * RECORD_BYTES, (segment.count + items.length) * RECORD_BYTES))
      segment.count += items.length
    },
    isFull: () => segment.count >= SEGMENT_RECORDS || texts.length >= SEGMENT_TEXT,
    items: (from, to, most) => {
      const items: Item[] = []
      for (let seq = Math.max(from, first); seq <= Math.min(to, first + segment.count - 1) && items.length < most; seq++) {
        const item = decode(records, (seq - first) * RECORD_BYTES, first, texts)
        if (item) items.push(item)
      }
      return items
    },
    sync: done => {
      if (isClosed) return done(null)
      fdatasync(textFile, textError => {
        if (isClosed) return done(null)
        if (textError) return done(textError)
        fdatasync(recordFile, error => done(isClosed ? null : error))
      })
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      try {
        fdatasyncSync(textFile)
        fdatasyncSync(recordFile)
      } finally {
        closeSync(recordFile)
        closeSync(textFile)
      }
    },
  }
  return segment
}
