import type { Rollup } from './cells.ts'
import { copyBuffer } from './copy.ts'
import type { Reading } from './reading.ts'

/** The columns of the bytes that readingEncoder() makes. */
export const READING_COLUMNS = 'ts, seq, pos, value, interface_id, epoch, flags, text'
const READING_BYTES = 2 + 8 * 4 + 4 * 8 + 2 * 4 + 2

export const ROLLUP_COLUMNS = 'interface_id, bucket, n, min, max, sum, avg, last'
const ROLLUP_BYTES = 2 + 8 * 4 + 2 * 4 + 6 * 8

/** The bytes of readings at a place of the journal; good until the next call. */
export type ReadingEncoder = (readings: readonly Reading[], pos: number) => Buffer

export function readingEncoder(): ReadingEncoder {
  const out = copyBuffer()
  return (readings, pos) => {
    let texts = 0
    for (const { text } of readings) if (text !== null) texts += Buffer.byteLength(text)
    out.begin(readings.length * READING_BYTES + texts)
    for (const { ts, seq, value, interfaceId, epoch, flags, text } of readings) {
      out.row(8)
      out.instant(ts)
      out.int8(seq)
      out.int8(pos)
      out.float8(value)
      out.int4(interfaceId)
      out.int4(epoch)
      out.int2(flags)
      out.text(text)
    }
    return out.end()
  }
}

export function rollupEncoder() {
  const out = copyBuffer()
  return (rows: readonly (Rollup & { readonly interfaceId: number })[]): Buffer => {
    out.begin(rows.length * ROLLUP_BYTES)
    for (const { interfaceId, bucket, n, min, max, sum, avg, last } of rows) {
      out.row(8)
      out.int4(interfaceId)
      out.instant(bucket)
      out.int4(n)
      out.float8(min)
      out.float8(max)
      out.float8(sum)
      out.float8(avg)
      out.float8(last)
    }
    return out.end()
  }
}
