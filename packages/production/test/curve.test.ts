import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveWindowRange, expectedDaily, interpolate } from '../src/curve.ts'
import { countedWeighings, currentWeight, scaleDayWeight } from '../src/weight.ts'
import { pigs, ross } from './vectors.ts'

const curves = fc
  .uniqueArray(fc.record({ age: fc.integer({ min: 0, max: 300 }), weight: fc.double({ min: 0.01, max: 200, noNaN: true }) }), {
    selector: ({ age }) => age,
    minLength: 2,
    maxLength: 20,
  })
  .map(points => points.sort((a, b) => a.age - b.age))

describe('interpolation', () => {
  it('stays between the values of the neighbouring points', () => {
    fc.assert(
      fc.property(curves, fc.double({ min: -10, max: 320, noNaN: true }), (points, age) => {
        fc.pre(age <= points.at(-1)!.age)
        const value = interpolate(points, age, 'weight')
        const next = points.findIndex(point => point.age >= age)
        const neighbours = [points[Math.max(0, next - 1)]!.weight, points[next]!.weight]
        expect(value).toBeGreaterThanOrEqual(Math.min(...neighbours) - 1e-9)
        expect(value).toBeLessThanOrEqual(Math.max(...neighbours) + 1e-9)
      }),
    )
  })

  it('gives the first value below the first age and null above the last', () => {
    fc.assert(
      fc.property(curves, fc.double({ min: 0.001, max: 1000, noNaN: true }), (points, distance) => {
        expect(interpolate(points, points[0]!.age - distance, 'weight')).toBe(points[0]!.weight)
        expect(interpolate(points, points.at(-1)!.age + distance, 'weight')).toBeNull()
      }),
    )
  })

  it('gives the value of each point', () => {
    fc.assert(
      fc.property(curves, points => {
        for (const { age, weight } of points) expect(interpolate(points, age, 'weight')).toBe(weight)
      }),
    )
  })

  it.each([
    [70, 30.7],
    [63, 26],
    [10, 26],
    [73.5, 33.2],
    [175, 131],
  ])('weighs a pig of %d days', (age, weight) => {
    expect(interpolate(pigs, age, 'weight')).toBeCloseTo(weight, 9)
  })

  it('passes over points without the member', () => {
    const points = [
      { age: 0, weight: 1, tMin: 30 },
      { age: 5, weight: 2 },
      { age: 10, weight: 3, tMin: 20 },
    ]
    expect(interpolate(points, 5, 'tMin')).toBe(25)
    expect(interpolate(points, 5, 'co2Max')).toBeNull()
    expect(interpolate(pigs, 155, 'dailyFeed')).toBeNull()
    expect(interpolate([], 5, 'weight')).toBeNull()
  })
})

describe('the amount of a day', () => {
  it('is that of the day of life in a curve of days', () => {
    expect([0, 41].map(age => expectedDaily(ross, age, 'dailyFeed', 1))).toEqual([0.012, 0.207])
    expect(expectedDaily(ross, 42, 'dailyFeed', 1)).toBeNull()
  })
  it('is that of the whole week in a curve of weeks', () => {
    expect([50, 63, 69.9, 70, 76, 160.9].map(age => expectedDaily(pigs, age, 'dailyFeed', 7))).toEqual([
      1.31, 1.31, 1.31, 1.44, 1.44, 3.18,
    ])
    expect(expectedDaily(pigs, 161, 'dailyFeed', 7)).toBeNull()
    expect(expectedDaily(pigs, 70, 'dailyWater', 7)).toBeNull()
  })
})

describe('the window of a curve', () => {
  it('goes a week ahead while the batch is open', () => {
    expect(curveWindowRange(ross, { entryAge: 0, age: 21, closed: false })).toEqual({ from: 0, to: 28 })
    expect(curveWindowRange(ross, { entryAge: 0, age: 40, closed: false })).toEqual({ from: 0, to: 42 })
  })
  it('ends at the age at closing', () => {
    expect(curveWindowRange(pigs, { entryAge: 70, age: 161, closed: true })).toEqual({ from: 70, to: 161 })
  })
  it('starts at the first age of the curve', () => {
    expect(curveWindowRange(pigs, { entryAge: 28, age: 60, closed: false })).toEqual({ from: 63, to: 67 })
  })
  it('is null where the curve has none of the ages', () => {
    expect(curveWindowRange(ross, { entryAge: 60, age: 70, closed: false })).toBeNull()
    expect(curveWindowRange([], { entryAge: 0, age: 3, closed: false })).toBeNull()
  })
})

