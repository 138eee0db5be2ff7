import type { Readable } from 'node:stream'
import type { Sample } from '../rollups/bucketSums.ts'

/** Samples of one interface over at most a day, ascending. */
export interface HistoryBlock {
  readonly interfaceId: number
  readonly samples: readonly Sample[]
}

const HEADER = 24
const SAMPLES = 1
const CHANGES = 2
const MOST_SAMPLES = 100_000

/**
 * Reads blocks of history, one after the other, little-endian: uint32 interface id, uint32 kind, float64 start (ms UTC), uint32
 * count, uint32 step in seconds; then of kind 1 (samples) a float64 each step, NaN where there is none, of kind 2 (changes) a
 * uint32 of seconds after the start and a float64 each.
 * @throws Error for bytes that are no such blocks, or end within one
 */
export async function* readHistoryBlocks(source: Readable): AsyncGenerator<HistoryBlock> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]) // safe: a stream of bytes
    let at = 0
    for (;;) {
      const length = frameLength(rest, at)
      if (length === undefined || at + length > rest.length) break
      yield frame(rest, at)
      at += length
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new Error(`the history ends within a block: ${rest.length} bytes are left`)
}

function frameLength(bytes: Buffer, at: number): number | undefined {
  if (bytes.length - at < HEADER) return undefined
  const kind = bytes.readUInt32LE(at + 4)
  const count = bytes.readUInt32LE(at + 16)
  if ((kind !== SAMPLES && kind !== CHANGES) || count > MOST_SAMPLES)
    throw new Error(`no block of history: kind ${kind}, ${count} samples`)
  return HEADER + count * (kind === SAMPLES ? 8 : 12)
}

function frame(bytes: Buffer, at: number): HistoryBlock {
  const kind = bytes.readUInt32LE(at + 4)
  const start = bytes.readDoubleLE(at + 8)
  const count = bytes.readUInt32LE(at + 16)
  const step = bytes.readUInt32LE(at + 20) * 1000
  const samples: Sample[] = []
  for (let index = 0; index < count; index++) {
    const place = at + HEADER + index * (kind === SAMPLES ? 8 : 12)
    const ts = kind === SAMPLES ? start + index * step : start + bytes.readUInt32LE(place) * 1000
    const value = bytes.readDoubleLE(kind === SAMPLES ? place : place + 4)
    if (!Number.isNaN(value)) samples.push({ ts, value })
  }
  return { interfaceId: bytes.readUInt32LE(at), samples }
}
