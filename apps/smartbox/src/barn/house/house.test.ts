import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, type Batch } from '../animals/batch.ts'
import { houseComputer } from './control.ts'
import { createPanel, createSite, resume, settle } from '../farm.ts'
import { faultNames, schedule, type ScriptedFault } from './faults.ts'
import { humidityIn, shellOf } from '../climate/heat.ts'
import {
  advance,
  createHouse,
  stateOf,
  type Commands,
  type House,
  type HouseConfig,
  type HouseState,
  type Site,
} from './house.ts'
import { round } from './point.ts'

const noon = Date.parse('2026-04-15T11:00:00Z')
const MINUTE = 60_000
const HOUR = 3_600_000

const flock = (age: number, count = 19_600): Batch => ({ entry: noon - age * DAY, entryAge: 0, count, sales: [] })

const house = (id = 'house', batch = flock(28)): HouseConfig => ({
  id,
  name: 'h1',
  shell: shellOf('broiler'),
  silo: 15_000,
  batches: [batch],
})

const site = (faults: ScriptedFault[] = []): Site => createSite('valley', 'Europe/Lisbon', schedule(faults, noon))

/** A house that has run in and is then left with these commands for some minutes. */
const after = (minutes: number, commands: Partial<Commands> = {}, faults: ScriptedFault[] = [], config = house()): House => {
  const place = site(faults)
  const one = settle(config, place, noon)
  Object.assign(one.commands, commands)
  advance(one, place, noon + minutes * MINUTE)
  return one
}

describe('physics', () => {
  test('more ventilation, less CO2 and ammonia', () => {
    const [little, more] = [10, 40].map(ventilation => after(60, { ventilation, heating: 0 }))
    expect(more!.air.co2).toBeLessThan(little!.air.co2 * 0.6)
    expect(more!.air.nh3).toBeLessThan(little!.air.nh3 * 0.6)
  })

  test('it gets cooler when the fans start, hot when they stop', () => {
    const start = after(0).air.temperature
    const stopped = after(30, { ventilation: 0, pad: false, heating: 0 })
    expect(stopped.air.temperature).toBeGreaterThan(start + 5)
    const place = site()
    const hot = stopped.air.temperature
    stopped.commands.ventilation = 100
    advance(stopped, place, noon + 40 * MINUTE)
    expect(stopped.air.temperature).toBeLessThan(hot - 3)
  })

  test('heaters warm and burn gas, pads cool and moisten', () => {
    const [cold, warm] = [0, 100].map(heating => after(30, { ventilation: 10, heating }))
    expect(warm!.air.temperature).toBeGreaterThan(cold!.air.temperature + 3)
    expect(warm!.air.co2).toBeGreaterThan(cold!.air.co2 + 500)
    const [dry, wet] = [false, true].map(pad => after(30, { ventilation: 100, pad }))
    expect(wet!.air.temperature).toBeLessThan(dry!.air.temperature - 1)
    expect(wet!.air.moisture).toBeGreaterThan(dry!.air.moisture + 0.001)
  })

  test('pressure rises when the inlets close', () => {
    const place = site()
    const pressure = (opening: number): number => {
      const one = after(1, { ventilation: 60, opening })
      return createPanel([one], place, 'valley').read('h1/pressure', one.time)!.value
    }
    expect(pressure(30)).toBeGreaterThan(pressure(90) * 5)
  })

  test('in the dark pigs eat and drink, broilers do not', () => {
    const eaten = (config: HouseConfig): number =>
      after(60, { light: 0 }, [], config).stores.feed - after(0, {}, [], config).stores.feed
    expect(eaten(house())).toBe(0)
    const pigs = { ...house('pigs'), shell: shellOf('pig'), batches: [{ ...flock(30, 400), entryAge: 70 }] }
    expect(eaten(pigs)).toBeGreaterThan(30)
  })

  test('no animals, no use: an empty house takes on the air outside', () => {
    const place = site()
    const empty = settle({ ...house('empty'), batches: [] }, place, noon)
    expect(empty.flock.count).toBe(0)
    expect(Math.abs(empty.air.temperature - place.sky(noon).temperature)).toBeLessThan(3)
    expect(empty.air.co2).toBeCloseTo(400, 3)
    const before = stateOf(empty).stores
    advance(empty, place, noon + HOUR, houseComputer)
    expect(empty.stores.feed).toBe(before.feed)
    expect(empty.stores.water).toBe(before.water)
  })
})

