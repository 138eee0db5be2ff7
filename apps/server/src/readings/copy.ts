import type { Reading } from './reading.ts'

/** COPY … (FORMAT binary) of these columns, in this order. */
export const COLUMNS = 'ts, seq, pos, value, interface_id, epoch, flags, text'
const FIELDS = 8

const SIGNATURE = Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1')
const HEADER = SIGNATURE.length + 8
/** Bytes of a row without its text. */
const ROW = 2 + 4 * FIELDS + 4 * 8 + 2 * 4 + 2
const TRAILER = 2
/** PostgreSQL counts microseconds from 2000. */
const Y2000 = 946_684_800_000
const WORD = 2 ** 32

export interface Encoder {
  /** The bytes of these readings at this place of the journal; good until the next call. */
  encode(readings: readonly Reading[], pos: number): Buffer
}

/** Writes rows by hand into one buffer that is used again: the ingest path spends its time in the database, not here. */
export function encoder(): Encoder {
  let buffer = Buffer.alloc(0)
  let view = new DataView(buffer.buffer)
  let at = 0

  const reserve = (bytes: number) => {
    if (buffer.length >= bytes) return
    buffer = Buffer.alloc(2 ** Math.ceil(Math.log2(bytes)))
    view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
    SIGNATURE.copy(buffer)
  }
  const int8 = (value: number) => {
    const high = Math.floor(value / WORD)
    view.setInt32(at, 8)
    view.setInt32(at + 4, high)
    view.setUint32(at + 8, value - high * WORD)
    at += 12
  }
  const int4 = (value: number) => {
    view.setInt32(at, 4)
    view.setInt32(at + 4, value)
    at += 8
  }
  const nothing = () => {
    view.setInt32(at, -1)
    at += 4
  }
  const row = ({ ts, seq, value, interfaceId, epoch, flags, text }: Reading, pos: number) => {
    view.setInt16(at, FIELDS)
    at += 2
    int8((ts - Y2000) * 1000)
    int8(seq)
    int8(pos)
    if (value === null) nothing()
    else {
      view.setInt32(at, 8)
      view.setFloat64(at + 4, value)
      at += 12
    }
    int4(interfaceId)
    int4(epoch)
    view.setInt32(at, 2)
    view.setInt16(at + 4, flags)
    at += 6
    if (text === null) return nothing()
    const length = buffer.write(text, at + 4)
    view.setInt32(at, length)
    at += 4 + length
  }

  return {
    encode(readings, pos) {
      let texts = 0
      for (const { text } of readings) if (text !== null) texts += Buffer.byteLength(text)
      reserve(HEADER + readings.length * ROW + texts + TRAILER)
      at = HEADER
      for (const reading of readings) row(reading, pos)
      view.setInt16(at, -1)
      return buffer.subarray(0, at + TRAILER)
    },
  }
}
