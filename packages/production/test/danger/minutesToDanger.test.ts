import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SPECIES_CODES } from '@steading/contract/production/species'
import { heatModelOf } from '../../src/danger/animalHeat.ts'
import { CO2_LIMIT, heatLimits, HORIZON, minutesToDanger } from '../../src/danger/minutesToDanger.ts'
import type { DangerInput } from '../../src/danger/minutesToDanger.ts'

/** The broiler house of the barn model, its ventilation off. */
const house: DangerInput = {
  species: 'BROILER',
  animals: 19_600,
  weight: 2,
  isWeightEstimated: false,
  age: 33,
  temperature: 24,
  slope: null,
  humidity: 65,
  co2: null,
  outside: 30,
  area: 1300,
  height: 3.2,
  isVentilationOff: true,
}
const estimate = (change: Partial<DangerInput> = {}) => minutesToDanger({ ...house, ...change }).estimate
const next = (change: Partial<DangerInput> = {}) => estimate(change)?.next

describe('heat of an animal at 20 °C', () => {
  test.each([
    ['BROILER', 2, 17.9],
    ['FINISHER', 60, 181.5],
    ['LAYER', 1.8, 11.8],
    ['SOW', 220, 291.1],
    ['CALF', 100, 257.9],
    ['BEEF', 400, 723.2],
    ['DAIRY', 650, 1336.9],
    ['TURKEY', 10, 58.1],
  ] as const)('of %s of %d kg is %d W', (species, weight, watts) =>
    expect(heatModelOf(species)!.totalHeat(weight)).toBeCloseTo(watts, 1),
  )
  test('is not known of sheep', () => expect(heatModelOf('SHEEP')).toBeNull())
  test('is positive for every kind that has figures', () => {
    for (const code of SPECIES_CODES) expect(heatModelOf(code)?.totalHeat(1) ?? 1).toBeGreaterThan(0)
  })
})

describe('limits', () => {
  test.each([
    ['BROILER', 0, 38, 41],
    ['BROILER', 6, 35, 38],
    ['BROILER', 20, 33, 36],
    ['FINISHER', 0, 33, 36],
  ] as const)('of %s at age %d are %d and %d °C', (species, age, warning, lethal) =>
    expect(heatLimits(species, age)).toEqual({ warning, lethal }),
  )
})

describe('minutes to danger without ventilation', () => {
  test.each([
    ['broilers of 2 kg on a warm night', {}, { minutes: 27, low: 20, high: 37 }],
    ['broilers of 2 kg at 0 °C', { outside: 0 }, { minutes: 41, low: 27, high: 72 }],
    ['broilers of 2.8 kg', { weight: 2.8, temperature: 26, outside: 25 }, { minutes: 19, low: 14, high: 28 }],
    [
      'pigs of 100 kg',
      { species: 'FINISHER', animals: 375, weight: 100, age: 150, area: 300, height: 3, temperature: 22, outside: 15 },
      { minutes: 35, low: 22, high: 54 },
    ],
  ] as const)('vector: %s', (_, change, expected) => {
    const found = next(change)
    expect(found).toMatchObject({ kind: 'HEAT', limit: 33 })
    expect(Math.abs(found!.minutes - expected.minutes)).toBeLessThanOrEqual(1)
    expect(Math.abs(found!.low - expected.low)).toBeLessThanOrEqual(1)
    expect(Math.abs(found!.high! - expected.high)).toBeLessThanOrEqual(1)
  })
  test('above the first limit count to the second', () => expect(next({ temperature: 34 })).toMatchObject({ limit: 36 }))
  test('above the second are 0', () =>
    expect(next({ temperature: 36 })).toMatchObject({ limit: 36, minutes: 0, low: 0, high: 0 }))
  test('are null where the limit is never reached', () =>
    expect(next({ weight: 0.05, age: 1, temperature: 30, outside: 10 })).toBeNull())
  test('have a wider error where area, weather, humidity and weight are assumed', () => {
    const known = next()!
    const assumed = next({ area: null, outside: null, humidity: null, isWeightEstimated: true })!
    expect(assumed.high! - assumed.low).toBeGreaterThan(known.high! - known.low)
  })
  test('count to the CO2 limit where that comes first', () => {
    expect(next({ co2: CO2_LIMIT - 500 })).toMatchObject({ kind: 'CO2', limit: CO2_LIMIT })
    expect(estimate()!.co2).toBeNull()
  })
  test('use limits of the house instead of those of the species', () =>
    expect(next({ limits: { warning: 30, lethal: 34 } })).toMatchObject({ limit: 30 }))
  test('follow a slope that is steeper than the balance', () => expect(next({ slope: 0.9 })).toMatchObject({ minutes: 10 }))
  test('ignore a slope that is flatter than the balance', () => expect(next({ slope: 0.05 })).toEqual(next()))
})

