import type { Danger } from '@steading/contract/events/danger'
import { outsideAt } from '@steading/production/danger/heatForecast'
import { HORIZON, minutesToDanger } from '@steading/production/danger/minutesToDanger'
import type { DangerLimits, NextDanger } from '@steading/production/danger/minutesToDanger'
import { currentWeight } from '@steading/production/weight'
import type { CurrentWeight } from '@steading/production/weight'
import { lastWeights } from '../batches/index.ts'
import { dateOfDay, localDayIn, localTimeIn } from '../platform/time/localDay.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { housesAt } from './danger.sql.ts'
import type { HouseReading, HouseState } from './danger.sql.ts'

const MINUTE = 60_000
/** ms: older readings say nothing about now. */
const FRESH = 15 * MINUTE

/** What endangers the animals of the houses at, below or around a place. */
export interface DangerSubject {
  readonly entityId: string
  /**
   * OFF: the ventilation stands still, or nobody can know that it runs. GENERATOR: so it does unless the generator runs. OUTPUT: if
   * the output `interfaceId` is one of the ventilation. UNKNOWN: as the readings say.
   */
  readonly ventilation: 'OFF' | 'GENERATOR' | 'OUTPUT' | 'UNKNOWN'
  readonly interfaceId?: string | null
  /** A box that is silent: of the houses that it measures, from their last readings on. */
  readonly silentTerminalId?: string | null
}

/**
 * The estimate of the house that has the least time; null: there is none, since nothing endangers the animals soon, or since the
 * animals, their weight or the temperature are unknown.
 */
export function estimateDanger(work: UnitOfWork, subject: DangerSubject): Promise<Danger | null> {
  // System scope: the box, the curve and the farm's weather station may stand above the caller.
  return work.withSystemScope(async whole => {
    const houses = await housesAt(whole, subject.entityId)
    const found = await Promise.all(houses.map(async house => ({ house, next: await estimateHouse(whole, house, subject) })))
    let soonest: { readonly house: HouseState; readonly next: HouseDanger } | null = null
    for (const { house, next } of found)
      if (next !== null && (soonest === null || next.minutes < soonest.next.minutes)) soonest = { house, next }
    if (soonest === null) return null
    const { house, next } = soonest
    // A house around the place of the event is not named: the caller may not see it.
    const isNamed = houses.length > 1 && house.houseId !== subject.entityId
    const { kind, limit, minutes, low, high, assumes } = next
    return { kind, limit, minutes, low, high, assumes, house: isNamed ? house.displayName : null, atUtc: work.now.toISOString() }
  })
}

/** What was set for a house instead of the limits of its species. */
export const limitsOf = ({
  distressTemperature,
  lethalTemperature,
}: Pick<HouseState, 'distressTemperature' | 'lethalTemperature'>): DangerLimits | null =>
  distressTemperature === null || lethalTemperature === null ? null : { warning: distressTemperature, lethal: lethalTemperature }

/** As a sensor measures it, else as the forecast for the place says. */
function outsideOf({ forecast, timeZone }: HouseState, readings: readonly HouseReading[], at: number) {
  const measured = median(valuesOf(readings, 'OUTSIDE_TEMPERATURE', false))
  if (measured !== null) return { outside: measured, isOutsideForecast: false }
  const local = localTimeIn(timeZone)(at)
  const date = dateOfDay(Math.floor(local)).toISOString().slice(0, 10)
  const { temperatureMin: least = null, temperatureMax: greatest = null } = forecast?.find(({ day }) => day === date) ?? {}
  const outside = least === null || greatest === null ? null : outsideAt((local % 1) * 24, least, greatest)
  return { outside, isOutsideForecast: true }
}

type HouseDanger = NextDanger & Pick<Danger, 'assumes'>

