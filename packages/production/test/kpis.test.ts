import { describe, expect, it } from 'vitest'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import { DAY } from '../src/figures.ts'
import { kpis, LEAST_COVERAGE } from '../src/kpis.ts'
import type { KpiInput } from '../src/kpis.ts'
import { animalDays, balanceAt, balanceSteps, meanAnimals, replay } from '../src/replay.ts'
import { weightGroups } from '../src/weight.ts'
import {
  broilerMovements,
  broilerOpen,
  broilerRows,
  cell,
  HOUR,
  localDay,
  localTime,
  pigMovements,
  pigOpen,
  pigRows,
  pigs,
  pigTransfer,
  ross,
  transferAt,
} from './vectors.ts'

const feedUntil = (rows: typeof broilerRows, days: number) =>
  rows.slice(0, days).reduce((sum, row) => sum + cell(row, 'feedKg'), 0)
const waterUntil = (days: number) => broilerRows.slice(0, days).reduce((sum, row) => sum + cell(row, 'waterL'), 0)

const broiler = (days: number, more: Partial<KpiInput> = {}): KpiInput => ({
  openDate: broilerOpen,
  closeDate: null,
  localDay,
  localTime,
  usableArea: 1300,
  speciesRoot: 'POULTRY',
  movements: broilerMovements,
  weighings: [],
  feedKg: feedUntil(broilerRows, days),
  waterL: waterUntil(days),
  curve: ross,
  now: broilerOpen + days * DAY,
  ...more,
})
const pig = (days: number, more: Partial<KpiInput> = {}): KpiInput => ({
  openDate: pigOpen,
  closeDate: null,
  localDay,
  localTime,
  usableArea: 300,
  speciesRoot: 'PIG',
  movements: pigMovements,
  weighings: [],
  feedKg: feedUntil(pigRows, days),
  waterL: null,
  curve: pigs,
  now: pigOpen + days * DAY,
  ...more,
})

describe('the broiler vector', () => {
  const steps = balanceSteps(broilerMovements)

  it.each(broilerRows.map((row, day) => [day, row] as const))('gives every number of day %d', (day, row) => {
    const from = broilerOpen + day * DAY
    const until = broilerMovements.filter(({ at }) => at <= from + DAY)
    expect(replay(until, broilerOpen)).toMatchObject({
      totals: { balance: cell(row, 'end'), totalMortality: cell(row, 'cumDeaths') },
    })
    expect(balanceAt(steps, from + HOUR)).toBe(cell(row, 'start'))
    expect(balanceAt(steps, from + DAY)).toBe(cell(row, 'end'))
    expect(animalDays(steps, from, from + DAY, localTime)).toBeCloseTo(cell(row, 'animalDays'), 6)
    const mean = meanAnimals(steps, from, from + DAY)
    expect(round(cell(row, 'feedKg') / mean, 3)).toBe(cell(row, 'feedPerAnimal'))
    expect(round(feedUntil(broilerRows, day + 1), 1)).toBe(cell(row, 'cumFeed'))
    expect(waterUntil(day + 1)).toBe(cell(row, 'cumWater'))
    const estimate = kpis(broiler(day + 1, { now: from + DAY }))
    expect(estimate).toMatchObject({ currentWeight: cell(row, 'curveW') / 1000, isWeightEstimated: true })
  })

  it('gives the figures of an open batch at age 21', () => {
    const now = broilerOpen + 21 * DAY
    expect(kpis(broiler(21, { weighings: [{ at: now, average: 0.992, method: 'MANUAL' }] }))).toMatchObject({
      numberAnimals: 19_702,
      mortality: 1.49,
      daysOpen: 21,
      batchAge: 21,
      averageDailyGain: 45,
      gain: 18_664.4,
      feedConversion: 1.22,
      curveDeviation: -2,
      spacePerAnimal: 0.07,
      animalsPerSpace: 15.16,
      density: 15,
      isWeightEstimated: false,
      iep: NOT_COMPUTABLE,
    })
  })

  it('gives the density before the sale of day 35', () => {
    const now = broilerOpen + 35 * DAY - 1
    const figures = kpis(broiler(35, { now, weighings: [{ at: now, average: 2.25, method: 'MANUAL' }] }))
    expect(figures).toMatchObject({ numberAnimals: 19_520, balance: 19_520, density: 33.8 })
  })

  it('gives the figures of the closed batch', () => {
    const feedKg = 96_000 - 6000 - 6950 - 8.5
    expect(feedKg).toBe(83_041.5)
    expect(kpis(broiler(42, { closeDate: broilerOpen + 42 * DAY, now: broilerOpen + 60 * DAY, feedKg }))).toEqual({
      totalEntry: 20_000,
      totalMortality: 570,
      totalExit: 19_430,
      totalExitPending: 0,
      balance: 0,
      numberAnimals: 19_430,
      mortality: 2.85,
      livability: 97.15,
      daysOpen: 42,
      batchAge: 42,
      entryWeight: 0.044,
      exitWeight: 2.761,
      currentWeight: 2.998,
      isWeightEstimated: true,
      stay: 40.2,
      ageAtExit: 40.2,
      averageDailyGain: 68,
      gain: 52_760,
      feedConversion: 1.57,
      // No death of the vector has a weight.
      technicalConversion: NOT_COMPUTABLE,
      animalDays: 792_067,
      feed: 83_041.5,
      water: 149_476,
      feedPerAnimalDay: 0.105,
      waterPerAnimalDay: 0.189,
      waterFeedRatio: 1.8,
      spacePerAnimal: NOT_COMPUTABLE,
      animalsPerSpace: 0,
      density: 0,
      epef: 424,
      iep: NOT_COMPUTABLE,
      curveDeviation: -2,
      unexplained: 0,
    })
  })
})