describe('a day of a scale', () => {
  it('counts as the weight at the start of its day', () => {
    const midday = (age: number) => interpolate(ross, age + 0.5, 'weight')!
    for (const age of [0, 1, 14, 41]) expect(scaleDayWeight(midday(age), ross, age)).toBeCloseTo(ross[age]!.weight, 9)
    // Chicks of two percent more than the curve, not of 22.
    expect(scaleDayWeight(1.02 * midday(0), ross, 0)).toBeCloseTo(1.02 * 0.044, 9)
  })
  it('stays as it is without a curve, without an age, and beyond the curve', () => {
    expect(scaleDayWeight(0.5, null, 14)).toBe(0.5)
    expect(scaleDayWeight(0.5, ross, null)).toBe(0.5)
    expect(scaleDayWeight(3.1, ross, 50)).toBe(3.1)
  })
})

describe('the current weight', () => {
  const ageAt = (at: number) => at
  it('is an estimate of the curve without a weighing', () => {
    expect(currentWeight([], ross, ageAt, 21)).toEqual({ weight: 1.012, estimate: true, weighedAt: null })
    expect(currentWeight([], ross, ageAt, 43)).toBeNull()
    expect(currentWeight([], null, ageAt, 21)).toBeNull()
  })
  it('is the weighing without a curve or an age', () => {
    const weighings = [{ at: 10, average: 0.4, method: 'SCALE' as const }]
    expect(currentWeight(weighings, null, ageAt, 21)).toEqual({ weight: 0.4, estimate: false, weighedAt: 10 })
    expect(currentWeight(weighings, ross, () => null, 21)?.weight).toBe(0.4)
  })
  it('is the weighing beyond the last age of the curve, flagged unless it is of that age', () => {
    const weighings = [{ at: 35, average: 2, method: 'SCALE' as const }]
    expect(currentWeight(weighings, ross, ageAt, 42)?.weight).toBeCloseTo((2 * ross[42]!.weight) / ross[35]!.weight, 9)
    expect(currentWeight(weighings, ross, ageAt, 43)).toEqual({ weight: 2, estimate: true, weighedAt: 35 })
    const late = [{ at: 50, average: 3.4, method: 'MANUAL' as const }]
    expect(currentWeight(late, ross, ageAt, 50)).toEqual({ weight: 3.4, estimate: false, weighedAt: 50 })
    expect(currentWeight(late, ross, ageAt, 51)).toEqual({ weight: 3.4, estimate: true, weighedAt: 50 })
  })
  it('follows the one entered last of two weighings at one time, whatever their methods', () => {
    for (const [first, second] of [
      ['MANUAL', 'MANUAL'],
      ['SCALE', 'SCALE'],
      ['MANUAL', 'SCALE'],
      ['SCALE', 'MANUAL'],
    ] as const) {
      const entered = [
        { at: 21, average: 1.1, method: first },
        { at: 21, average: 1, method: second },
      ]
      expect(currentWeight(countedWeighings(entered, []), ross, ageAt, 21)?.weight).toBeCloseTo(1, 9)
    }
  })
  it('follows an entered weighing rather than the day of a scale that begins at its time', () => {
    const scaleDay = { at: 21, average: 1.1, method: 'SCALE' as const }
    for (const method of ['MANUAL', 'SCALE'] as const)
      expect(countedWeighings([{ at: 21, average: 1, method }], [scaleDay])).toEqual([{ at: 21, average: 1, method }])
  })
  it('counts weighings in the order of time', () => {
    const weighings = [30, 10, 20].map(at => ({ at, average: at, method: 'MANUAL' as const }))
    expect(countedWeighings(weighings, []).map(({ at }) => at)).toEqual([10, 20, 30])
  })
})
