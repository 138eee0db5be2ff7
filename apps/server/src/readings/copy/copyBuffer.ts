/** Writes rows for COPY … (FORMAT binary) into one buffer that is reused. */
export interface CopyBuffer {
  /** Resets the buffer, with room for so many bytes of rows. */
  begin(bytes: number): void
  row(fields: number): void
  int8(value: number): void
  int4(value: number): void
  int2(value: number): void
  float8(value: number | null): void
  text(value: string | null): void
  /** ms UTC */
  instant(ms: number): void
  /** The bytes written so far; valid until the next begin(). */
  end(): Buffer
}

const SIGNATURE = Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1')
const HEADER = SIGNATURE.length + 8
const TRAILER = 2
/** PostgreSQL counts microseconds from 2000. */
const Y2000 = 946_684_800_000
const WORD = 2 ** 32

export function createCopyBuffer(): CopyBuffer {
  let buffer = Buffer.alloc(0)
  let view = new DataView(buffer.buffer)
  let at = 0

  const nothing = () => {
    view.setInt32(at, -1)
    at += 4
  }
  const int8 = (value: number) => {
    const high = Math.floor(value / WORD)
    view.setInt32(at, 8)
    view.setInt32(at + 4, high)
    view.setUint32(at + 8, value - high * WORD)
    at += 12
  }
  return {
    begin(bytes) {
      const needed = HEADER + bytes + TRAILER
      if (buffer.length < needed) {
        buffer = Buffer.alloc(2 ** Math.ceil(Math.log2(needed)))
        view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
        SIGNATURE.copy(buffer)
      }
      at = HEADER
    },
    row(fields) {
      view.setInt16(at, fields)
      at += 2
    },
    int8,
    int4(value) {
      view.setInt32(at, 4)
      view.setInt32(at + 4, value)
      at += 8
    },
    int2(value) {
      view.setInt32(at, 2)
      view.setInt16(at + 4, value)
      at += 6
    },
    float8(value) {
      if (value === null) return nothing()
      view.setInt32(at, 8)
      view.setFloat64(at + 4, value)
      at += 12
    },
    text(value) {
      if (value === null) return nothing()
      const length = buffer.write(value, at + 4)
      view.setInt32(at, length)
      at += 4 + length
    },
    instant: ms => int8((ms - Y2000) * 1000),
    end() {
      view.setInt16(at, -1)
      return buffer.subarray(0, at + TRAILER)
    },
  }
}