test('a house is warmed up the day before animals enter, not earlier', () => {
  const place = site()
  const settled = (days: number): House => settle(house('chicks', flock(-days)), place, noon)
  const early = settled(3)
  const ready = settled(0.25)
  expect(early.commands.heating).toBe(0)
  expect(early.air.temperature).toBeLessThan(25)
  expect(ready.air.temperature).toBeGreaterThan(29)
})

const commands: fc.Arbitrary<Commands> = fc.record({
  ventilation: fc.integer({ min: 0, max: 100 }),
  heating: fc.integer({ min: 0, max: 100 }),
  pad: fc.boolean(),
  opening: fc.option(fc.integer({ min: 0, max: 100 })),
  light: fc.integer({ min: 0, max: 100 }),
  feedLine: fc.boolean(),
  siren: fc.boolean(),
  setPoint: fc.integer({ min: -40, max: 80 }),
})

const faults: fc.Arbitrary<ScriptedFault> = fc.record({
  after: fc.integer({ min: 0, max: 20_000 }),
  fault: fc.constantFrom(...faultNames),
  duration: fc.integer({ min: 0, max: 20_000 }),
})

/** What cannot be in a barn, a minute after `before`. */
const oddities = (before: HouseState, now: House, place: Site): string[] => {
  const { air, stores, drive } = now
  const { shell } = now.config
  const outside = place.sky(now.time)
  const coldest = Math.min(outside.wetBulb, outside.temperature, before.air.temperature) - 1
  // The heaters and the liveliest animals together, against walls alone.
  const warmest = outside.temperature + (shell.Qheat * 1000 + drive.units * 1000 * 1.12) / shell.UA + 5
  const laws = {
    finite: Object.values({ ...air, ...stores }).every(Number.isFinite),
    temperature: air.temperature > coldest && air.temperature < warmest,
    humidity: humidityIn(air) > 0 && humidityIn(air) <= 100,
    co2: air.co2 > 399,
    nh3: air.nh3 >= 0,
    registers: (['feed', 'water', 'energy'] as const).every(register => stores[register] >= before.stores[register]),
    silo: stores.silo >= 0,
    // Only a lorry fills a silo.
    filled: before.stores.lorry > 0 || stores.lorry > 0 || stores.silo <= before.stores.silo,
  }
  return Object.entries(laws).flatMap(([name, holds]) => (holds ? [] : [name]))
}

