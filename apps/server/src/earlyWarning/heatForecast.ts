import { heatForecast } from '@steading/production/danger/heatForecast'
import type { HeatForecast } from '@steading/production/danger/heatForecast'
import { round } from '@steading/contract/round'
import { ageOf, housesAt, limitsOf, placesToForecast, storeForecast, weightsOf } from '../danger/index.ts'
import type { Events } from '../events/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed } from '../platform/failures.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import { localDayIn, midnightOf } from '../platform/time/localDay.ts'
import type { World } from '../platform/world.ts'
import type { Weather } from '../weather/index.ts'
import { ventilatedHouses, warnedBatches } from './heatForecast.sql.ts'
import type { VentilatedHouse } from './heatForecast.sql.ts'

const HOUR = 3_600_000
const INTERVAL_MS = 3 * HOUR
const DAY = 24 * HOUR

const system = systemActor('heat forecast')

interface HeatForecastServices {
  readonly weather: Weather
  readonly events: Pick<Events, 'raise' | 'resolve'>
}

/**
 * Heat forecast: fetches the weather of every place with animals, and opens an event days ahead where the ventilation of a house will
 * not hold the temperature. The event closes when no day of the forecast is too hot any more, or the batch ends.
 */
export const createHeatForecast = (
  { clock, db, log }: Pick<World, 'clock' | 'db' | 'log'>,
  { weather, events }: HeatForecastServices,
): PeriodicTask =>
  createPeriodicTask({ log }, 'heat forecast', INTERVAL_MS, async () => {
    if (weather.isOn)
      for (const { entityId, ...place } of await db.work(system, placesToForecast)) {
        const forecast = await weather.forecast(place, METRIC).catch((error: unknown) => {
          // The provider is away: it was logged, and the last forecast stays.
          if (error instanceof Failed) return null
          throw error
        })
        if (forecast) await db.work(system, work => storeForecast(work, entityId, forecast.days))
      }
    const warned = new Set(await db.work(system, warnedBatches))
    for (const house of await db.work(system, ventilatedHouses))
      for (const batchId of await db.work(system, work => evaluate(work, events, house, clock.now()))) warned.delete(batchId)
    for (const batchId of warned)
      await db.work(system, work => events.resolve(work, { problem: 'HEAT_FORECAST', subjectId: batchId }))
  })

const METRIC = { temperature: 'CELSIUS', wind: 'KILOMETER_PER_HOUR', precipitation: 'MILLIMETER' } as const

/** Opens the events of the batches of a house that will be too hot; answers these batches. */
async function evaluate(
  work: UnitOfWork,
  events: HeatForecastServices['events'],
  { entityId, capacity }: VentilatedHouse,
  now: number,
) {
  const tooHot: string[] = []
  for (const house of (await housesAt(work, entityId)).filter(({ houseId }) => houseId === entityId)) {
    const { batchId, timeZone, forecast: days } = house
    const today = localDayIn(timeZone)(now)
    // What is over is no forecast; a provider that is away for days leaves nothing ahead.
    const ahead = (days ?? []).map(of => ({ ...of, number: Date.parse(of.day) / DAY })).filter(({ number }) => number >= today)
    const weightAt = await weightsOf(work, house)
    const forecast = heatForecast({
      species: house.species,
      animals: house.animals,
      capacity,
      area: house.area !== null && house.area > 0 ? house.area : null,
      limits: limitsOf(house),
      days: ahead.map(({ number, temperatureMin, temperatureMax }) => {
        const noon = midnightOf(timeZone, number) + DAY / 2
        const weight = weightAt(noon)
        return {
          weight: weight?.weight ?? null,
          isWeightEstimated: weight?.estimate ?? false,
          age: ageOf(house, noon),
          least: temperatureMin,
          greatest: temperatureMax,
        }
      }),
    })
    if (forecast === null) continue
    tooHot.push(batchId)
    await open(work, events, {
      entityId,
      batchId,
      forecast,
      from: midnightOf(timeZone, ahead[forecast.day]!.number) + forecast.hour * HOUR,
    })
  }
  return tooHot
}

interface Warning {
  readonly entityId: string
  readonly batchId: string
  readonly forecast: HeatForecast
  /** ms UTC */
  readonly from: number
}

const open = (work: UnitOfWork, events: HeatForecastServices['events'], { entityId, batchId, forecast, from }: Warning) => {
  const { outside, inside, low, high, limit } = forecast
  const values = { outside: round(outside, 0) }
  return events.raise(work, {
    problem: 'HEAT_FORECAST',
    subjectId: batchId,
    entityId,
    severity: 'MODERATE',
    category: 'CLIMATE',
    wording: { key: 'event.heatForecast', values },
    fact: {
      key: 'why.heatForecast',
      values: {
        ...values,
        time: from,
        inside: round(inside, 0),
        low: round(low, 0),
        high: round(high, 0),
        limit,
      },
    },
    at: work.now,
    actions: null,
  })
}
