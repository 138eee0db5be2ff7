import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Driver } from '../platform/driver.ts'
import { createDriver } from '../platform/drivers/index.ts'
import { barn } from './driver.ts'

const noon = Date.parse('2026-07-15T11:00:00Z')

const farm = {
  kind: 'barn',
  seed: 'QPL',
  timeZone: 'Europe/Lisbon',
  houses: [
    { id: 'QPL-1', name: 'h1', kind: 'broiler', batches: [{ entryDate: '2026-06-24', count: 20_000 }] },
    { id: 'QPL-2', name: 'h2', kind: 'broiler', area: 1100, batches: [] },
  ],
}

let clock = noon
let warnings: string[] = []
let folder = ''

beforeEach(async () => {
  clock = noon
  warnings = []
  folder = await mkdtemp(join(tmpdir(), 'barn-'))
})
afterEach(() => rm(folder, { recursive: true }))

const make = (extra: Record<string, unknown> = {}): Driver =>
  createDriver({ barn }, { ...farm, ...extra }, { now: () => clock, warn: message => warnings.push(message) })

const started = async (extra?: Record<string, unknown>): Promise<Driver> => {
  const driver = make(extra)
  await driver.start()
  return driver
}

const value = async (driver: Driver, address: string) => (await driver.read([address]))[0]?.value

const minutes = (count: number): void => {
  clock += count * 60_000
}

test('starts in a steady state and answers every address of a house and a farm', async () => {
  const driver = await started()
  const addresses = [
    'temperature/1',
    'temperature/4',
    'temperature/average',
    'humidity',
    'co2',
    'nh3',
    'pressure',
    'water',
    'feed',
    'silo',
    'scale',
    'energy',
    'mains',
    'door',
    'ventilation',
    'fans',
    'heating',
    'heating/level',
    'pad',
    'window',
    'lantern',
    'light',
    'feedline',
    'siren',
    'setpoint',
  ].map(path => `h1/${path}`)
  const yard = [
    'outside/temperature',
    'outside/humidity',
    'outside/wind',
    'outside/direction',
    'outside/rain',
    'farm/milk',
    'farm/mains',
    'farm/generator',
  ]
  const samples = await driver.read([...addresses, ...yard])
  expect(samples.map(({ address }) => address)).toEqual([...addresses, ...yard])
  expect(samples.every(({ good }) => good)).toBe(true)
  const read = Object.fromEntries(samples.map(sample => [sample.address, sample.value]))
  expect(read['h1/temperature/1']).toBeGreaterThan(20)
  expect(read['h1/temperature/1']).toBeLessThan(32)
  expect(read['h1/co2']).toBeGreaterThan(400)
  expect(Math.abs(Number(read['h1/scale']) - 992)).toBeLessThan(150)
  expect(read['h1/mains']).toBe(true)
  expect(read['farm/generator']).toBe(false)
})

test('the scale of an empty house reads zero', async () => {
  const driver = await started()
  expect(await driver.read(['h2/scale'])).toEqual([])
})

test('in the dark the scale keeps its last weight, over a restart too', async () => {
  clock = Date.parse('2026-07-15T22:30:00Z') // half past eleven in Lisbon: dark
  const driver = await started({ stateFolder: folder })
  const last = Number(await value(driver, 'h1/scale'))
  expect(Math.abs(last - 1012)).toBeLessThan(150)
  minutes(120)
  expect(await value(driver, 'h1/scale')).toBe(last)
  await driver.stop()
  minutes(10)
  const again = await started({ stateFolder: folder })
  expect(await value(again, 'h1/scale')).toBe(last)
  minutes(240)
  const morning = await value(again, 'h1/scale')
  expect(morning).not.toBe(last)
  minutes(5)
  expect(await value(again, 'h1/scale')).not.toBe(morning)
})

test('commands change the barn, and feedback follows', async () => {
  const driver = await started()
  expect(await driver.write('h1/ventilation', 0, 'command')).toBe(0)
  const before = Number(await value(driver, 'h1/temperature/1'))
  minutes(20)
  const hot = Number(await value(driver, 'h1/temperature/1'))
  expect(hot).toBeGreaterThan(before + 2)
  expect(await driver.write('h1/ventilation', 100, 'command')).toBe(100)
  minutes(20)
  expect(Number(await value(driver, 'h1/temperature/1'))).toBeLessThan(hot - 2)
  expect(await driver.write('h1/siren', true, 'command')).toBe(true)
  expect(await value(driver, 'h1/siren')).toBe(true)
  expect(await driver.write('h1/setpoint', 21.5, 'command')).toBe(21.5)
})

