import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import { HOURLY_DAYS, MOST_DAYS } from '@steading/contract/entities/analytics'
import type { EntityBatches, EntityOverview } from '@steading/contract/entities/analytics'
import { round } from '@steading/contract/round'
import { combinedConversion, combinedDailyGain, combinedExitWeight, combinedMortality } from '@steading/production/combined'
import { filteredBatches } from '../batches/index.ts'
import { closedFigures } from '../batchFigures/index.ts'
import { entityById } from '../entities/index.ts'
import { countBySeverity } from '../events/index.ts'
import { listInterfaces } from '../interfaces/index.ts'
import type { Actor } from '../platform/actor.ts'
import type { Config } from '../platform/config/config.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid } from '../platform/failures.ts'
import { localDayIn, midnightOf } from '../platform/time/localDay.ts'
import type { World } from '../platform/world.ts'
import { bucketValues } from '../readings/index.ts'
import type { BucketValues } from '../readings/index.ts'
import { combine, extremesOf, meanOf, sumOf } from './combine.ts'
import { mortalityByDay } from './mortality.ts'

const DAY = 86_400_000

interface DayRange {
  readonly entityIds: readonly string[]
  readonly fromDay: string
  readonly toDay: string
}

interface Instants {
  readonly from: number
  readonly to: number
}

/**
 * The instants of a range of days in a zone, and of the equally long one before it. A range that is not over is compared with the
 * same part of the one before, up to the same time of day.
 * @throws Failed at the day before the first one, or beyond the longest range
 */
export function instantsOf({ fromDay, toDay }: Omit<DayRange, 'entityIds'>, zone: string, now: number) {
  const [first, last] = [Date.parse(fromDay) / DAY, Date.parse(toDay) / DAY]
  if (last < first) throw invalid('toDay', 'endBeforeStart')
  const days = last - first + 1
  if (days > MOST_DAYS) throw invalid('toDay', 'tooBig', { max: MOST_DAYS })
  const from = midnightOf(zone, first)
  const previousFrom = midnightOf(zone, first - days)
  const today = localDayIn(zone)(now)
  const sameTime = midnightOf(zone, today - days) + (now - midnightOf(zone, today))
  return {
    days,
    current: { from, to: midnightOf(zone, last + 1) },
    previous: { from: previousFrom, to: Math.max(previousFrom, Math.min(from, sameTime)) },
  }
}

/** @throws NotFound for an entity out of reach; Failed for a range that is none, or a category of the wrong kind */
export async function entitiesOverview(
  work: UnitOfWork,
  retention: Config['RETENTION'],
  query: DayRange & { readonly category: CategoryId; readonly meter: CategoryId },
): Promise<{ resolution: 'HOUR' | 'DAY'; entities: EntityOverview[] }> {
  const { category, meter } = query
  const { dataType, kind, vectorMean } = CATEGORIES[category]
  // Directions have neither an arithmetic mean nor extremes: north is 359° and 1°.
  if (dataType === 'STRING' || kind === 'COUNTER' || vectorMean) throw invalid('category', 'notListed')
  if (CATEGORIES[meter].kind !== 'COUNTER') throw invalid('meter', 'notListed')
  const zone = work.actor.timeZone
  const { days, current, previous } = instantsOf(query, zone, work.now.getTime())
  const resolution = days <= HOURLY_DAYS ? 'HOUR' : 'DAY'
  const compared: ComparedEntity[] = []
  for (const id of query.entityIds) {
    const entity = await entityReference(work, id)
    const sensors = await interfacesAt(work, id, category)
    compared.push({ entity, sensors, meters: await interfacesAt(work, id, meter) })
  }
  /** Buckets of some interfaces, by the interface. */
  const bucketsOf = async (ids: readonly string[], span: Instants) => {
    const columns = await bucketValues(work, retention, { ids: [...new Set(ids)], zone, span, resolution })
    return new Map(columns.map(column => [column.interfaceId, column]))
  }
  const entities: EntityOverview[] = []
  for (const portion of portionsOf(compared)) {
    const meters = portion.flatMap(one => one.meters)
    const measured = await bucketsOf(
      portion.flatMap(one => one.sensors),
      current,
    )
    const counted = await bucketsOf(meters, current)
    const countedBefore = await bucketsOf(meters, previous)
    for (const { entity, ...interfaces } of portion) {
      const events = { entities: [entity.id], helpdesk: false }
      entities.push({
        entity,
        environment: environmentOf(pick(measured, interfaces.sensors), category),
        consumption: consumptionOf(pick(counted, interfaces.meters), pick(countedBefore, interfaces.meters), meter),
        events: {
          ...(await countBySeverity(work, { ...events, ...opened(current) })),
          previous: (await countBySeverity(work, { ...events, ...opened(previous) })).total,
        },
      })
    }
  }
  return { resolution, entities }
}

