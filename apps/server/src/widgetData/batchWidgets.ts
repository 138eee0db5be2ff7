import { WEIGHT_GROUPS } from '@steading/contract/widgets/widgetData'
import type { AnimalsByWeight, BatchEvolution, MortalityByCause } from '@steading/contract/widgets/widgetData'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import { figure, quotient } from '@steading/production/figures'
import { DateTime } from 'luxon'
import { batchById, filteredBatches } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import { consumptionOf, presentKpi } from '../batchFigures/index.ts'
import type { FiguresWorld } from '../batchFigures/index.ts'
import { isEntityInReach } from '../entities/index.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { countOpenBatches, deathsByCause, salesByWeight } from './widgetData.sql.ts'

/** The figure of the batch of a widget by day. @throws NotFound for a batch or a house out of reach */
export async function evolutionOfWidget(
  world: FiguresWorld,
  actor: Actor,
  configs: ConfigsOf<'BATCH_KPI_EVOLUTION'>,
): Promise<BatchEvolution> {
  const { kpi, curve: hasCurve } = configs
  const batch = await world.db.work(actor, work => batchOfWidget(work, configs))
  if (!batch) return { batch: null, kpi, points: [] }
  const points = presentKpi(await consumptionOf(world, actor, batch.id), kpi)
  return {
    batch: { id: batch.id, code: batch.code, entity: batch.entity },
    kpi,
    points: hasCurve ? points : points.map(point => ({ ...point, curve: null })),
  }
}

/** The named batch, else the one that is open in a house or around a room; undefined: none is. */
async function batchOfWidget(
  work: UnitOfWork,
  { batchId, entityId }: Pick<ConfigsOf<'BATCH_KPI_EVOLUTION'>, 'batchId' | 'entityId'>,
): Promise<BatchRow | undefined> {
  if (batchId !== undefined) return orNotFound(await batchById(work, batchId))
  if (entityId === undefined || !(await isEntityInReach(work, entityId))) throw new NotFound()
  return filteredBatches(work, { placeId: entityId, at: work.now.toISOString(), status: ['OPEN'] }).executeTakeFirst()
}

/** Deaths of the open batches at entities in reach, by cause; the causes in the caller's language. */
export async function mortalityByCause(work: UnitOfWork, entityIds: readonly string[] = []): Promise<MortalityByCause> {
  const causes = await deathsByCause(work, entityIds)
  const total = causes.reduce((sum, { count }) => sum + count, 0)
  return {
    total,
    batches: await countOpenBatches(work, entityIds),
    causes: causes.map(({ id, displayName, translations, count }) => ({
      reason: id === null ? null : { id, displayName: translations?.[work.actor.language] ?? displayName ?? '' },
      count,
      share: figure(quotient(100 * count, total), 1),
    })),
  }
}

/** Months of the animals sold by weight. */
const SALE_MONTHS = 12

/** Animals sold in the last twelve months at entities in reach, by groups of weight, and of each farm. */
export async function animalsByWeight(work: UnitOfWork, entityIds: readonly string[] = []): Promise<AnimalsByWeight> {
  const since = DateTime.fromJSDate(work.now, { zone: work.actor.timeZone }).minus({ months: SALE_MONTHS }).toJSDate()
  const sales = await salesByWeight(work, entityIds, since)
  const farms = [...Map.groupBy(sales, ({ farmId }) => farmId).values()].map(ofFarm => ({
    farm: ofFarm[0]!.farm,
    ...countGroups(ofFarm),
  }))
  return { ...countGroups(sales), farms: farms.toSorted((a, b) => b.total - a.total) }
}

const countGroups = (sales: readonly { readonly group: number; readonly count: number }[]) => {
  const animalsOf = (some: typeof sales) => some.reduce((sum, { count }) => sum + count, 0)
  return {
    total: animalsOf(sales),
    groups: WEIGHT_GROUPS.map(([from, to], group) => ({
      from,
      to,
      count: animalsOf(sales.filter(sale => sale.group === group)),
    })),
  }
}
