// How history travels: blocks one after the other, little-endian, of one interface over at most one UTC day.
//
//   offset  type     meaning
//   0       uint32   interface id
//   4       uint32   kind: 1 samples, 2 changes
//   8       float64  start, UTC ms
//   16      uint32   count
//   20      uint32   step in seconds (samples: 300; changes: 0)
//   24      samples: count × float64, the value at start + k × step; NaN where there is none
//           changes: count × { uint32 seconds after start, float64 value }
//
// Booleans are 0 and 1. Values are rounded to the decimals of their category. The first block of an interface with
// changes begins with the state at its start; a day without changes has no block.

export const HEADER = 24
export const SAMPLES = 1
export const CHANGES = 2
export const STEP_SECONDS = 300

const header = (block: Buffer, at: number, id: number, kind: number, start: number, count: number): number => {
  block.writeUInt32LE(id, at)
  block.writeUInt32LE(kind, at + 4)
  block.writeDoubleLE(start, at + 8)
  block.writeUInt32LE(count, at + 16)
  block.writeUInt32LE(kind === SAMPLES ? STEP_SECONDS : 0, at + 20)
  return at + HEADER
}

export const samplesFrame = (id: number, start: number, values: Float64Array, count: number): Buffer => {
  const block = Buffer.allocUnsafe(HEADER + 8 * count)
  let at = header(block, 0, id, SAMPLES, start, count)
  for (let index = 0; index < count; index += 1) at = block.writeDoubleLE(values[index]!, at)
  return block
}

/** `seconds` and `values` run in parallel. */
export const changesFrame = (id: number, start: number, seconds: readonly number[], values: readonly number[]): Buffer => {
  const block = Buffer.allocUnsafe(HEADER + 12 * seconds.length)
  let at = header(block, 0, id, CHANGES, start, seconds.length)
  for (const [index, second] of seconds.entries()) {
    at = block.writeUInt32LE(second, at)
    at = block.writeDoubleLE(values[index]!, at)
  }
  return block
}