describe('minutes to danger while the ventilation may run', () => {
  const running = { isVentilationOff: false }
  test('follow the measured slope', () => expect(next({ ...running, slope: 0.3 })).toMatchObject({ minutes: 30, low: 23 }))
  test.each([0, -0.2, 0.01])('are null at a slope of %d K/min', slope => expect(next({ ...running, slope })).toBeNull())
  test('take the ventilation as off without a slope', () => expect(next({ ...running, slope: null })).toEqual(next()))
})

describe('no estimate', () => {
  test.each([
    ['WEIGHT', { weight: null }],
    ['WEIGHT', { weight: 0 }],
    ['ANIMALS', { animals: 0 }],
    ['SPECIES', { species: 'GOAT' }],
  ] as const)('%s', (missing, change) => expect(minutesToDanger({ ...house, ...change })).toEqual({ estimate: null, missing }))
})

const inputs = fc.record<DangerInput>({
  species: fc.constantFrom('BROILER', 'LAYER', 'FINISHER', 'SOW', 'BEEF', 'DAIRY'),
  animals: fc.integer({ min: 1, max: 30_000 }),
  weight: fc.double({ min: 0.04, max: 600, noNaN: true }),
  isWeightEstimated: fc.boolean(),
  age: fc.option(fc.integer({ min: 0, max: 400 })),
  temperature: fc.double({ min: 5, max: 40, noNaN: true }),
  slope: fc.option(fc.double({ min: -1, max: 2, noNaN: true })),
  humidity: fc.option(fc.integer({ min: 0, max: 100 })),
  co2: fc.option(fc.integer({ min: 300, max: 10_000 })),
  outside: fc.option(fc.double({ min: -20, max: 45, noNaN: true })),
  area: fc.option(fc.integer({ min: 50, max: 3000 })),
  height: fc.option(fc.double({ min: 2, max: 8, noNaN: true })),
  isVentilationOff: fc.boolean(),
})
/** Minutes as a number that can be compared: never is later than everything. */
const count = (minutes: number | null | undefined) => minutes ?? HORIZON * 2
const minutesOf = (input: DangerInput) => {
  const { estimate: found } = minutesToDanger(input)
  return [count(found?.warning?.minutes), count(found?.lethal?.minutes), count(found?.co2?.minutes)]
}
/** Integration goes in steps of 10 s: a minute is within its error. */
const isNotLater = (sooner: readonly number[], later: readonly number[]) =>
  sooner.every((minutes, at) => minutes <= later[at]! + 1)

describe('properties', () => {
  test('the error contains the estimate', () =>
    fc.assert(
      fc.property(inputs, input => {
        const { estimate: found } = minutesToDanger(input)
        const given = [found?.warning, found?.lethal, found?.co2, found?.next].filter(one => one !== null && one !== undefined)
        for (const { low, minutes, high } of given) {
          expect(low).toBeGreaterThanOrEqual(0)
          expect(low).toBeLessThanOrEqual(minutes)
          expect(high ?? Infinity).toBeGreaterThanOrEqual(minutes)
        }
      }),
      { numRuns: 1000 },
    ))
  // The area of a house is given: an assumed one grows with the animals.
  const inKnownHouse = inputs.map(input => ({ ...input, area: input.area ?? 1000 }))
  test.each([
    ['animals', (input: DangerInput, share: number) => ({ ...input, animals: Math.ceil(input.animals * (1 + share)) })],
    ['weight', (input: DangerInput, share: number) => ({ ...input, weight: input.weight! * (1 + share) })],
    ['outside temperature', (input: DangerInput, share: number) => ({ ...input, outside: (input.outside ?? 20) + 10 * share })],
  ])('more %s never give more time', (_, grow) =>
    fc.assert(
      fc.property(inKnownHouse, fc.double({ min: 0.01, max: 1, noNaN: true }), (input, share) => {
        const before = { ...input, outside: input.outside ?? 20 }
        // Heat of a growing pig falls again above 150 kg by the formula, which holds up to 120 kg.
        fc.pre(before.species !== 'FINISHER' || before.weight! < 60)
        expect(isNotLater(minutesOf(grow(before, share)), minutesOf(before))).toBe(true)
      }),
      { numRuns: 1000 },
    ),
  )
})