test('reports the valid range of a point', async () => {
  const driver = await started()
  await expect(driver.write('h1/ventilation', 101, 'command')).rejects.toThrow(
    'barn h1/ventilation takes a number from 0 to 100, not 101',
  )
  await expect(driver.write('h1/ventilation', Number.NaN, 'command')).rejects.toThrow('takes a number')
  await expect(driver.write('h1/siren', 1, 'command')).rejects.toThrow('barn h1/siren takes true or false, not 1')
  await expect(driver.write('h1/co2', 400, 'command')).rejects.toThrow('barn h1/co2 can only be read')
  await expect(driver.write('h9/siren', true, 'command')).rejects.toThrow('barn has no h9/siren')
  expect(await driver.read(['h1/sirens'])).toEqual([{ address: 'h1/sirens', value: 0, good: false }])
  expect(await driver.read(['constructor', 'h1/constructor'])).toMatchObject([{ good: false }, { good: false }])
  await expect(make().read(['h1/co2'])).rejects.toThrow('has not been started')
})

test('a barn can run faster than the clock', async () => {
  const used = async (speed: number): Promise<number> => {
    clock = noon
    const driver = await started({ speed })
    const before = Number(await value(driver, 'h1/water'))
    minutes(10)
    return Number(await value(driver, 'h1/water')) - before
  }
  const slow = await used(1)
  const fast = await used(30)
  expect(fast).toBeGreaterThan(20 * slow)
})

test('a scripted fault that began before the start has been at work since', async () => {
  const late = await started({ faults: [{ after: 60, fault: 'tripped breaker', house: 'h1' }] })
  const early = await started({ faults: [{ after: -900, fault: 'tripped breaker', house: 'h1' }] })
  const cool = Number(await value(late, 'h1/temperature/1'))
  const hot = Number(await value(early, 'h1/temperature/1'))
  expect(hot).toBeGreaterThan(cool + 2)
  expect(await value(early, 'h1/ventilation')).toBe(0)
  expect(await value(early, 'h2/ventilation')).toBe(5)
})

test.each([60, 3, 90, 100])('tripped fans restart at %i %% by hand, not by a command of a rule', async percent => {
  const driver = await started({ faults: [{ after: -900, fault: 'tripped breaker', house: 'h1' }] })
  expect(await driver.write('h1/ventilation', 100, 'rule')).toBe(0)
  expect(await driver.write('h1/ventilation', 100, 'rule')).toBe(0)
  expect(await driver.write('h1/ventilation', 0, 'rule')).toBe(0)
  expect(await driver.write('h1/ventilation', percent, 'command')).toBe(percent)
  expect(await driver.write('h1/ventilation', 40, 'rule')).toBe(40)
})

test('a terminal without power reads and accepts nothing', async () => {
  const driver = await started({ faults: [{ after: 60, fault: 'terminal offline', duration: 120 }] })
  expect(await driver.read(['h1/co2'])).toHaveLength(1)
  minutes(2)
  expect(await driver.read(['h1/co2'])).toEqual([])
  await expect(driver.write('h1/siren', true, 'command')).rejects.toThrow('without power')
  minutes(2)
  expect(await driver.read(['h1/co2'])).toHaveLength(1)
})

test('a dropped-out sensor is bad, with its last value', async () => {
  const driver = await started({ faults: [{ after: 0, fault: 'drop-out', house: 'h1', sensor: 'co2' }] })
  expect(await driver.read(['h1/co2', 'h1/nh3'])).toMatchObject([{ good: false }, { good: true }])
})

