import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDriver } from '../../platform/drivers/index.ts'
import { barn } from '../driver.ts'
import { CHANGES, HEADER, SAMPLES } from './frames.ts'
import { writeHistory } from './history.ts'
import { planFrom } from './plan.ts'

const until = Date.parse('2026-07-15T11:03:20Z')
const end = Date.parse('2026-07-15T11:00:00Z')
const DAY = 86_400_000

const house = {
  id: 'QPL-1',
  name: 'h1',
  kind: 'broiler',
  batches: [{ entryDate: '2026-07-05', count: 20_000 }],
  interfaces: [
    { id: 1, address: 'h1/temperature/1' },
    { id: 2, address: 'h1/water' },
    { id: 3, address: 'h1/light' },
    { id: 4, address: 'h1/silo' },
    { id: 5, address: 'h1/scale' },
  ],
}
const source = {
  farms: [
    {
      seed: 'QPL',
      timeZone: 'Europe/Lisbon',
      interfaces: [
        { id: 8, address: 'outside/temperature' },
        { id: 9, address: 'farm/mains' },
      ],
      houses: [house],
    },
  ],
}
const withFaults = (faults: unknown[]) => ({ farms: [{ ...source.farms[0], faults }] })

interface Series {
  readonly samples: Map<number, number>
  readonly changes: [number, number][]
}

/** Reads frames as their description says, by interface. */
const parse = (bytes: Buffer): Map<number, Series> => {
  const found = new Map<number, Series>()
  for (let at = 0; at < bytes.length;) {
    const id = bytes.readUInt32LE(at)
    const kind = bytes.readUInt32LE(at + 4)
    const start = bytes.readDoubleLE(at + 8)
    const count = bytes.readUInt32LE(at + 16)
    const step = bytes.readUInt32LE(at + 20)
    at += HEADER
    const series: Series = found.get(id) ?? { samples: new Map(), changes: [] }
    found.set(id, series)
    expect(Math.floor(start / DAY)).toBe(Math.floor((start + Math.max(0, count * step * 1000 - 1)) / DAY))
    for (let index = 0; index < count; index += 1) {
      if (kind === SAMPLES) series.samples.set(start + index * step * 1000, bytes.readDoubleLE(at + 8 * index))
      else series.changes.push([start + bytes.readUInt32LE(at + 12 * index) * 1000, bytes.readDoubleLE(at + 12 * index + 4)])
    }
    expect([SAMPLES, CHANGES]).toContain(kind)
    at += count * (kind === SAMPLES ? 8 : 12)
  }
  return found
}

const collect = async (plan: unknown, days: number, stateFolder?: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  await writeHistory(planFrom(plan, days, until), out, stateFolder)
  return Buffer.concat(chunks)
}

test('writes gauges and counters every five minutes, and changes of states', async () => {
  const history = parse(await collect(source, 30))
  for (const id of [1, 2, 4, 5, 8]) {
    const times = [...history.get(id)!.samples.keys()]
    expect(times).toHaveLength(30 * 288)
    expect([times[0], times.at(-1)]).toEqual([end - 30 * DAY, end - 300_000])
    expect(times.every((time, index) => index === 0 || 300_000 === time - times[index - 1]!)).toBe(true)
  }
  // Light: on and off once a day while there are animals, at the hours of the place.
  const light = history.get(3)!.changes.filter(([time]) => time > end - 5 * DAY)
  expect(light.slice(0, 4).map(([time, value]) => [new Date(time).toISOString().slice(11, 16), value])).toEqual([
    ['22:00', 0],
    ['04:00', 100],
    ['22:00', 0],
    ['04:00', 100],
  ])
  expect(history.get(9)!.changes).toEqual([[end - 30 * DAY, 1]])
})

test('a state may be asked for every five minutes, too', async () => {
  const interfaces = [
    { id: 3, address: 'h1/light', history: 'samples' },
    { id: 4, address: 'h1/light' },
  ]
  const history = parse(await collect({ farms: [{ ...source.farms[0], houses: [{ ...house, interfaces }] }] }, 1))
  expect(history.get(3)!.samples.size).toBe(288)
  for (const [time, value] of history.get(4)!.changes) expect(history.get(3)!.samples.get(time)).toBe(value)
})

