import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aJournal } from '../../../test/journal.ts'
import { HOUR, MINUTES_5, rollupsOf } from '../rollups/bucketSums.ts'
import type { Sample } from '../rollups/bucketSums.ts'
import { loadHistory } from './bulkLoad.ts'

const DAY = 24 * HOUR
const FROM = Date.UTC(2026, 9, 28, 6)
const DAYS = 5
let at: Awaited<ReturnType<typeof aJournal>>
beforeAll(async () => {
  at = await aJournal({ clock: { now: () => FROM + DAYS * DAY, mono: () => performance.now() } })
})
afterAll(() => at.close())

function samplesFrame(id: number, start: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(24 + values.length * 8)
  header(bytes, id, 1, start, values.length, 300)
  for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, 24 + index * 8)
  return bytes
}
function changesFrame(id: number, start: number, changes: readonly (readonly [number, number])[]): Buffer {
  const bytes = Buffer.alloc(24 + changes.length * 12)
  header(bytes, id, 2, start, changes.length, 0)
  for (const [index, [second, value]] of changes.entries()) {
    bytes.writeUInt32LE(second, 24 + index * 12)
    bytes.writeDoubleLE(value, 28 + index * 12)
  }
  return bytes
}
function header(bytes: Buffer, id: number, kind: number, start: number, count: number, step: number) {
  bytes.writeUInt32LE(id, 0)
  bytes.writeUInt32LE(kind, 4)
  bytes.writeDoubleLE(start, 8)
  bytes.writeUInt32LE(count, 16)
  bytes.writeUInt32LE(step, 20)
}

/** Cut without regard to where a block ends. */
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  )

async function aPast() {
  const box = await at.terminal({ category: 'TEMPERATURE' }, { category: 'WATER_COUNTER' }, { category: 'FAN_RELAY' })
  const [temperature, water, fan] = box.interfaces.map(Number) as [number, number, number]
  const past = new Map<number, Sample[]>([temperature, water, fan].map(id => [id, []]))
  const blocks: Buffer[] = []
  for (let day = 0; day < DAYS; day++) {
    const start = FROM + day * DAY
    const warm = Array.from({ length: 288 }, (_, step) => (day === 2 && step > 100 ? Number.NaN : 20 + (step % 7)))
    const litres = Array.from({ length: 288 }, (_, step) => (day * 288 + step) * 3)
    for (const [id, values] of [
      [temperature, warm],
      [water, litres],
    ] as const) {
      blocks.push(samplesFrame(id, start, values))
      past
        .get(id)!
        .push(...values.flatMap((value, step) => (Number.isNaN(value) ? [] : [{ ts: start + step * MINUTES_5, value }])))
    }
    if (day === 3) continue
    const changes = [
      [60, 1],
      [7_260, 0],
      [80_000, 1],
    ] as const
    blocks.push(changesFrame(fan, start, changes))
    past.get(fan)!.push(...changes.map(([second, value]) => ({ ts: start + second * 1000, value })))
  }
  return { box, past, bytes: Buffer.concat(blocks) }
}

test('loads a history with rollups and last values, repeatably', async () => {
  const { box, past, bytes } = await aPast()
  const count = [...past.values()].reduce((sum, samples) => sum + samples.length, 0)
  expect(await loadHistory(at.world, inPieces(bytes, 1_000))).toMatchObject({ readings: count })
  expect(await loadHistory(at.world, inPieces(bytes, 70_001))).toMatchObject({ readings: count })
  for (const [id, samples] of past) {
    const spec = (await at.journal.specs.byId([id])).get(id)!
    const rows = await at.rows('select ts, value, flags, pos from readings where interface_id = $1 order by ts', [id])
    expect(rows).toEqual(samples.map(({ ts, value }) => ({ ts: new Date(ts), value, flags: 16, pos: '0' })))
    for (const [table, width] of [
      ['rollups_5m', MINUTES_5],
      ['rollups_1h', HOUR],
    ] as const)
      expect(
        await at.rows(`select bucket, n, min, max, sum, avg, last, flags from ${table} where interface_id = $1 order by bucket`, [
          id,
        ]),
      ).toEqual(rollupsOf(width, spec, samples).map(row => ({ ...row, bucket: new Date(row.bucket) })))
    const last = samples.at(-1)!
    expect(await at.rows('select ts, value from last_values where interface_id = $1', [id])).toEqual([
      { ts: new Date(last.ts), value: last.value },
    ])
  }
  const places = await at.rows<{ place: string }>(
    `select distinct tableoid::regclass::text as place from history where interface_id = $1 order by 1`,
    [box.interfaces[0]],
  )
  expect(places.map(row => row.place)).toEqual(['history_2026_10', 'history_2026_11'])
  await at.journal.store({
    terminalId: box.id,
    data: { v: 1, e: 1, s: 1, t: FROM + DAYS * DAY, q: 2, h: 0, r: [[0, 0, 21]] },
    receivedAt: FROM + DAYS * DAY,
  })
  await expect(loadHistory(at.world, inPieces(bytes, 70_000))).rejects.toThrow('history_2026_11 has readings of boxes')
})

test('refuses bytes that end within a block', async () => {
  const { bytes } = await aPast()
  await expect(loadHistory(at.world, inPieces(bytes.subarray(0, -1), 50_000))).rejects.toThrow(/ends within a block|has readings/)
})