describe('between runs', () => {
  test('counters go on, the air does not jump', async () => {
    const first = await started({ stateFolder: folder })
    await first.write('h1/ventilation', 55, 'command')
    minutes(3)
    const addresses = ['h1/water', 'h1/energy', 'h1/temperature/average']
    const before = (await first.read(addresses)).map(sample => Number(sample.value))
    await first.stop()
    const second = await started({ stateFolder: folder })
    expect((await second.read(addresses)).map(sample => Number(sample.value))).toEqual(before)
    expect(await value(second, 'h1/ventilation')).toBe(55)
  })

  test('a fault of before the start has been at work on a saved barn, too', async () => {
    await (await started({ stateFolder: folder })).stop()
    const cool = Number(await value(await started({ stateFolder: folder }), 'h1/temperature/1'))
    const faults = [{ after: -900, fault: 'tripped breaker', house: 'h1' }]
    minutes(20)
    const hot = Number(await value(await started({ stateFolder: folder, faults }), 'h1/temperature/1'))
    expect(hot).toBeGreaterThan(cool + 2)
  })

  test('a scripted fault strikes once, and restarts neither repeat nor worsen it', async () => {
    const tripped = { stateFolder: folder, faults: [{ after: -900, fault: 'tripped breaker', house: 'h1' }] }
    const addresses = ['h1/temperature/average', 'h1/co2', 'h1/nh3', 'h1/ventilation']
    const air = async (driver: Driver) => (await driver.read(addresses)).map(sample => Number(sample.value))
    let driver = await started(tripped)
    const before = await air(driver)
    for (let time = 0; time < 3; time += 1) {
      await driver.stop()
      clock += 1000
      driver = await started(tripped)
    }
    const after = await air(driver)
    expect(Math.abs(after[0]! - before[0]!)).toBeLessThan(0.3)
    expect(Math.abs(after[1]! - before[1]!)).toBeLessThan(100)
    expect(Math.abs(after[2]! - before[2]!)).toBeLessThan(1)
    expect(after[3]).toBe(0)
    await driver.write('h1/ventilation', 60, 'command')
    // It is not even stopped in order.
    clock += 1000
    driver = await started(tripped)
    expect(await value(driver, 'h1/ventilation')).toBe(60)
    minutes(4)
    driver = await started(tripped)
    expect(await value(driver, 'h1/ventilation')).toBe(60)
    minutes(20)
    expect(Number(await value(driver, 'h1/temperature/average'))).toBeLessThan(after[0]! - 1)
    // Another script is another story.
    const again = await started({ ...tripped, faults: [{ after: -60, fault: 'tripped breaker', house: 'h1' }] })
    expect(await value(again, 'h1/ventilation')).toBe(0)
  })

  test('a repaired fault strikes again at the next start, other houses are unaffected', async () => {
    const tripped = { stateFolder: folder, faults: [{ after: -900, fault: 'tripped breaker', house: 'h1' }] }
    const read = async (driver: Driver, address: string) => Number(await value(driver, address))
    let driver = await started(tripped)
    await driver.write('h1/ventilation', 60, 'command')
    // It counts from the moment that it was put right, whatever hands do afterwards.
    minutes(4)
    await driver.write('h1/ventilation', 60, 'command')
    minutes(4)
    const cool = await read(driver, 'h1/temperature/average')
    const water = await read(driver, 'h1/water')
    const energy = await read(driver, 'h2/energy')
    await driver.stop()
    clock += 1000
    driver = await started(tripped)
    // The house goes on from where it stood, and warms from there.
    expect(Math.abs((await read(driver, 'h1/temperature/average')) - cool)).toBeLessThan(0.3)
    expect(await value(driver, 'h1/ventilation')).toBe(0)
    expect(Math.abs((await read(driver, 'h1/water')) - water)).toBeLessThan(2)
    expect(await read(driver, 'h2/energy')).toBeCloseTo(energy, 1)
    minutes(10)
    expect(await read(driver, 'h1/temperature/average')).toBeGreaterThan(cool + 2)
    await driver.write('h1/ventilation', 60, 'command')
    expect(await value(driver, 'h1/ventilation')).toBe(60)
  })

  test('after hours away the air is unchanged and registers have advanced', async () => {
    const first = await started({ stateFolder: folder })
    await first.write('h1/ventilation', 0, 'command')
    minutes(15)
    const addresses = ['h1/temperature/average', 'h1/co2', 'h1/nh3', 'h1/ventilation', 'h1/water']
    const read = async (driver: Driver) => (await driver.read(addresses)).map(sample => Number(sample.value))
    const before = await read(first)
    await first.stop()
    minutes(600)
    const after = await read(await started({ stateFolder: folder }))
    expect(Math.abs(after[0]! - before[0]!)).toBeLessThan(0.3)
    expect(Math.abs(after[1]! - before[1]!)).toBeLessThan(100)
    expect(Math.abs(after[2]! - before[2]!)).toBeLessThan(1)
    expect(after[3]).toBe(0)
    expect(after[4]! - before[4]!).toBeGreaterThan(1000)
  })

  test('a crash does not undo the command of a rule', async () => {
    const first = await started({ stateFolder: folder })
    await first.write('h1/ventilation', 43, 'rule')
    expect(await value(await started({ stateFolder: folder }), 'h1/ventilation')).toBe(43)
  })

  test('a house with a target temperature reaches it by its heat balance', async () => {
    const faults = [
      { after: 0, fault: 'tripped breaker', house: 'h1' },
      { after: 0, fault: 'runaway heating', house: 'h1', degrees: 33, reached: 31 },
    ]
    const read = async (driver: Driver) => Number(await value(driver, 'h1/temperature/average'))
    const first = await started({ stateFolder: folder })
    const left = await read(first)
    await first.stop()
    // A minute is too short a time for it.
    minutes(1)
    const soon = await read(await started({ stateFolder: folder, faults }))
    expect(soon).toBeGreaterThan(left + 0.3)
    expect(soon).toBeLessThan(left + 2)
    const fresh = await started({ faults })
    expect(await read(fresh)).toBeGreaterThan(30.2)
    expect(await read(fresh)).toBeLessThan(31.3)
    minutes(2)
    expect(await read(fresh)).toBeGreaterThan(31.1)
  })

  test('continues after a crash from the last saved state', async () => {
    const first = await started({ stateFolder: folder })
    minutes(6)
    const saved = Number(await value(first, 'h1/water'))
    minutes(2)
    const second = await started({ stateFolder: folder })
    const water = Number(await value(second, 'h1/water'))
    expect(water).toBeGreaterThan(saved)
    expect(water).toBeLessThan(saved + 60)
  })

  test('an unreadable state stops the start, an unwritable one is reported', async () => {
    await writeFile(join(folder, 'QPL-1.json'), '{"version":1,"hou')
    await expect(make({ stateFolder: folder }).start()).rejects.toThrow(SyntaxError)
    const driver = await started({ stateFolder: join(folder, 'QPL-1.json', 'x') }).catch((error: Error) => error)
    expect(driver).toBeInstanceOf(Error)
    const good = await started({ stateFolder: folder, houses: [{ ...farm.houses[0], id: 'other' }] })
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file in the way')
    await good.stop()
    expect(warnings[0]).toContain('could not be saved')
  })

  test('the file names its version', async () => {
    const driver = await started({ stateFolder: folder })
    await driver.stop()
    expect(JSON.parse(await readFile(join(folder, 'QPL-2.json'), 'utf8'))).toMatchObject({ version: 2, house: { time: noon } })
  })
})