describe('the pig vector', () => {
  const steps = balanceSteps(pigMovements)

  it.each(pigRows.map((row, day) => [day, row] as const))('gives every number of day %d', (day, row) => {
    const from = pigOpen + day * DAY
    const until = pigMovements.filter(({ at }) => at <= from + DAY)
    expect(replay(until, pigOpen)).toMatchObject({
      totals: { balance: cell(row, 'end'), totalMortality: cell(row, 'cumDeaths') },
    })
    expect(balanceAt(steps, from + HOUR)).toBe(cell(row, 'start'))
    expect(balanceAt(steps, from + DAY)).toBe(cell(row, 'end'))
    expect(animalDays(steps, from, from + DAY, localTime)).toBeCloseTo(cell(row, 'animalDays'), 6)
    expect(round(cell(row, 'feedKg') / meanAnimals(steps, from, from + DAY), 2)).toBe(cell(row, 'feedPerPig'))
    expect(round(feedUntil(pigRows, day + 1), 1)).toBe(cell(row, 'cumFeed'))
    const figures = kpis(pig(day + 1))
    expect(figures).toMatchObject({ batchAge: cell(row, 'age') + 1, isWeightEstimated: true })
    expect(round(figures.currentWeight, 1)).toBe(cell(row, 'curveW'))
  })

  it('counts a pending transfer as reserved and keeps its animals', () => {
    const movements = pigMovements.map(each => (each === pigTransfer ? { ...each, pending: true } : each))
    const pending = kpis(pig(29, { movements }))
    expect(pending).toMatchObject({ balance: 396, totalExitPending: 20, totalExit: 0, numberAnimals: 396 })
    const confirmed = kpis(pig(29))
    expect(confirmed).toMatchObject({ balance: 376, totalExitPending: 0, totalExit: 20, numberAnimals: 396 })
    const exit = (number: number) => ({ ...pigTransfer, id: '999999', at: transferAt + DAY, number })
    const until = movements.filter(({ at }) => at <= transferAt + DAY)
    expect(replay([...until, exit(376)], pigOpen)).toMatchObject({ totals: { balance: 20, totalExitPending: 20 } })
    expect(replay([...until, exit(377)], pigOpen)).toEqual({
      violation: {
        code: 'TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS',
        movementId: '999999',
        at: transferAt + DAY,
        shortage: 1,
      },
    })
  })

  it('gives the current weight of an open batch from its last weighing', () => {
    const weighings = [
      { at: pigOpen + 35 * DAY, average: 58, method: 'MANUAL' as const },
      { at: pigOpen + 20 * DAY, average: 50, method: 'SCALE' as const },
      { at: pigOpen + 50 * DAY, average: 90, method: 'SCALE' as const },
    ]
    expect(kpis(pig(42, { weighings }))).toMatchObject({ currentWeight: 64.477, isWeightEstimated: false, batchAge: 112 })
  })

  it('gives the figures of the closed batch', () => {
    expect(kpis(pig(91, { closeDate: pigOpen + 91 * DAY }))).toMatchObject({
      numberAnimals: 390,
      totalExit: 390,
      mortality: 2.5,
      exitWeight: 110.974,
      stay: 85.1,
      ageAtExit: 155.1,
      averageDailyGain: 944,
      gain: 31_000,
      feedConversion: 2.52,
      technicalConversion: 2.47,
      animalDays: 33_579,
      feedPerAnimalDay: 2.328,
      waterPerAnimalDay: NOT_COMPUTABLE,
      // At the age of 155.1 days the curve says 110.04 kg.
      curveDeviation: 0.9,
      iep: 365,
      epef: NOT_COMPUTABLE,
      balance: 0,
    })
  })

  it('puts the sales into the group of their average weight', () => {
    expect(weightGroups(pigMovements).map(({ from, animals, weight }) => [from, animals, weight])).toEqual([
      [0, 0, 0],
      [90, 0, 0],
      [100, 0, 0],
      [110, 370, 42_400],
      [120, 0, 0],
    ])
  })

  it('puts a sale at a limit into the heavier group', () => {
    const sale = { ...pigMovements.at(-1)!, number: 10 }
    const animals = (weight: number | null) => weightGroups([{ ...sale, weight }]).map(group => group.animals)
    expect(animals(1100)).toEqual([0, 0, 0, 10, 0])
    expect(animals(1099.9)).toEqual([0, 0, 10, 0, 0])
    expect(animals(1200)).toEqual([0, 0, 0, 0, 10])
    expect(animals(null)).toEqual([0, 0, 0, 0, 0])
  })
})

