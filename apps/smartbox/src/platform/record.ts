import { crc32 } from 'node:zlib'
import type { Value } from './driver.ts'

/** One item of the store: a reading, or what a rule did (as JSON text). */
export interface Item {
  readonly seq: number
  /** UTC ms. */
  readonly ts: number
  /** Clock quality when it was stamped. */
  readonly q: 0 | 1 | 2
  /** Interface index; of no meaning for an event. */
  readonly ix: number
  readonly value: Value
  readonly isEvent: boolean
}

/**
 * 24 bytes: number within the segment (4), UTC ms (6), value (8: a double, or offset and length of a text), interface (2),
 * kind and clock quality (1), checksum over all this and the text (3).
 */
export const RECORD_BYTES = 24
const CHECKED = 21
const KINDS = ['number', 'boolean', 'string', 'event'] as const

const checksum = (record: Buffer, text: Buffer): number => crc32(text, crc32(record.subarray(0, CHECKED))) & 0xff_ff_ff
const NOTHING = Buffer.alloc(0)

/** Writes into `record` (24 bytes) and answers the text that belongs behind `textAt` of the segment's texts. */
export const encode = (record: Buffer, delta: number, item: Omit<Item, 'seq'>, textAt: number): Buffer => {
  const { value } = item
  const text = typeof value === 'string' ? Buffer.from(value) : NOTHING
  const kind = item.isEvent ? 3 : typeof value === 'number' ? 0 : typeof value === 'boolean' ? 1 : 2
  record.writeUInt32LE(delta, 0)
  record.writeUIntLE(item.ts, 4, 6)
  if (typeof value === 'string') {
    record.writeUInt32LE(textAt, 10)
    record.writeUInt32LE(text.length, 14)
  } else record.writeDoubleLE(Number(value), 10)
  record.writeUInt16LE(item.ix, 18)
  record.writeUInt8((kind << 2) | item.q, 20)
  record.writeUIntLE(checksum(record, text), 21, 3)
  return text
}

export const isEventAt = (records: Buffer, at: number): boolean => records.readUInt8(at + 20) >> 2 === 3
export const interfaceAt = (records: Buffer, at: number): number => records.readUInt16LE(at + 18)

/** null for a record that is torn or whose text is. */
export const decode = (records: Buffer, at: number, first: number, texts: Buffer): Item | null => {
  if (at + RECORD_BYTES > records.length) return null
  const record = records.subarray(at, at + RECORD_BYTES)
  const flags = record.readUInt8(20)
  const kind = KINDS[flags >> 2]
  const isText = kind === 'string' || kind === 'event'
  const [from, length] = isText ? [record.readUInt32LE(10), record.readUInt32LE(14)] : [0, 0]
  if (from + length > texts.length) return null
  const text = isText ? texts.subarray(from, from + length) : NOTHING
  if (kind === undefined || checksum(record, text) !== record.readUIntLE(21, 3)) return null
  const number = record.readDoubleLE(10)
  return {
    seq: first + record.readUInt32LE(0),
    ts: record.readUIntLE(4, 6),
    // safe: two bits that encode() wrote from 0, 1 or 2, under the checksum
    q: (flags & 3) as 0 | 1 | 2,
    ix: record.readUInt16LE(18),
    value: isText ? text.toString() : kind === 'boolean' ? number === 1 : number,
    isEvent: kind === 'event',
  }
}
