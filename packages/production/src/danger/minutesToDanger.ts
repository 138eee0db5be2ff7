import type { SpeciesCode } from '@steading/contract/production/species'
import { isPoultry } from '@steading/contract/production/species'
import { clamp } from '@steading/contract/round'
import { heatModelOf, usualHouse } from './animalHeat.ts'
import type { HeatModel } from './animalHeat.ts'

/**
 * Minutes until the heat or the CO2 of a house endangers its animals if nothing changes: an estimate with its error, never a
 * measurement. Equations: barn model of domain.md §7 without ventilation and heating, and with one addition. Air that is saturated takes
 * up no more water: what the animals evaporate then condenses, and its heat stays in the house.
 *
 *   C dT/dt = H·(s + latent that condenses) − (UA + ρ·cp·G/3600)·(T − To)      C = ρ·cp·V + 15 000·area
 *   dw/dt   = (H·(tot − s)/2.45e6/ρ + G/3600·(wo − w))/V, at most saturation     H heat-producing units, G leaks in m³/h
 *   dCO2/dt = (0.185·H·1e6/3600 + G/3600·(400 − CO2))/V
 */
export interface DangerInput {
  readonly species: SpeciesCode
  readonly animals: number
  /** kg of an animal */
  readonly weight: number | null
  /** The weight is not weighed but the curve's: the error is larger. */
  readonly isWeightEstimated: boolean
  /** Days of life; null: unknown. */
  readonly age: number | null
  /** °C in the house. */
  readonly temperature: number
  /** K/min over the last minutes; null: unknown. */
  readonly slope: number | null
  /** % in the house; null: unknown. */
  readonly humidity: number | null
  /** ppm in the house; null: no sensor. */
  readonly co2: number | null
  /** °C outside; null: unknown. */
  readonly outside: number | null
  /** The temperature outside is not measured but forecast: the error is larger. */
  readonly isOutsideForecast?: boolean
  /** m²; null: unknown. */
  readonly area: number | null
  /** m; null: unknown. */
  readonly height: number | null
  /**
   * The ventilation is known to stand still. Otherwise it may run: the measured slope goes on, and without a slope the ventilation is
   * taken to stand still.
   */
  readonly isVentilationOff: boolean
  /** Settings of the house instead of the limits of the species. */
  readonly limits?: DangerLimits | null
}

/** Distress begins at `warning`; animals die from `lethal` on. °C and ppm. */
export interface DangerLimits {
  readonly warning: number
  readonly lethal: number
}

/** Whole minutes; `high` null: perhaps never. */
export interface MinutesEstimate {
  readonly minutes: number
  readonly low: number
  readonly high: number | null
}

export type DangerKind = 'HEAT' | 'CO2'

/** What comes next: the minutes until the limit, 0 at or above it. */
export interface NextDanger extends MinutesEstimate {
  readonly kind: DangerKind
  /** °C or ppm */
  readonly limit: number
}

/** Why there is no estimate. */
export type MissingReason = 'ANIMALS' | 'WEIGHT' | 'SPECIES'

export interface DangerEstimate {
  /** Until each limit; null: not within the horizon. */
  readonly warning: MinutesEstimate | null
  readonly lethal: MinutesEstimate | null
  readonly co2: MinutesEstimate | null
  /** The first limit that is not passed yet, or the lethal one at once; null: none within the horizon. */
  readonly next: NextDanger | null
}

export type DangerResult =
  | { readonly estimate: DangerEstimate; readonly missing: null }
  | { readonly estimate: null; readonly missing: MissingReason }

/** °C. Grown poultry, pigs and cattle. */
export const HEAT_LIMITS: DangerLimits = { warning: 33, lethal: 36 }
/** ppm: 3 %, the 15-minute limit of NIOSH for people. */
export const CO2_LIMIT = 30_000
/** Minutes that are looked ahead: what comes later is no alarm of now. */
export const HORIZON = 180

/** °C that suit chicks, by day of life; domain.md §7. Their limits stand as far above it as those of grown birds above theirs. */
const CHICK_COMFORT = [
  [1, 32],
  [7, 29],
  [14, 25],
] as const
const ABOVE_COMFORT: DangerLimits = { warning: 6, lethal: 9 }