test('values stay physical under any commands and faults', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(commands, fc.integer({ min: 1, max: 90 })), { minLength: 1, maxLength: 12 }),
      fc.array(faults, { maxLength: 3 }),
      fc.constantFrom('broiler' as const, 'pig' as const),
      fc.integer({ min: 0, max: 41 }),
      (sequence, script, kind, age) => {
        const place = site(script)
        const shell = shellOf(kind)
        const batch = kind === 'broiler' ? flock(age) : { ...flock(age, 400), entryAge: 70 }
        const one = createHouse({ ...house('any', batch), shell }, place, noon)
        let t = noon
        for (const [commands, minutes] of sequence) {
          Object.assign(one.commands, commands)
          for (let minute = 0; minute < minutes; minute += 1) {
            const before = stateOf(one)
            t += MINUTE
            advance(one, place, t)
            expect(oddities(before, one, place)).toEqual([])
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('feed is neither made nor lost: what left silo and lorry was eaten', () => {
  const place = site()
  const one = settle(house(), place, noon)
  const before = stateOf(one).stores
  let ordered = 0
  for (let t = noon; t < noon + 8 * DAY; t += MINUTE) {
    const waiting = one.stores.lorry
    advance(one, place, t, houseComputer)
    ordered += Math.max(0, one.stores.lorry - waiting)
  }
  const { silo, feed, lorry } = one.stores
  expect(feed - before.feed).toBeGreaterThan(15_000)
  expect(ordered).toBeGreaterThan(10_000)
  expect(before.silo + before.lorry + ordered - lorry - silo).toBeCloseTo(feed - before.feed, 3)
})

test('an empty silo gives no feed', () => {
  const place = site()
  const one = settle(house(), place, noon)
  one.stores.silo = 5
  const { feed } = one.stores
  advance(one, place, noon + 4 * MINUTE)
  expect(one.stores.feed - feed).toBeCloseTo(5, 6)
  expect(one.stores.silo).toBe(0)
})

test('the same seed gives the same barn', () => {
  const series = (id: string): number[] => {
    const place = site()
    const one = settle(house(id), place, noon)
    const panel = createPanel([one], place, 'valley')
    return Array.from({ length: 200 }, (_, n) => {
      advance(one, place, noon + n * MINUTE, houseComputer)
      return panel.read('h1/temperature/1', noon + n * MINUTE)!.value
    })
  }
  expect(series('a')).toEqual(series('a'))
  expect(series('a')).not.toEqual(series('b'))
})

test('a saved house restores air and outputs, and advances stores and registers', () => {
  const place = site()
  const straight = settle(house(), place, noon)
  const first = settle(house(), place, noon)
  advance(straight, place, noon + 2 * HOUR, houseComputer)
  advance(first, place, noon + HOUR, houseComputer)
  const left = stateOf(first)
  const second = resume(house(), place, noon + 2 * HOUR, JSON.parse(JSON.stringify(left)) as HouseState)
  expect(stateOf(second)).toEqual({ ...stateOf(straight), air: left.air, commands: left.commands, opening: left.opening })
})

test('readings are rounded half away from zero', () => {
  expect([2.25, -2.25, 1.005, 21.449].map(value => round(value, 1))).toEqual([2.3, -2.3, 1, 21.4])
  expect(round(1.005, 2)).toBe(1.01)
})

describe('faults', () => {
  const hour = { after: 0, duration: 3600 }
  const reading = (one: House, faultsNow: ScriptedFault[], address: string, t = one.time) =>
    createPanel([one], site(faultsNow), 'valley').read(address, t)!

  test('a tripped breaker: the house heats up in spite of commands until it is reset', () => {
    const script = [{ after: 0, fault: 'tripped breaker' as const }]
    const place = site(script)
    const one = settle(house(), place, noon)
    const panel = createPanel([one], place, 'valley')
    const start = one.air.temperature
    one.commands.ventilation = 80
    advance(one, place, noon + 20 * MINUTE)
    expect(panel.read('h1/ventilation', one.time)!.value).toBe(0)
    expect(one.air.temperature).toBeGreaterThan(start + 4)
    const hot = one.air.temperature
    // The rule asks for more, and again: nothing happens. A person's order is a new start, whatever it says.
    const order = (value: number, byHand: boolean): void => {
      panel.point('h1/ventilation')!.write!.act(value, byHand)
      advance(one, place, one.time + 10 * MINUTE)
    }
    order(100, false)
    order(100, false)
    expect(panel.read('h1/ventilation', one.time)!.value).toBe(0)
    expect(one.air.temperature).toBeGreaterThan(hot)
    order(60, true)
    expect(panel.read('h1/ventilation', one.time)!.value).toBe(60)
    expect(one.air.temperature).toBeLessThan(hot)
  })

  test('the breaker can be reset by its own switch, and is over when its time is', () => {
    const place = site([{ after: 0, fault: 'tripped breaker', duration: 1800 }])
    const one = settle(house(), place, noon)
    one.commands.ventilation = 50
    advance(one, place, noon + 10 * MINUTE)
    const fans = createPanel([one], place, 'valley').point('h1/fans')!
    expect(fans.read(one.time)).toBe(0)
    fans.write!.act(1, false)
    advance(one, place, one.time + MINUTE)
    expect(fans.read(one.time)).toBe(0)
    fans.write!.act(1, true)
    advance(one, place, noon + 12 * MINUTE)
    expect(fans.read(one.time)).toBe(1)
    one.reset = 0
    advance(one, place, noon + 20 * MINUTE)
    expect(one.fans).toBe(0)
    advance(one, place, noon + 31 * MINUTE)
    expect(one.fans).toBe(0.5)
  })

  test('mains failure: fans stop until the generator has started', () => {
    const script = [{ ...hour, fault: 'mains failure' as const }]
    const place = site(script)
    const one = settle(house(), place, noon)
    const panel = createPanel([one], place, 'valley')
    one.commands.ventilation = 50
    advance(one, place, noon + 10_000)
    const now = (address: string): number => panel.read(address, one.time)!.value
    expect([now('h1/mains'), now('farm/mains'), now('farm/generator'), now('h1/ventilation')]).toEqual([0, 0, 0, 0])
    advance(one, place, noon + 30_000)
    expect([now('h1/mains'), now('farm/mains'), now('farm/generator'), now('h1/ventilation')]).toEqual([0, 0, 1, 50])
    advance(one, place, noon + 61 * MINUTE)
    expect([now('h1/mains'), now('farm/mains'), now('farm/generator')]).toEqual([1, 1, 0])
  })

  test('a blocked auger: animals drink, but the silo level is constant', () => {
    const before = after(0)
    const blocked = after(50, {}, [{ ...hour, fault: 'blocked auger' }])
    expect(blocked.stores.feed).toBe(before.stores.feed)
    expect(blocked.stores.silo).toBe(before.stores.silo)
    expect(blocked.stores.water).toBeGreaterThan(before.stores.water + 50)
  })

  test('a leak shows on the water meter during the fault', () => {
    const used = (minutes: number, script: ScriptedFault[]): number => after(minutes, {}, script).stores.water
    const leak: ScriptedFault[] = [{ ...hour, fault: 'leak' }]
    expect(used(60, leak) - used(60, [])).toBeCloseTo(400, 3)
    expect(used(120, leak) - used(120, [])).toBeCloseTo(400, 3)
  })

  test('a stuck sensor repeats its value, its neighbour does not', () => {
    const script: ScriptedFault[] = [{ ...hour, fault: 'stuck sensor', sensor: 'temperature/2' }]
    const place = site(script)
    const one = settle(house(), place, noon)
    const panel = createPanel([one], place, 'valley')
    const values = (address: string): Set<number> => {
      const seen = new Set<number>()
      for (let minute = 0; minute < 50; minute += 1) seen.add(panel.read(address, noon + minute * MINUTE)!.value)
      return seen
    }
    expect(values('h1/temperature/2').size).toBe(1)
    expect(values('h1/temperature/1').size).toBeGreaterThan(1)
  })

  test('a dropped-out sensor has no valid readings, one in another house has', () => {
    const script: ScriptedFault[] = [{ ...hour, fault: 'drop-out', house: 'h1', sensor: 'co2' }]
    const one = after(1, {}, script)
    expect(reading(one, script, 'h1/co2').good).toBe(false)
    expect(reading(one, script, 'h1/nh3').good).toBe(true)
    expect(reading(one, script, 'h1/co2', noon + 61 * MINUTE).good).toBe(true)
    expect(reading(one, [{ ...script[0]!, house: 'h2' }], 'h1/co2').good).toBe(true)
  })
})
