import { coverageOf, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { Kpis, MeasuredDays } from '@steading/contract/production/figures'
import { birthDay, meanEntryDay, meanExitDay } from './age.ts'
import { waterFeedRatio } from './consumption.ts'
import { interpolate } from './curve.ts'
import type { Curve } from './curve.ts'
import { figure, quotient, sumOf } from './figures.ts'
import type { LocalDay, LocalTime, Term } from './figures.ts'
import { animalDays, balanceSteps, deathsOf, entriesOf, exitsOf, numberAnimals, totalsOf } from './replay.ts'
import type { Movement, Totals } from './replay.ts'
import { currentWeight, curveDeviation } from './weight.ts'
import type { Weighing } from './weight.ts'

export interface KpiInput {
  /** Epoch ms. */
  readonly openDate: number
  /** Epoch ms; null while the batch is open. */
  readonly closeDate: number | null
  readonly localDay: LocalDay
  readonly localTime: LocalTime
  /** m²; null if unknown. */
  readonly usableArea: number | null
  /** Root of the species: decides which production index applies. */
  readonly speciesRoot: 'POULTRY' | 'PIG' | 'OTHER'
  readonly movements: readonly Movement[]
  readonly weighings: readonly Weighing[]
  /** Consumption from the opening to the reference, kg and L; null if unknown. */
  readonly feedKg: number | null
  readonly waterL: number | null
  /** Left out: all were measured. Below LEAST_COVERAGE no rate is made of the sum. */
  readonly feedDays?: MeasuredDays
  readonly waterDays?: MeasuredDays
  readonly curve: Curve | null
  /** Epoch ms; the reference of an open batch. */
  readonly now: number
}

/** The KPIs of the contract, rounded or NOT_COMPUTABLE, and the animals that they are about. */
export interface BatchKpis extends Totals, Omit<Kpis, 'asOf' | 'feedDays' | 'waterDays'> {
  /** Open: E − D, closed: X. */
  readonly numberAnimals: number
  /** Mean age at exit, today's age while the batch is open; days, 1 decimal. */
  readonly ageAtExit: number
}

/** A sum that misses more of the days says too little for a rate: a feed conversion would look better than it is. */
export const LEAST_COVERAGE = 0.9

const product = (a: Term, b: Term): Term => (a === null || b === null ? null : a * b)
const difference = (a: Term, b: Term): Term => (a === null || b === null ? null : a - b)
const weightOf = (movement: Movement): Term => movement.weight

/**
 * All KPIs of a batch at its reference: now while it is open, its closing afterwards. Movements and weighings after the reference
 * do not count. Intermediate values are not rounded. Source: domain §5, table of KPIs; docs/decisions/038-production-figures.md.
 */
export function kpis(input: KpiInput): BatchKpis {
  const { openDate, closeDate, localDay, usableArea, speciesRoot, feedKg, waterL, curve } = input
  const closed = closeDate !== null
  const reference = closeDate ?? input.now
  const today = localDay(reference)
  const movements = input.movements.filter(movement => movement.at <= reference)
  const totals = totalsOf(movements)
  const { totalEntry, totalMortality, totalExit, balance } = totals

  const entryWeight = sumOf(entriesOf(movements), weightOf)
  const exitWeight = sumOf(exitsOf(movements), weightOf)
  const deadWeight = sumOf(deathsOf(movements), weightOf)
  const averageEntryWeight = quotient(entryWeight, totalEntry)
  const averageExitWeight = quotient(exitWeight, totalExit)

  const birth = birthDay(movements, localDay)
  const age = difference(today, birth)
  const ageOn = (at: number): Term => difference(localDay(at), birth)
  const exitDay = closed ? meanExitDay(movements, localDay) : today
  const stay = difference(exitDay, meanEntryDay(movements, localDay))
  const ageAtExit = difference(exitDay, birth)

  const current = currentWeight(input.weighings, curve, ageOn, reference)
  const weight = closed ? averageExitWeight : (current?.weight ?? null)
  const curveWeight = curve && ageAtExit !== null ? interpolate(curve, ageAtExit, 'weight') : null

  const presentWeight = balance === 0 ? 0 : product(balance, current?.weight ?? null)
  const gain =
    exitWeight === null || presentWeight === null || entryWeight === null ? null : exitWeight + presentWeight - entryWeight
  const dailyGain = quotient(difference(weight, averageEntryWeight), stay)
  const feed = input.feedDays && coverageOf(input.feedDays) < LEAST_COVERAGE ? null : feedKg
  const water = input.waterDays && coverageOf(input.waterDays) < LEAST_COVERAGE ? null : waterL
  // Nobody measured the feed of a batch that gained on none.
  const conversion = feed === 0 ? null : quotient(feed, gain)
  const mortality = quotient(100 * totalMortality, totalEntry)
  const livability = mortality === null ? null : 100 - mortality
  const days = animalDays(balanceSteps(movements), openDate, reference, input.localTime)

  return {
    totalEntry,
    totalMortality,
    totalExit,
    totalExitPending: totals.totalExitPending,
    balance,
    numberAnimals: numberAnimals(totals, closed),
    mortality: figure(mortality, 2),
    livability: figure(livability, 2),
    daysOpen: today - localDay(openDate),
    batchAge: figure(age, 0),
    entryWeight: figure(averageEntryWeight, 3),
    exitWeight: figure(averageExitWeight, 3),
    currentWeight: figure(current?.weight ?? null, 3),
    isWeightEstimated: current?.estimate ?? false,
    stay: figure(stay, 1),
    ageAtExit: figure(ageAtExit, 1),
    averageDailyGain: figure(product(dailyGain, 1000), 0),
    gain: figure(gain, 1),
    feedConversion: figure(conversion, 2),
    technicalConversion: figure(
      feed === 0 ? null : quotient(feed, gain === null || deadWeight === null ? null : gain + deadWeight),
      2,
    ),
    animalDays: figure(days, 1),
    feed: figure(feedKg, 1),
    water: figure(waterL, 1),
    feedPerAnimalDay: figure(quotient(feed, days), 3),
    waterPerAnimalDay: figure(quotient(water, days), 3),
    waterFeedRatio: waterFeedRatio(water, feed),
    spacePerAnimal: figure(quotient(usableArea, balance), 2),
    animalsPerSpace: figure(quotient(balance, usableArea), 2),
    density: figure(quotient(presentWeight, usableArea), 1),
    epef:
      speciesRoot === 'POULTRY'
        ? figure(quotient(product(product(livability, weight), 100), product(ageAtExit, conversion)), 0)
        : NOT_COMPUTABLE,
    iep: speciesRoot === 'PIG' ? figure(quotient(product(product(dailyGain, livability), 10), conversion), 0) : NOT_COMPUTABLE,
    curveDeviation: figure(curveDeviation(weight, curveWeight), 1),
    unexplained: closed ? balance : 0,
  }
}
