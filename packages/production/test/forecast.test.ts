import { describe, expect, it } from 'vitest'
import { estimateGrowth, forecastSlaughter, forecastWeight } from '../src/forecast.ts'
import type { GrowthObservation } from '../src/forecast.ts'
import { ENTRY, FORECAST_AGES, forecastFigures, forecastLines, SLAUGHTER_AGE } from './forecastFigures.ts'
import { ross } from './vectors.ts'

const USUAL = ross[SLAUGHTER_AGE]!.weight

describe.each(FORECAST_AGES)('the forecast at age %d', age => {
  const { weight, date } = forecastFigures(age)

  it('holds the weight of at least 75 % of the batches in its 80 % band', () => {
    expect(weight.inside).toBeGreaterThanOrEqual(0.75)
    expect(weight.width).toBeLessThan(0.09)
    expect(weight.error).toBeLessThan(0.6 * weight.curveError)
  })

  it('holds the slaughter date of at least 75 % of the batches in its 80 % band', () => {
    expect(date.inside).toBeGreaterThanOrEqual(0.75)
    expect(date.width).toBeLessThan(3)
  })
})

describe('the figures of the forecast in words', () => {
  it('name the coverage at each age beside its goal', () => {
    const inside = FORECAST_AGES.map(age => (100 * forecastFigures(age).weight.inside).toFixed(1))
    expect(forecastLines()).toEqual(
      FORECAST_AGES.map((age, index) =>
        expect.stringContaining(`at age ${age} the 80 % band of the weight at 35 holds ${inside[index]!} % (goal 75 %)`),
      ),
    )
  })
})

describe('the growth factor', () => {
  const weighings = (factor: number, ages: readonly number[]): GrowthObservation[] =>
    ages.map(age => ({ age, weight: 0.044 + factor * (ross[age]!.weight - 0.044), method: 'MANUAL' }))

  it('is shrunk towards 1 and follows more weighings', () => {
    const once = estimateGrowth(ross, ENTRY, weighings(1.08, [14]), 14)!.factor
    const often = estimateGrowth(ross, ENTRY, weighings(1.08, [7, 10, 14, 17, 21, 24, 28]), 28)!.factor
    expect(once).toBeGreaterThan(1.01)
    expect(once).toBeLessThan(often)
    expect(often).toBeGreaterThan(1.05)
    expect(often).toBeLessThan(1.08)
  })
  it('is 1 and the weight the curve’s without weighings', () => {
    const growth = estimateGrowth(ross, { age: 0, weight: null }, [], 14)!
    expect(growth).toMatchObject({ age: 0, factor: 1, weight: 0.044 })
    expect(forecastWeight(ross, growth, 35)?.weight).toBeCloseTo(USUAL, 9)
  })
  it('follows an exact weighing more than a vague one', () => {
    const observed = (standardError: number) =>
      estimateGrowth(ross, ENTRY, [{ age: 21, weight: 0.9, method: 'MANUAL', standardError }], 21)!.weight
    expect(observed(0.001)).toBeCloseTo(0.9, 3)
    expect(observed(0.2)).toBeGreaterThan(0.97)
  })
  it('does not count weighings before the entry or after the age asked for', () => {
    const none = estimateGrowth(ross, { age: 7, weight: 0.213 }, [], 14)
    const others: GrowthObservation[] = [
      { age: 3, weight: 9, method: 'SCALE' },
      { age: 15, weight: 9, method: 'SCALE' },
    ]
    expect(estimateGrowth(ross, { age: 7, weight: 0.213 }, others, 14)).toEqual(none)
  })
})

describe('a forecast', () => {
  const growth = estimateGrowth(ross, ENTRY, [{ age: 21, weight: 1.012, method: 'SCALE' }], 21)!

  it('has a band that widens with time', () => {
    const widths = [21, 28, 35, 42].map(age => forecastWeight(ross, growth, age)!).map(({ high, low }) => high - low)
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
    expect(new Set(widths).size).toBe(4)
  })
  it('is null before the last weighing and above the last age of the curve', () => {
    expect(forecastWeight(ross, growth, 20)).toBeNull()
    expect(forecastWeight(ross, growth, 42.5)).toBeNull()
    expect(estimateGrowth(ross, { age: 50, weight: 3 }, [], 60)).toBeNull()
  })
  it('names the ages at which the target is crossed', () => {
    const { age, earliest, latest } = forecastSlaughter(ross, growth, USUAL)
    expect(age).toBeCloseTo(35, 0)
    expect(earliest).toBeLessThan(age!)
    expect(latest).toBeGreaterThan(age!)
    expect(forecastWeight(ross, growth, age!)!.weight).toBeCloseTo(USUAL, 2)
  })
  it('has no date for a weight beyond the curve', () => {
    expect(forecastSlaughter(ross, growth, 3)).toMatchObject({ latest: null })
    expect(forecastSlaughter(ross, growth, 5)).toEqual({ age: null, earliest: null, latest: null })
  })
  it('is today when the target is reached', () => {
    expect(forecastSlaughter(ross, growth, 0.5)).toEqual({ age: 21, earliest: 21, latest: 21 })
  })
})
