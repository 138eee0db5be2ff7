import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A sortable id: 48 bits of time and 80 random ones, as 26 letters and digits (ULID). */
export function ulid(now: number): string {
  let time = now
  let head = ''
  for (let place = 0; place < 10; place++) {
    head = ALPHABET[time % 32]! + head
    time = Math.floor(time / 32)
  }
  let bits = BigInt(`0x${randomBytes(10).toString('hex')}`)
  let tail = ''
  for (let place = 0; place < 16; place++) {
    tail = ALPHABET[Number(bits & 31n)]! + tail
    bits >>= 5n
  }
  return head + tail
}
