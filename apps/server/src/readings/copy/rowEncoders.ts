import type { Rollup } from '../rollups/bucketSums.ts'
import { createCopyBuffer } from './copyBuffer.ts'
import type { CopyBuffer } from './copyBuffer.ts'
import type { Reading } from '../reading.ts'

/** The columns in which writeReading() writes. */
export const READING_COLUMNS = 'ts, seq, pos, value, interface_id, epoch, flags, text'
/** Bytes of a row without its text. */
export const READING_BYTES = 2 + 8 * 4 + 4 * 8 + 2 * 4 + 2

export function writeReading(out: CopyBuffer, { ts, seq, value, interfaceId, epoch, flags, text }: Reading, pos: number) {
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

/** The columns in which writeRollup() writes. */
export const ROLLUP_COLUMNS = 'interface_id, bucket, n, min, max, sum, avg, last, flags'
export const ROLLUP_BYTES = 2 + 9 * 4 + 2 * 4 + 6 * 8 + 2

export function writeRollup(out: CopyBuffer, interfaceId: number, { bucket, n, min, max, sum, avg, last, flags }: Rollup) {
  out.row(9)
  out.int4(interfaceId)
  out.instant(bucket)
  out.int4(n)
  out.float8(min)
  out.float8(max)
  out.float8(sum)
  out.float8(avg)
  out.float8(last)
  out.int2(flags)
}

/** The bytes of readings at a position of the journal; valid until the next call. */
export type ReadingEncoder = (readings: readonly Reading[], pos: number) => Buffer

export function createReadingEncoder(): ReadingEncoder {
  const out = createCopyBuffer()
  return (readings, pos) => {
    let texts = 0
    for (const { text } of readings) if (text !== null) texts += Buffer.byteLength(text)
    out.begin(readings.length * READING_BYTES + texts)
    for (const reading of readings) writeReading(out, reading, pos)
    return out.end()
  }
}