export function heatLimits(species: SpeciesCode, age: number | null): DangerLimits {
  if (!isPoultry(species) || age === null) return HEAT_LIMITS
  const day = age + 1
  const next = CHICK_COMFORT.findIndex(([at]) => at >= day)
  if (next < 0) return HEAT_LIMITS
  const [toDay, to] = CHICK_COMFORT[next]!
  const [fromDay, from] = CHICK_COMFORT[Math.max(0, next - 1)]!
  const comfort = toDay === fromDay ? to : from + ((to - from) * (day - fromDay)) / (toDay - fromDay)
  return {
    warning: Math.max(HEAT_LIMITS.warning, comfort + ABOVE_COMFORT.warning),
    lethal: Math.max(HEAT_LIMITS.lethal, comfort + ABOVE_COMFORT.lethal),
  }
}

/** kg/m³, J/(kg K) */
export const AIR_DENSITY = 1.2
export const AIR_HEAT_CAPACITY = 1006
/** J/kg, J/(m² K), ppm in fresh air. */
const EVAPORATION = 2.45e6
const FLOOR_CAPACITY = 15_000
const FRESH_CO2 = 400
/** m³/h of CO2 of a heat-producing unit. */
const CO2_PER_UNIT = 0.185
const STEP_S = 10

/** K/min: less is noise of the sensor. */
const LEAST_SLOPE = 0.02
/** What is assumed of air that nobody measures: %, and °C outside with its error. */
const USUAL_HUMIDITY = 60
const USUAL_OUTSIDE = 20
const OUTSIDE_ERROR = 10
/** K of a forecast for this hour. */
const FORECAST_ERROR = 3
const OUTSIDE_HUMIDITY = 70

/** kg/kg of saturated air at sea level (Magnus). */
function saturation(temperature: number): number {
  const pressure = 610.94 * Math.exp((17.625 * temperature) / (temperature + 243.04))
  return (0.622 * pressure) / (101_325 - pressure)
}

/** One set of assumptions: the middle one, or one edge of the error. */
interface Scenario {
  readonly heat: number
  readonly capacity: number
  readonly loss: number
  /** Percentage points, and K outside. */
  readonly humidity: number
  readonly outside: number
  readonly slope: number
}
const MIDDLE: Scenario = { heat: 1, capacity: 1, loss: 1, humidity: 0, outside: 0, slope: 1 }
/**
 * Error: heat of the animals ±15 % (activity ±12 % over the day), ±20 % by the weight of a curve; heat stored in building and litter
 * ±20 %, ±30 % where the area is assumed; losses ±25 %; the slope ±30 %.
 */
function edge(input: DangerInput, sign: 1 | -1): Scenario {
  const spread = (share: number) => 1 + sign * share
  return {
    heat: spread(input.isWeightEstimated ? 0.2 : 0.15),
    capacity: spread(-(input.area === null ? 0.3 : 0.2)),
    loss: spread(-0.25),
    humidity: sign * (input.humidity === null ? 20 : 5),
    outside: sign * (input.outside === null ? OUTSIDE_ERROR : input.isOutsideForecast ? FORECAST_ERROR : 1),
    slope: spread(0.3),
  }
}

interface Reached {
  readonly warning: number | null
  readonly lethal: number | null
  readonly co2: number | null
}

/** Integrates the house without ventilation. Minutes, not rounded. */
function withoutVentilation(input: DangerInput, weight: number, model: HeatModel, limits: DangerLimits, of: Scenario): Reached {
  const usual = usualHouse(input.species)
  const area = input.area ?? input.animals * usual.areaPerAnimal
  const volume = area * (input.height ?? usual.height)
  const capacity = (AIR_DENSITY * AIR_HEAT_CAPACITY * volume + FLOOR_CAPACITY * area) * of.capacity
  const leak = (usual.leak * area) / 3600
  const loss = usual.loss * area * of.loss + AIR_DENSITY * AIR_HEAT_CAPACITY * leak
  const units = ((input.animals * model.totalHeat(weight)) / 1000) * of.heat
  const outside = (input.outside ?? USUAL_OUTSIDE) + of.outside
  const outsideMoisture = (saturation(outside) * OUTSIDE_HUMIDITY) / 100
  let temperature = input.temperature
  let moisture = (saturation(temperature) * clamp((input.humidity ?? USUAL_HUMIDITY) + of.humidity, 0, 100)) / 100
  let co2 = input.co2 ?? FRESH_CO2
  const reached: { -readonly [K in keyof Reached]: Reached[K] } = { warning: null, lethal: null, co2: null }
  for (let seconds = 0; seconds <= HORIZON * 60; seconds += STEP_S) {
    if (reached.warning === null && temperature >= limits.warning) reached.warning = seconds / 60
    if (reached.lethal === null && temperature >= limits.lethal) reached.lethal = seconds / 60
    if (reached.co2 === null && input.co2 !== null && co2 >= CO2_LIMIT) reached.co2 = seconds / 60
    const total = Math.max(0, 1000 + model.falloff * (20 - temperature))
    const sensible = clamp(model.sensible(total, temperature), 0, total)
    const evaporated = (units * (total - sensible)) / EVAPORATION / AIR_DENSITY
    const wet = moisture + (STEP_S * (evaporated + leak * (outsideMoisture - moisture))) / volume
    const most = saturation(temperature)
    // Water that the animals evaporated now and that the air cannot take; older water stays where it is.
    const condensed = clamp(((wet - most) * volume) / STEP_S, 0, evaporated) * AIR_DENSITY * EVAPORATION
    const warming = units * sensible + condensed - loss * (temperature - outside)
    co2 += (STEP_S * ((CO2_PER_UNIT * units * 1e6) / 3600 + leak * (FRESH_CO2 - co2))) / volume
    moisture = clamp(wet, 0, most)
    temperature += (STEP_S * warming) / capacity
  }
  return reached
}