/** An entity that is compared, with the interfaces of both categories at it and below it. */
interface ComparedEntity {
  readonly entity: EntityOverview['entity']
  readonly sensors: readonly string[]
  readonly meters: readonly string[]
}

const interfacesAt = async (work: UnitOfWork, entityId: string, category: CategoryId): Promise<string[]> =>
  (await listInterfaces(work, { entityId, category, hidden: false })).map(({ id }) => id)

/** Interfaces whose buckets are read at once: it bounds the memory of a call. */
const PORTION = 1000

/** Entities in portions of few interfaces; an entity stays whole. */
export function portionsOf<T extends Pick<ComparedEntity, 'sensors' | 'meters'>>(compared: readonly T[], most = PORTION): T[][] {
  const portions: T[][] = []
  let size = 0
  for (const entity of compared) {
    const interfaces = entity.sensors.length + entity.meters.length
    const last = portions.at(-1)
    if (last && size + interfaces <= most) {
      last.push(entity)
      size += interfaces
    } else {
      portions.push([entity])
      size = interfaces
    }
  }
  return portions
}

const pick = (columns: ReadonlyMap<string, BucketValues>, ids: readonly string[]): BucketValues[] =>
  ids.flatMap(id => columns.get(id) ?? [])

/** @throws NotFound out of reach */
async function entityReference(work: UnitOfWork, entityId: string) {
  const { id, name, displayName, type } = orNotFound(await entityById(work, entityId))
  return { id, name, displayName, type }
}

const opened = ({ from, to }: Instants) => ({
  fromDate: new Date(from).toISOString(),
  // The end belongs to the day after.
  toDate: new Date(to - 1).toISOString(),
})

/** Buckets of several interfaces as one course. */
function courseOf(columns: readonly BucketValues[], category: CategoryId, as: 'MEAN' | 'SUM') {
  const { times, values } = combine(columns, as)
  const decimals = CATEGORIES[category].decimals + (as === 'MEAN' ? 1 : 0)
  return { interfaces: columns.length, times, values: values.map(value => round(value, decimals)) }
}

const rounded = (value: number | null, decimals: number) => (value === null ? null : round(value, decimals))

/** The course of the mean of sensors, with the extremes of their readings. */
function environmentOf(columns: readonly BucketValues[], category: CategoryId) {
  const decimals = CATEGORIES[category].decimals + 1
  const { min, max } = extremesOf(columns)
  const mean = rounded(meanOf(combine(columns, 'MEAN')), decimals)
  return { ...courseOf(columns, category, 'MEAN'), mean, min: rounded(min, decimals), max: rounded(max, decimals) }
}

/** The course of what meters counted, with sums of this range and the one before: of exact buckets, as rounded ones lose amounts. */
function consumptionOf(columns: readonly BucketValues[], before: readonly BucketValues[], meter: CategoryId) {
  const total = (of: readonly BucketValues[]) => rounded(sumOf(combine(of, 'SUM')), CATEGORIES[meter].decimals)
  return { ...courseOf(columns, meter, 'SUM'), total: total(columns), previous: total(before) }
}

/** @throws NotFound for an entity out of reach; Failed for a range that is none */
export async function batchesOverview(
  world: Pick<World, 'db' | 'config' | 'clock'>,
  actor: Actor,
  query: DayRange,
): Promise<EntityBatches[]> {
  const { current, previous } = instantsOf(query, actor.timeZone, world.clock.now())
  const closedIn = (entityId: string, { from, to }: Instants) =>
    closedFigures(world, actor, { entityIds: [entityId] }, { from: new Date(from - 1), to: new Date(to - 1) })
  const mortalityOf = await world.db.work(actor, work => mortalityByDay(work, query.entityIds, current))
  const entities: EntityBatches[] = []
  for (const id of query.entityIds) {
    const { entity, open } = await world.db.work(actor, async work => ({
      entity: await entityReference(work, id),
      open: (
        await filteredBatches(work, { entityId: id, status: ['OPEN'] })
          .clearSelect()
          .select('batches.id')
          .execute()
      ).length,
    }))
    const closed = await closedIn(id, current)
    entities.push({
      entity,
      open,
      closed: closed.length,
      mortality: combinedMortality(closed),
      previousMortality: combinedMortality(await closedIn(id, previous)),
      averageDailyGain: combinedDailyGain(closed),
      feedConversion: combinedConversion(closed),
      averageWeight: combinedExitWeight(closed),
      mortalityByDay: mortalityOf(id),
    })
  }
  return entities
}
