/** A block of history, as a box or the demo sends it: samples of one interface at equal steps (ms) from a start (ms UTC). */
export function sampleBlock(
  id: number,
  { start, step, count }: { readonly start: number; readonly step: number; readonly count: number },
  valueAt: (index: number) => number,
): Buffer {
  const block = Buffer.alloc(24 + 8 * count)
  block.writeUInt32LE(id, 0)
  block.writeUInt32LE(1, 4)
  block.writeDoubleLE(start, 8)
  block.writeUInt32LE(count, 16)
  block.writeUInt32LE(step / 1000, 20)
  for (let index = 0; index < count; index++) block.writeDoubleLE(valueAt(index), 24 + 8 * index)
  return block
}
