import type { SpeciesCode } from '@steading/contract/production/species'
import { clamp } from '@steading/contract/round'
import { heatModelOf, usualHouse } from './animalHeat.ts'
import type { HeatModel } from './animalHeat.ts'
import { AIR_DENSITY, AIR_HEAT_CAPACITY, heatLimits } from './minutesToDanger.ts'
import type { DangerLimits } from './minutesToDanger.ts'

/**
 * Heat forecast: the first hour of the days ahead at which a house is too hot with all fans at full speed, an estimate. Steady heat
 * balance of the barn model of domain.md §7, without heating and cooling:
 *
 *   H·s(T) = (UA + ρ·cp·Q/3600)·(T − To)      H heat-producing units, s sensible heat of a unit in W, Q ventilation in m³/h
 *
 * The outside temperature of an hour is a cosine between the least and the greatest of its day, the greatest at 15:00.
 */
export interface HeatForecastInput {
  readonly species: SpeciesCode
  readonly animals: number
  /** m³/h with all fans at full speed. */
  readonly capacity: number
  /** m²; null: unknown. */
  readonly area: number | null
  /** Settings of the house instead of the limits of the species. */
  readonly limits: DangerLimits | null
  /** Today and the days after it, in order. */
  readonly days: readonly HeatForecastDay[]
}

export interface HeatForecastDay {
  /** kg of an animal; null: unknown. */
  readonly weight: number | null
  /** The weight is not weighed but the curve's: the error is larger. */
  readonly isWeightEstimated: boolean
  /** Days of life; null: unknown. */
  readonly age: number | null
  /** °C outside; null: the provider did not tell. */
  readonly least: number | null
  readonly greatest: number | null
}

export interface HeatForecast {
  /** Place of the day in the input, and hour of its clock, from which the limit is reached. */
  readonly day: number
  readonly hour: number
  /** °C, greatest of that day: outside, in the house, and the error of the latter. */
  readonly outside: number
  readonly inside: number
  readonly low: number
  readonly high: number
  /** °C in the house from which the animals suffer. */
  readonly limit: number
}

/** Local hour of the greatest temperature outside. */
const WARMEST_HOUR = 15
/** Beyond it the balance is not searched: no house is that hot. K above the outside. */
const MOST_ABOVE = 60
/** Error: heat of the animals ±15 %, ±20 % by the weight of a curve; air that the fans move −20 % (dust, belts) to +5 %; forecast ±2 K. */
const EDGES = {
  low: { heat: -1, air: 1.05, outside: -2 },
  middle: { heat: 0, air: 1, outside: 0 },
  high: { heat: 1, air: 0.8, outside: 2 },
} as const

/** Null: no hour reaches the limit, or the animals, their weight or the weather are unknown. */
export function heatForecast(input: HeatForecastInput): HeatForecast | null {
  const model = heatModelOf(input.species)
  if (model === null || !(input.animals > 0) || !(input.capacity > 0)) return null
  for (const [day, of] of input.days.entries()) {
    const { weight, least, greatest } = of
    if (weight === null || !(weight > 0) || least === null || greatest === null) continue
    const limit = (input.limits ?? heatLimits(input.species, of.age)).warning
    const inside = (outside: number, edge: keyof typeof EDGES) => insideAt({ input, of, model, weight, outside, edge })
    const hour = hoursOfDay.find(at => inside(outsideAt(at, least, greatest), 'middle') >= limit)
    if (hour === undefined) continue
    const [middle, low, high] = (['middle', 'low', 'high'] as const).map(edge => inside(greatest, edge)) as [
      number,
      number,
      number,
    ] // safe: three of three
    return { day, hour, outside: greatest, inside: middle, low, high, limit }
  }
  return null
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

/** °C outside at a local hour of a day, fractions included, from the least and the greatest temperature of the day. */
export const outsideAt = (hour: number, least: number, greatest: number): number =>
  (least + greatest) / 2 + ((greatest - least) / 2) * Math.cos(((hour - WARMEST_HOUR) / 12) * Math.PI)

interface Balance {
  readonly input: HeatForecastInput
  readonly of: HeatForecastDay
  readonly model: HeatModel
  readonly weight: number
  /** °C */
  readonly outside: number
  readonly edge: keyof typeof EDGES
}

/** °C in the house at rest. The heat of the animals falls with temperature, the losses rise: bisection finds the one balance. */
function insideAt({ input, of, model, weight, outside, edge }: Balance): number {
  const { heat, air, outside: error } = EDGES[edge]
  const units = ((input.animals * model.totalHeat(weight)) / 1000) * (1 + heat * (of.isWeightEstimated ? 0.2 : 0.15))
  const usual = usualHouse(input.species)
  const walls = usual.loss * (input.area ?? input.animals * usual.areaPerAnimal)
  const loss = walls + (AIR_DENSITY * AIR_HEAT_CAPACITY * input.capacity * air) / 3600
  const outdoors = outside + error
  let low = outdoors
  let high = outdoors + MOST_ABOVE
  while (high - low > 0.01) {
    const middle = (low + high) / 2
    const total = Math.max(0, 1000 + model.falloff * (20 - middle))
    const sensible = clamp(model.sensible(total, middle), 0, total)
    if (units * sensible > loss * (middle - outdoors)) low = middle
    else high = middle
  }
  return (low + high) / 2
}