describe('figures that cannot be computed', () => {
  it('are −100 without movements', () => {
    const empty = kpis(broiler(3, { movements: [], curve: null, usableArea: null, feedKg: null, waterL: null }))
    const { daysOpen, totalEntry, totalMortality, totalExit, totalExitPending, balance, numberAnimals, ...others } = empty
    expect([daysOpen, totalEntry, totalMortality, totalExit, totalExitPending, balance, numberAnimals]).toEqual([
      3, 0, 0, 0, 0, 0, 0,
    ])
    const { gain, animalDays, isWeightEstimated, unexplained, ...invalid } = others
    expect([gain, animalDays, isWeightEstimated, unexplained]).toEqual([0, 0, false, 0])
    expect(Object.values(invalid).every(value => value === NOT_COMPUTABLE)).toBe(true)
  })

  it('are −100 where weights of sales or deaths are unknown', () => {
    const movements = pigMovements.map(each => (each.action === 'EXIT' ? { ...each, weight: null } : each))
    expect(kpis(pig(91, { closeDate: pigOpen + 91 * DAY, movements }))).toMatchObject({
      exitWeight: NOT_COMPUTABLE,
      gain: NOT_COMPUTABLE,
      feedConversion: NOT_COMPUTABLE,
      technicalConversion: NOT_COMPUTABLE,
      averageDailyGain: NOT_COMPUTABLE,
      iep: NOT_COMPUTABLE,
      mortality: 2.5,
    })
  })

  it('are the rates of feed and water of which more than a tenth of the days is missing', () => {
    const whole = kpis(broiler(21))
    const least = { measured: 100 * LEAST_COVERAGE, total: 100 }
    const fewer = { measured: 89, total: 100 }
    expect(kpis(broiler(21, { feedDays: least, waterDays: least }))).toEqual(whole)
    expect(kpis(broiler(21, { feedDays: fewer }))).toEqual({
      ...whole,
      feedConversion: NOT_COMPUTABLE,
      technicalConversion: NOT_COMPUTABLE,
      feedPerAnimalDay: NOT_COMPUTABLE,
      waterFeedRatio: NOT_COMPUTABLE,
      epef: NOT_COMPUTABLE,
    })
    expect(kpis(broiler(21, { waterDays: fewer }))).toEqual({
      ...whole,
      waterPerAnimalDay: NOT_COMPUTABLE,
      waterFeedRatio: NOT_COMPUTABLE,
    })
  })

  it('are −100 where nothing was gained', () => {
    const weighings = [{ at: broilerOpen + HOUR, average: 0.044, method: 'MANUAL' as const }]
    const figures = kpis(broiler(0, { weighings, now: broilerOpen + HOUR, feedKg: 5 }))
    expect(figures).toMatchObject({
      gain: 0,
      feedConversion: NOT_COMPUTABLE,
      epef: NOT_COMPUTABLE,
      averageDailyGain: NOT_COMPUTABLE,
      stay: 0,
    })
  })
})