/** Minutes at a constant rise, not rounded; null: beyond the horizon. */
function atSlope(temperature: number, limit: number, slope: number): number | null {
  if (temperature >= limit) return 0
  const minutes = slope >= LEAST_SLOPE ? (limit - temperature) / slope : Infinity
  return minutes <= HORIZON ? minutes : null
}

const earliest = (...minutes: readonly (number | null)[]): number | null => {
  const known = minutes.filter(minute => minute !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** The limits under one set of assumptions: at rest by the balance or the slope, whichever is sooner; otherwise by the slope alone. */
function reachedIn(input: DangerInput, weight: number, model: HeatModel, limits: DangerLimits, of: Scenario): Reached {
  const { temperature, slope } = input
  const rise = slope === null ? null : slope * of.slope
  const warning = rise === null ? null : atSlope(temperature, limits.warning, rise)
  const lethal = rise === null ? null : atSlope(temperature, limits.lethal, rise)
  if (!input.isVentilationOff && slope !== null) return { warning, lethal, co2: null }
  const still = withoutVentilation(input, weight, model, limits, of)
  return { warning: earliest(still.warning, warning), lethal: earliest(still.lethal, lethal), co2: still.co2 }
}

/** Null where the middle is beyond the horizon. Minutes are rounded down: none is promised that may not be there. */
function estimateOf(middle: number | null, low: number | null, high: number | null): MinutesEstimate | null {
  if (middle === null) return null
  const least = Math.floor(Math.min(low ?? middle, middle))
  return { minutes: Math.floor(middle), low: least, high: high === null ? null : Math.ceil(Math.max(high, middle)) }
}

export function minutesToDanger(input: DangerInput): DangerResult {
  const model = heatModelOf(input.species)
  if (model === null) return { estimate: null, missing: 'SPECIES' }
  if (!(input.animals > 0)) return { estimate: null, missing: 'ANIMALS' }
  const { weight } = input
  if (weight === null || !(weight > 0)) return { estimate: null, missing: 'WEIGHT' }
  const limits = input.limits ?? heatLimits(input.species, input.age)
  const inScenario = (of: Scenario) => reachedIn(input, weight, model, limits, of)
  const middle = inScenario(MIDDLE)
  const low = inScenario(edge(input, 1))
  const high = inScenario(edge(input, -1))
  const of = (key: keyof Reached) => estimateOf(middle[key], low[key], high[key])
  const estimate = { warning: of('warning'), lethal: of('lethal'), co2: of('co2') }
  return { estimate: { ...estimate, next: nextDanger(estimate, limits, input.temperature) }, missing: null }
}

function nextDanger(
  { warning, lethal, co2 }: Omit<DangerEstimate, 'next'>,
  limits: DangerLimits,
  temperature: number,
): NextDanger | null {
  const isPassed = temperature >= limits.warning
  const heat = isPassed ? lethal : warning
  const byHeat = heat && { ...heat, kind: 'HEAT' as const, limit: isPassed ? limits.lethal : limits.warning }
  const byCo2 = co2 && { ...co2, kind: 'CO2' as const, limit: CO2_LIMIT }
  if (byHeat === null || byCo2 === null) return byHeat ?? byCo2
  return byCo2.minutes < byHeat.minutes ? byCo2 : byHeat
}