test.each([
  [{ seed: undefined }, 'driver barn: seed must be a text, not nothing'],
  [{ timeZone: 'Lisbon' }, 'driver barn: timeZone must be an IANA zone such as Europe/Lisbon, not "Lisbon"'],
  [{ speed: 'fast' }, 'driver barn: speed must be a number from 0 to 3600, not "fast"'],
  [{ house: [] }, 'driver barn does not know house; it knows'],
  [{ houses: [{ id: 'x', kind: 'cow' }] }, 'driver barn: houses[0]: kind must be one of broiler, pig, not "cow"'],
  [{ houses: [{ id: 'a/b', kind: 'pig' }] }, 'houses[0]: id must be made of letters'],
  [{ houses: [{ id: 'a', kind: 'pig', batches: [{ entryDate: 'soon', count: 1 }] }] }, 'batches[0]: entryDate must be a date'],
  [
    {
      houses: [
        {
          id: 'a',
          kind: 'pig',
          batches: [
            { entryDate: '2026-01-02', count: 1 },
            { entryDate: '2026-01-01', count: 1 },
          ],
        },
      ],
    },
    'batches must follow one another',
  ],
  [
    {
      houses: [
        {
          id: 'a',
          kind: 'pig',
          batches: [
            { entryDate: '2026-01-01', exitDate: '2026-03-01', count: 1 },
            { entryDate: '2026-02-01', count: 1 },
          ],
        },
      ],
    },
    'batches must follow one another',
  ],
  [{ faults: [{ after: 0, fault: 'fire' }] }, 'faults[0]: fault must be one of stuck sensor'],
  [{ faults: [{ after: 0, fault: 'drop-out' }] }, 'faults[0]: sensor must be a text, not nothing'],
  [{ faults: [{ after: 0, fault: 'leak', house: 'h7' }] }, 'there is no house h7 for its fault'],
  [{ kind: 'bran' }, 'driver: kind must be one of barn, not "bran"'],
])('settings that make no sense: %j', (wrong, message) => {
  expect(() => make(wrong)).toThrow(message)
})