async function estimateHouse(work: UnitOfWork, house: HouseState, subject: DangerSubject): Promise<HouseDanger | null> {
  const now = work.now.getTime()
  const { silentTerminalId = null } = subject
  const thermometers = latest(
    house.readings.filter(
      ({ category, isInside, terminalId }) =>
        category === 'TEMPERATURE' && isInside && (silentTerminalId === null || terminalId === silentTerminalId),
    ),
  )
  const measuredAt = Math.max(...thermometers.map(({ at }) => at))
  const age = now - measuredAt
  if (thermometers.length === 0 || age > (silentTerminalId === null ? FRESH : HORIZON * MINUTE)) return null
  const isOff = isVentilationOff(house, subject)
  if (isOff === null) return null
  const weight = (await weightsOf(work, house))(now)
  const slope = silentTerminalId === null ? median(thermometers.flatMap(({ slope: rise }) => rise ?? [])) : null
  const readings = house.readings.filter(({ at }) => at > measuredAt - FRESH)
  const { estimate } = minutesToDanger({
    species: house.species,
    animals: house.animals,
    weight: weight?.weight ?? null,
    isWeightEstimated: weight?.estimate ?? false,
    age: ageOf(house, now),
    temperature: median(thermometers.map(({ value }) => value))!,
    slope,
    humidity: median(valuesOf(readings, 'HUMIDITY', true)),
    co2: median(valuesOf(readings, 'CO2', true)),
    ...outsideOf(house, readings, measuredAt),
    area: house.area !== null && house.area > 0 ? house.area : null,
    height: house.height,
    isVentilationOff: isOff,
    limits: limitsOf(house),
  })
  if (!estimate?.next) return null
  const next = startingAt(estimate.next, Math.max(0, age / MINUTE), silentTerminalId !== null)
  const isAssumed = silentTerminalId !== null || (!isOff && slope === null)
  return next && { ...next, assumes: isAssumed ? 'VENTILATION_OFF' : 'UNCHANGED' }
}

/** Minutes counted from a reading, from now on. Of a silent box nothing is known any more once they are over. */
function startingAt(next: NextDanger, elapsed: number, isSilent: boolean): NextDanger | null {
  const left = (minutes: number) => Math.max(0, Math.floor(minutes - elapsed))
  if (isSilent && next.minutes - elapsed < 1) return null
  return { ...next, minutes: left(next.minutes), low: left(next.low), high: next.high === null ? null : left(next.high) }
}

const VENTILATION: ReadonlySet<string> = new Set(['VENTILATION_CONTROL', 'FAN_RELAY'])

/** Null: the output of the event is none of the ventilation. */
function isVentilationOff({ readings }: HouseState, { ventilation, interfaceId }: DangerSubject): boolean | null {
  const outputs = readings.filter(({ category, isInside }) => isInside && VENTILATION.has(category))
  const isStill = outputs.length > 0 && outputs.every(({ value }) => value === 0)
  if (ventilation === 'OUTPUT') return outputs.some(output => output.interfaceId === interfaceId) ? isStill : null
  if (ventilation === 'GENERATOR') return !readings.some(({ category, value }) => category === 'GENERATOR' && value === 1)
  return ventilation === 'OFF' || isStill
}

/** Those of the newest minutes: a sensor that is lost does not count. */
function latest(readings: readonly HouseReading[]): readonly HouseReading[] {
  const newest = Math.max(...readings.map(({ at }) => at))
  return readings.filter(({ at }) => at > newest - FRESH)
}

const valuesOf = (readings: readonly HouseReading[], of: string, inside: boolean) =>
  readings.filter(({ category, isInside }) => category === of && (isInside || !inside)).map(({ value }) => value)

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const ageOf = ({ birthDay, timeZone }: HouseState, at: number): number | null =>
  birthDay === null ? null : localDayIn(timeZone)(at) - birthDay

/** The weight of an animal of a house at an instant (ms UTC), also one to come. */
export async function weightsOf(work: UnitOfWork, house: HouseState): Promise<(at: number) => CurrentWeight | null> {
  const weighings = await lastWeights(work, house.batchId)
  return at => currentWeight(weighings, house.curve, then => ageOf(house, then), at)
}