test('batches follow with fourteen empty days, and sensors follow the animals', async () => {
  const history = parse(await collect(source, 60))
  const entry = Date.parse('2026-07-04T23:00:00Z')
  const { samples: scale } = history.get(5)!
  const weighed = (from: number, to: number): number[] =>
    [...scale].filter(([time, value]) => time >= from && time < to && !Number.isNaN(value)).map(([, value]) => value)
  expect(weighed(entry - 14 * DAY, entry)).toEqual([])
  const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  expect(median(weighed(entry - 15 * DAY, entry - 14 * DAY))).toBeGreaterThan(2700)
  expect(median(weighed(entry + 9 * DAY, entry + 10 * DAY))).toBeGreaterThan(270)
  expect(median(weighed(entry + 9 * DAY, entry + 10 * DAY))).toBeLessThan(330)
  // Warm for chicks, cooler for grown birds.
  const mean = (from: number): number => {
    const values = [...history.get(1)!.samples].filter(([time]) => time >= from && time < from + DAY).map(([, value]) => value)
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  expect(mean(entry + DAY)).toBeGreaterThan(28)
  expect(mean(entry - 16 * DAY)).toBeLessThan(26)
  // The register never goes back; the silo is filled now and then.
  const water = [...history.get(2)!.samples.values()]
  expect(water.every((value, index) => index === 0 || value >= water[index - 1]!)).toBe(true)
  const silo = [...history.get(4)!.samples.values()]
  const rises = silo.filter((value, index) => index > 0 && value - silo[index - 1]! > 500)
  expect(rises.length).toBeGreaterThan(6)
  expect(Math.min(...silo)).toBeGreaterThan(-20)
})

test('the same plan gives the same bytes, another seed others', async () => {
  const buffer = await collect(source, 2)
  const same = await collect(source, 2)
  expect(buffer.equals(same)).toBe(true)
  const other = await collect({ farms: [{ ...source.farms[0], seed: 'GAV' }] }, 2)
  expect(other.equals(buffer)).toBe(false)
})

test('the live driver continues without a jump', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'history-'))
  try {
    const history = parse(await collect(source, 3, folder))
    expect(await readdir(folder)).toEqual(['QPL-1.json'])
    const { interfaces: _, ...live } = house
    const config = { kind: 'barn', seed: 'QPL', timeZone: 'Europe/Lisbon', stateFolder: folder, houses: [live] }
    const driver = createDriver({ barn }, config, { now: () => end, warn: () => undefined })
    await driver.start()
    const now = Object.fromEntries(
      (await driver.read(['h1/temperature/1', 'h1/water', 'h1/silo', 'outside/temperature'])).map(({ address, value }) => [
        address,
        Number(value),
      ]),
    )
    const last = (id: number): number => history.get(id)!.samples.get(end - 300_000)!
    expect(Math.abs(now['h1/temperature/1']! - last(1))).toBeLessThan(1)
    expect(Math.abs(now['outside/temperature']! - last(8))).toBeLessThan(1)
    expect(now['h1/water']! - last(2)).toBeGreaterThanOrEqual(0)
    expect(now['h1/water']! - last(2)).toBeLessThan(40)
    expect(Math.abs(now['h1/silo']! - last(4))).toBeLessThan(60)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('faults leave their traces', async () => {
  const hours = (count: number): number => count * 3600
  const history = parse(
    await collect(
      withFaults([
        { after: hours(2), duration: hours(1), fault: 'terminal offline' },
        { after: hours(5), duration: hours(1), fault: 'mains failure' },
        { after: hours(8), duration: hours(2), fault: 'stuck sensor', house: 'h1', sensor: 'temperature/1' },
      ]),
      1,
    ),
  )
  const start = end - DAY
  const between = (id: number, from: number, to: number): number[] =>
    [...history.get(id)!.samples]
      .filter(([time]) => time >= start + hours(from) * 1000 && time < start + hours(to) * 1000)
      .map(([, value]) => value)
  expect(between(2, 2, 3).every(Number.isNaN)).toBe(true)
  expect(between(2, 3, 24).some(Number.isNaN)).toBe(false)
  expect(new Set(between(1, 8, 10)).size).toBe(1)
  expect(history.get(9)!.changes).toEqual([
    [start, 1],
    [start + hours(5) * 1000, 0],
    [start + hours(6) * 1000, 1],
  ])
})

test('waits for a slow reader instead of filling the memory', async () => {
  let taken = 0
  const slow = new Writable({
    objectMode: true,
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => {
      taken += 1
      if (taken < 5) done()
      // After that, it takes no more.
    },
  })
  const writing = writeHistory(planFrom(source, 3000, until), slow).catch((error: Error) => error)
  await wait(300)
  expect(taken).toBe(5)
  slow.destroy(new Error('reader gone'))
  expect(await writing).toEqual(new Error('reader gone'))
})

test.each([
  [{ farms: [{ ...source.farms[0], timeZone: 'Mars/Base' }] }, 'timeZone must be an IANA zone'],
  [
    { farms: [{ ...source.farms[0], houses: [{ ...house, interfaces: [{ id: -1, address: 'x' }] }] }] },
    'interfaces[0]: id must be a number',
  ],
])('a plan that makes no sense', (plan, message) => {
  expect(() => planFrom(plan, 1, until)).toThrow(message)
})

test('an address that no barn knows is named', async () => {
  const plan = { farms: [{ ...source.farms[0], houses: [{ ...house, interfaces: [{ id: 77, address: 'h1/moon' }] }] }] }
  await expect(collect(plan, 1)).rejects.toThrow('interface 77 has the address h1/moon, which no barn knows')
})

test('a house had earlier batches of the usual length unless rotation is off', () => {
  const planned = (more: object) =>
    planFrom({ farms: [{ ...source.farms[0], houses: [{ ...house, ...more }] }] }, 100, until).farms[0]!.houses[0]!.config.batches
  const batches = [{ entryDate: '2026-06-24', count: 100 }]
  expect(planned({ batches }).map(({ entry }) => new Date(entry).toISOString())).toEqual([
    '2026-03-03T23:00:00.000Z',
    '2026-04-28T23:00:00.000Z',
    '2026-06-23T23:00:00.000Z',
  ])
  expect(planned({ batches, rotate: false })).toHaveLength(1)
  expect(planned({ batches: [] })).toEqual([])
})
