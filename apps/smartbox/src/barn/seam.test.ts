// Where the made-up past ends and the live barn begins: no figure of any house may jump.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createDriver } from '../platform/drivers/index.ts'
import { DAY } from './animals/batch.ts'
import { barn } from './driver.ts'
import { HEADER } from './history/frames.ts'
import { writeHistory } from './history/history.ts'
import { planFrom } from './history/plan.ts'

/** By address: how far the first live value may be from the last of the past, minutes later. Heaters switch as they do. */
const bounds: Readonly<Record<string, number>> = {
  'temperature/1': 0.7,
  'temperature/average': 0.6,
  humidity: 5,
  co2: 200,
  nh3: 1.5,
  pressure: 8,
  water: 120,
  feed: 60,
  silo: 90,
  energy: 4,
  ventilation: 12,
  'heating/level': 100,
  window: 12,
  light: 0,
  feedline: 0,
}
/** What moves in the hot house as it warms, from the last value of the past, five minutes before its end: at most so far. */
const warming: Readonly<Record<string, number>> = {
  'temperature/1': 7,
  'temperature/average': 7,
  humidity: 25,
  co2: 6000,
  nh3: 20,
  pressure: 45,
  water: 250,
  ventilation: 100,
  window: 100,
}
/** They only grow. */
const registers = new Set(['water', 'feed', 'energy'])
const yard = { 'outside/temperature': 0.6, 'outside/humidity': 4, 'outside/wind': 1.5 }

const HOT = 'h2'
const LIMIT = 29.5
const script = [
  { after: 0, fault: 'tripped breaker', house: HOT },
  { after: 0, fault: 'runaway heating', house: HOT, degrees: 32, reached: LIMIT },
]
const broilers = (name: string, age?: number, count = 19_700) => ({ name, kind: 'broiler', age, entryAge: 0, count })
const pigs = (name: string, age?: number, count = 395) => ({ name, kind: 'pig', age, entryAge: 70, count })
interface Farm {
  readonly seed: string
  readonly faults: readonly object[]
  readonly houses: readonly { name: string; kind: string; age: number | undefined; entryAge: number; count: number }[]
}
const farms: readonly Farm[] = [
  { seed: 'demo QPL', faults: script, houses: [broilers('h1', 21), broilers(HOT, 33), broilers('h3', 5)] },
  { seed: 'demo HAZ', faults: [], houses: [pigs('r1', 95), pigs('r2', 140), pigs('r3'), broilers('h9')] },
]

/** The last values of three days of history, by address, and a live barn that goes on from there `later` ms later. */
const seam = async (farm: Farm, until: number, later: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'seam-'))
  const houses = farm.houses.map(({ name, kind, age, entryAge, count }) => ({
    id: `${farm.seed.slice(-3)}-${name}`,
    name,
    kind,
    batches:
      age === undefined
        ? []
        : [{ entryDate: new Date(until - (age - entryAge) * DAY).toISOString().slice(0, 10), entryAge, count }],
  }))
  const addresses = [
    ...farm.houses.flatMap(({ name }) => Object.keys(bounds).map(path => `${name}/${path}`)),
    ...Object.keys(yard),
  ]
  const interfaces = addresses.map((address, id) => ({ id, address, history: 'samples' }))
  const of = (name: string) => interfaces.filter(({ address }) => address.startsWith(`${name}/`))
  const common = { seed: farm.seed, timeZone: 'Europe/Lisbon' }
  const past = {
    ...common,
    script: farm.faults,
    interfaces: of('outside'),
    houses: houses.map(house => ({ ...house, interfaces: of(house.name) })),
  }
  const last = new Map<string, number>()
  const out = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      for (let at = 0; at < bytes.length;) {
        const id = bytes.readUInt32LE(at)
        const count = bytes.readUInt32LE(at + 16)
        last.set(addresses[id]!, bytes.readDoubleLE(at + HEADER + 8 * (count - 1)))
        at += HEADER + 8 * count
      }
      done()
    },
  })
  await writeHistory(planFrom({ farms: [past] }, 3, until), out, folder)
  let now = until + later
  const driver = createDriver(
    { barn },
    { kind: 'barn', ...common, stateFolder: folder, houses, faults: farm.faults },
    { now: () => now, warn: () => {} },
  )
  await driver.start()
  const read = async (): Promise<ReadonlyMap<string, number>> =>
    new Map((await driver.read(addresses)).map(({ address, value }) => [address, Number(value)]))
  return { last, driver, read, pass: (ms: number) => void (now += ms), end: () => rm(folder, { recursive: true }) }
}

const dates = [
  '2026-01-15T06:00:00Z',
  '2026-07-15T15:00:00Z',
  '2026-07-15T23:30:00Z',
  '2026-11-21T03:00:00Z',
  '2026-04-10T16:00:00Z',
]

describe.each(dates)('at %s', date => {
  test.each(farms)('no figure of $seed jumps', async farm => {
    const { last, read, end } = await seam(farm, Date.parse(date), 90_000)
    const first = await read()
    await end()
    const jumps = [...last].flatMap(([address, was]) => {
      const path = address.slice(address.indexOf('/') + 1)
      const isHot = farm.faults.length > 0 && address.startsWith(`${HOT}/`)
      const bound = Object.hasOwn(yard, address)
        ? yard[address as keyof typeof yard]
        : ((isHot ? warming[path] : undefined) ?? bounds[path])
      const step = first.get(address)! - was
      const isBack = registers.has(path) && step < 0
      return Math.abs(step) <= bound! && !isBack ? [] : [`${address}: ${was} to ${first.get(address)}`]
    })
    expect(last.size).toBe(first.size)
    expect(jumps).toEqual([])
  })

  test('a rising temperature at the end of the history continues without repetition', async () => {
    const faults = [{ after: -600, fault: 'tripped breaker', house: 'h1' }]
    const { last, read, end } = await seam({ seed: 'demo GAV', faults, houses: [broilers('h1', 30)] }, Date.parse(date), 90_000)
    const rise = (await read()).get('h1/temperature/average')! - last.get('h1/temperature/average')!
    await end()
    // The last value of the past is five minutes older than its end.
    expect(rise).toBeGreaterThan(0.4)
    expect(rise).toBeLessThan(1.7)
  })

  test('the hot house exceeds its limit within two minutes, and more fans bring it below', async () => {
    const { driver, last, read, pass, end } = await seam(farms[0]!, Date.parse(date), 90_000)
    const temperature = async () => (await read()).get(`${HOT}/temperature/average`)!
    expect(last.get(`${HOT}/temperature/average`)).toBeLessThan(LIMIT)
    pass(120_000)
    for (let minute = 2; minute < 60; minute += 1) {
      expect(await temperature()).toBeGreaterThan(LIMIT)
      // The rule's orders change nothing.
      await driver.write(`${HOT}/ventilation`, 100, 'rule')
      await driver.write(`${HOT}/heating`, false, 'rule')
      await driver.write(`${HOT}/pad`, true, 'rule')
      pass(60_000)
    }
    const hot = await temperature()
    expect((await read()).get(`${HOT}/heating/level`)! > 0).toBe(hot < 31.8)
    await driver.write(`${HOT}/ventilation`, 100, 'command')
    pass(240_000)
    expect(await temperature()).toBeLessThan(hot - 1.5)
    for (let minute = 0; minute < 26; minute += 1) {
      pass(60_000)
      expect(await temperature()).toBeLessThan(LIMIT)
    }
    expect((await read()).get(`${HOT}/heating/level`)).toBe(0)
    await end()
  })
})
