import { seeded } from '../../../chaos/random.ts'
import { interpolate } from '../src/curve.ts'
import type { Curve } from '../src/curve.ts'
import { initialWarning, usualUse, warningStep } from '../src/earlyWarning.ts'
import type { WarningKind } from '../src/earlyWarning.ts'
import { DAY } from '../src/figures.ts'
import type { GrowthObservation } from '../src/forecast.ts'
import { balanceSteps, meanAnimals } from '../src/replay.ts'
import { emptySilo, runSilo } from '../src/silo.ts'
import { broilerMovements, broilerOpen, broilerRows, cell, HOUR, pigMovements, pigOpen, pigRows, pigs, ross } from './vectors.ts'
import type { Row } from './vectors.ts'

/** Normally distributed numbers of a seed (Box and Muller). */
export function normal(seed: number) {
  const random = seeded(seed)
  const next = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  return { next, between: random.between }
}

interface House {
  readonly rows: readonly Row[]
  readonly open: number
  readonly movements: typeof broilerMovements
  readonly curve: Curve
  readonly ageUnit: 1 | 7
  readonly firstAge: number
  /** L of water per kg of feed. */
  readonly water: number
  /** Use of each local hour, any scale. */
  readonly shape: readonly number[]
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)
/** Dark from 23:00 to 05:00, a peak when the light comes and before it goes. */
const BROILER_SHAPE = hoursOfDay.map(hour =>
  hour >= 23 || hour < 5 ? 0.05 : 1 + 0.35 * Math.cos((2 * Math.PI * (hour - 6)) / 12),
)
/** Pigs eat and drink by day, with a peak in the afternoon, and little at night. */
const PIG_SHAPE = hoursOfDay.map(hour => 1 + 0.8 * Math.sin((2 * Math.PI * (hour - 9)) / 24))

export const broilerHouse: House = {
  rows: broilerRows,
  open: broilerOpen,
  movements: broilerMovements,
  curve: ross,
  ageUnit: 1,
  firstAge: 0,
  water: 1.8,
  shape: BROILER_SHAPE,
}
export const pigHouse: House = {
  rows: pigRows,
  open: pigOpen,
  movements: pigMovements,
  curve: pigs,
  ageUnit: 7,
  firstAge: 70,
  water: 2.5,
  shape: PIG_SHAPE,
}

/** Noise of the sensors and of the animals: an hour deviates by 8 %, a day by 2 % (standard deviations). */
const HOUR_SD = 0.08
const DAY_SD = 0.02

export interface Fault {
  readonly from: number
  readonly to: number
  /** What is used instead, given the mean use of an hour of that day. */
  readonly use: (used: number, meanHour: number) => number
}

export interface Alarm {
  /** Hours after the opening of the batch. */
  readonly opened: number
  readonly closed: number | null
  readonly direction: 'HIGH' | 'LOW'
}

/** kg */
const SILO_CAPACITY = 15_000
/** Of a reading of a silo, kg, to both sides. */
const SILO_NOISE = 15

/** What a silo shows of the use of each hour: steps of its smallest change, from readings with noise. It is never filled. */
function shownBySilo(hours: readonly number[], random: ReturnType<typeof normal>): number[] {
  let weight = 2 * hours.reduce((sum, kg) => sum + kg, 0)
  const medians = hours.flatMap((kg, hour) =>
    Array.from({ length: 12 }, (_, index) => {
      weight -= kg / 12
      return { bucket: 12 * hour + index, weight: weight + random.between(-SILO_NOISE, SILO_NOISE) }
    }),
  )
  const shown = hours.map(() => 0)
  for (const { bucket, kg } of runSilo(emptySilo, medians, SILO_CAPACITY).uses) shown[Math.floor(bucket / 12)]! += kg
  return shown
}

/**
 * Every day of a vector, spread over its hours, through the early warning: as a meter counts it, or as a silo shows it. Hours of
 * faults count from the opening.
 */
export function runWarning(
  house: House,
  kind: WarningKind,
  seed: number,
  fault: Fault | null,
  source: 'METER' | 'SILO' = 'METER',
): Alarm[] {
  const random = normal(seed)
  const steps = balanceSteps(house.movements)
  const shapeSum = house.shape.reduce((sum, part) => sum + part, 0)
  const hours: { used: number; usual: number | null }[] = []
  for (const [day, row] of house.rows.entries()) {
    const from = house.open + day * DAY
    const total = cell(row, 'feedKg') * (kind === 'WATER' ? house.water : 1) * (1 + DAY_SD * random.next())
    const animals = meanAnimals(steps, from, from + DAY)
    const usual = usualUse(house.curve, house.ageUnit, house.firstAge + day, animals, kind)
    for (const localHour of hoursOfDay) {
      const hour = day * 24 + localHour
      const part = house.shape[localHour]! / shapeSum
      const noisy = Math.max(0, total * part * (1 + HOUR_SD * random.next()))
      const isFaulty = fault !== null && hour >= fault.from && hour < fault.to
      hours.push({ used: isFaulty ? fault.use(noisy, total / 24) : noisy, usual })
    }
  }
  const used = hours.map(hour => hour.used)
  const shown = source === 'SILO' ? shownBySilo(used, random) : used
  const alarms: Alarm[] = []
  let state = initialWarning
  for (const [hour, { usual }] of hours.entries()) {
    const reading = { hour: Math.round(house.open / HOUR) + hour, localHour: hour % 24, used: shown[hour]!, usual }
    const step = warningStep(state, reading, kind)
    state = step.state
    // A warning is known when its hour is over.
    if (step.change === 'OPEN') alarms.push({ opened: hour + 1, closed: null, direction: state.open!.direction })
    if (step.change === 'CLOSE') alarms.push({ ...alarms.pop()!, closed: hour + 1 })
  }
  return alarms
}

export interface SimulatedBatch {
  readonly factor: number
  /** True mean weights by age, kg. */
  readonly weights: readonly number[]
  readonly observations: readonly GrowthObservation[]
}

/**
 * A broiler batch: growth factor 0.92–1.08, the gain of each day with a noise of 10 %, scale days from day 7 with a noise of 2 %
 * and a bias of the batch of 1 %, weighings by hand once a week with a noise of 3 %.
 */
export function simulateBatch(seed: number): SimulatedBatch {
  const random = normal(seed)
  const factor = random.between(0.92, 1.08)
  const bias = 1 + 0.01 * random.next()
  const weights = [0.044]
  const observations: GrowthObservation[] = []
  for (let age = 1; age <= 42; age++) {
    const gain = interpolate(ross, age, 'weight')! - interpolate(ross, age - 1, 'weight')!
    const weight = weights.at(-1)! + factor * gain * (1 + 0.1 * random.next())
    weights.push(weight)
    if (age >= 7) observations.push({ age, weight: weight * bias * (1 + 0.02 * random.next()), method: 'SCALE' })
    if (age % 7 === 0) observations.push({ age, weight: weight * (1 + 0.03 * random.next()), method: 'MANUAL' })
  }
  return { factor, weights, observations }
}
