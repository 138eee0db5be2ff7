import type { BatchDetails } from '@steading/contract/production/batches'
import type {
  AccumulatedConsumption,
  DayConsumption,
  EnvironmentKpi,
  EvolutionPoint,
  Kpis,
} from '@steading/contract/production/figures'
import type { Weighing } from '@steading/contract/production/weighings'
import { animalMovementsOfBatch, animalSums } from '../../animalMovements/index.ts'
import type { AnimalMovementRow } from '../../animalMovements/index.ts'
import { batchById, presentBatchDetails } from '../../batches/index.ts'
import {
  consumptionOf,
  environmentOf,
  freshFigures,
  hourlyClimate,
  presentConsumption,
  presentDifference,
  presentEnvironment,
  presentEvolution,
  presentKpi,
  presentTotals,
  presentWeeks,
} from '../../batchFigures/index.ts'
import type { HourlyClimate } from '../../batchFigures/index.ts'
import { feedMovementsOfBatch, feedSums } from '../../feedMovements/index.ts'
import type { FeedMovementRow } from '../../feedMovements/index.ts'
import { isPermitted } from '../../platform/actor.ts'
import type { Actor } from '../../platform/actor.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { presentWeighings, weighingsOfBatch } from '../../weighings/index.ts'

/** What every document about a batch begins with. */
export interface ReportedBatch {
  readonly batch: BatchDetails
  /** ms UTC */
  readonly createdAt: number
}

/** Null: the reader may not see the movements. */
export interface SummaryData extends ReportedBatch {
  readonly kpis: Kpis
  readonly weeks: ReturnType<typeof presentWeeks>
  readonly evolution: readonly EvolutionPoint[]
  readonly animals: Awaited<ReturnType<typeof animalSums>> | null
  readonly feed: Awaited<ReturnType<typeof feedSums>> | null
  readonly environment: readonly EnvironmentKpi[]
}

export interface RawData extends ReportedBatch {
  readonly animals: readonly AnimalMovementRow[] | null
  readonly feed: readonly FeedMovementRow[] | null
  readonly weighings: readonly Weighing[]
  readonly consumption: readonly DayConsumption[]
  readonly climate: HourlyClimate
  readonly environment: readonly EnvironmentKpi[]
}

export interface AnalysisData extends ReportedBatch {
  readonly kpis: Kpis
  readonly evolution: readonly EvolutionPoint[]
  /** % of the animals that entered, of each day. */
  readonly mortality: ReturnType<typeof presentKpi>
  readonly consumption: readonly DayConsumption[]
  readonly difference: readonly DayConsumption[]
  readonly feedTotals: readonly AccumulatedConsumption[]
  readonly waterTotals: readonly AccumulatedConsumption[]
}

const seesAnimals = (actor: Actor) => isPermitted(actor, 'batches.transactions.read')
const seesFeed = (actor: Actor) => isPermitted(actor, 'batches.feedMovements.read')

/** A batch in reach. @throws NotFound */
const readBatch = async ({ db, texts, clock }: World, actor: Actor, id: string): Promise<ReportedBatch> => ({
  batch: await db.work(actor, async work => presentBatchDetails(work, orNotFound(await batchById(work, id)), texts)),
  createdAt: clock.now(),
})

/** Reads what the report of a batch shows. @throws NotFound */
export async function readSummary(world: World, actor: Actor, id: string): Promise<SummaryData> {
  const reported = await readBatch(world, actor, id)
  const consumption = await consumptionOf(world, actor, id)
  const sums = await world.db.work(actor, async work => ({
    animals: seesAnimals(actor) ? await animalSums(work, { batchId: id }) : null,
    feed: seesFeed(actor) ? await feedSums(work, { batchId: id }) : null,
  }))
  return {
    ...reported,
    ...sums,
    kpis: await freshFigures(world, actor, id),
    weeks: presentWeeks(consumption),
    evolution: presentEvolution(consumption.books),
    environment: presentEnvironment(await environmentOf(world, actor, id)),
  }
}

/** Reads every record of a batch. @throws NotFound */
export async function readRawData(world: World, actor: Actor, id: string): Promise<RawData> {
  const reported = await readBatch(world, actor, id)
  const records = await world.db.work(actor, async work => ({
    animals: seesAnimals(actor) ? await animalMovementsOfBatch(work, id) : null,
    feed: seesFeed(actor) ? await feedMovementsOfBatch(work, id) : null,
    weighings: await presentWeighings(work, await weighingsOfBatch(work, id)),
  }))
  return {
    ...reported,
    ...records,
    consumption: presentConsumption(await consumptionOf(world, actor, id)),
    climate: await hourlyClimate(world, actor, id),
    environment: presentEnvironment(await environmentOf(world, actor, id)),
  }
}

/** Reads what the analytics page shows of a batch. @throws NotFound */
export async function readAnalysis(world: World, actor: Actor, id: string): Promise<AnalysisData> {
  const reported = await readBatch(world, actor, id)
  const consumption = await consumptionOf(world, actor, id)
  return {
    ...reported,
    kpis: await freshFigures(world, actor, id),
    evolution: presentEvolution(consumption.books),
    mortality: presentKpi(consumption, 'MORTALITY'),
    consumption: presentConsumption(consumption),
    difference: presentDifference(consumption),
    feedTotals: presentTotals(consumption, 'FEED'),
    waterTotals: presentTotals(consumption, 'WATER'),
  }
}
