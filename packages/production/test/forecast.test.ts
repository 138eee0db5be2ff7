import { describe, expect, it } from 'vitest'
import { estimateGrowth, forecastSlaughter, forecastWeight } from '../src/forecast.ts'
import type { GrowthObservation } from '../src/forecast.ts'
import { simulateBatch } from './simulation.ts'
import { ross } from './vectors.ts'

const USUAL = ross[35]!.weight
const ENTRY = { age: 0, weight: 0.044 }
const SLAUGHTER_AGE = 35
const TARGET = 2.2
const batches = Array.from({ length: 40 }, (_, index) => simulateBatch(index + 1))
const share = (values: readonly boolean[]) => values.filter(Boolean).length / values.length
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Age at which a simulated batch reaches the target. */
function truth(weights: readonly number[]): number {
  const after = weights.findIndex(weight => weight >= TARGET)
  const [low, high] = [weights[after - 1]!, weights[after]!]
  return after - 1 + (TARGET - low) / (high - low)
}

describe.each([14, 21, 28])('the forecast at age %d', age => {
  const growths = batches.map(({ observations }) => estimateGrowth(ross, ENTRY, observations, age)!)
  const forecasts = growths.map(growth => forecastWeight(ross, growth, SLAUGHTER_AGE)!)

  it('holds the weight of at least 75 % of the batches in its 80 % band', () => {
    const inside = share(
      batches.map(({ weights }, index) => {
        const { low, high } = forecasts[index]!
        return weights[SLAUGHTER_AGE]! >= low && weights[SLAUGHTER_AGE]! <= high
      }),
    )
    const width = mean(forecasts.map(({ weight, low, high }) => (high - low) / weight))
    const error = mean(forecasts.map(({ weight }, index) => Math.abs(weight / batches[index]!.weights[SLAUGHTER_AGE]! - 1)))
    const curveError = mean(batches.map(({ weights }) => Math.abs(USUAL / weights[SLAUGHTER_AGE]! - 1)))
    console.info(
      `age ${age}: weight at ${SLAUGHTER_AGE} inside ${inside}, band ${(100 * width).toFixed(1)} %, ` +
        `error ${(100 * error).toFixed(1)} % (curve ${(100 * curveError).toFixed(1)} %)`,
    )
    expect(inside).toBeGreaterThanOrEqual(0.75)
    expect(width).toBeLessThan(0.09)
    expect(error).toBeLessThan(0.6 * curveError)
  })

  it('holds the slaughter date of at least 75 % of the batches in its 80 % band', () => {
    const dates = growths.map(growth => forecastSlaughter(ross, growth, TARGET))
    const inside = share(
      batches.map(({ weights }, index) => {
        const { earliest, latest } = dates[index]!
        return truth(weights) >= earliest! && truth(weights) <= latest!
      }),
    )
    const days = mean(dates.map(({ earliest, latest }) => latest! - earliest!))
    console.info(`age ${age}: date of ${TARGET} kg inside ${inside}, band ${days.toFixed(1)} d`)
    expect(inside).toBeGreaterThanOrEqual(0.75)
    expect(days).toBeLessThan(3)
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
