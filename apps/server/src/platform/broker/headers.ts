/** Packet types of MQTT 3.1.1 that a client may send; QoS 2 has no place here. */
export const PACKET = { connect: 1, publish: 3, puback: 4, subscribe: 8, unsubscribe: 10, pingreq: 12, disconnect: 14 } as const

export interface FixedHeader {
  readonly type: number
  readonly flags: number
  /** Bytes that follow. */
  readonly length: number
}

export interface Step {
  /** Where in the chunk the reader stands now. */
  readonly to: number
  /** Set when a fixed header has just become complete. */
  readonly header?: FixedHeader
  /** The packet's last byte has just been passed. */
  readonly end: boolean
}

/** Reads the fixed headers of a byte stream as it comes and steps over the bodies; keeps no byte of either. */
export function createHeaderReader() {
  let first = -1
  let length = 0
  let scale = 1
  /** Bytes of the body still to come; -1 while in a header. */
  let left = -1
  return {
    /** Goes on at `from` to the end of the header, of the body or of the chunk; null: the length is malformed. */
    step(chunk: Uint8Array, from: number): Step | null {
      if (left >= 0) {
        const to = Math.min(chunk.length, from + left)
        left -= to - from
        const end = left === 0
        if (end) left = -1
        return { to, end }
      }
      let to = from
      while (to < chunk.length) {
        const byte = chunk[to++]!
        if (first < 0) {
          first = byte
          continue
        }
        length += (byte & 0x7f) * scale
        scale *= 128
        if (byte & 0x80) {
          if (scale > 128 ** 3) return null
          continue
        }
        const header = { type: first >> 4, flags: first & 0x0f, length }
        first = -1
        left = length === 0 ? -1 : length
        length = 0
        scale = 1
        return { to, header, end: left === -1 }
      }
      return { to, end: false }
    },
  }
}
