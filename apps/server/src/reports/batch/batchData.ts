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
import { presentBatchDetails } from '../../batches/index.ts'
import {
  hourlyClimate,
  presentConsumption,
  presentDifference,
  presentEnvironment,
  presentEvolution,
  presentKpi,
  presentTotals,
  presentWeeks,
  readConsumption,
  readFreshBatches,
} from '../../batchFigures/index.ts'
import type { FreshBatch, HourlyClimate } from '../../batchFigures/index.ts'
import { feedMovementsOfBatch, feedSums } from '../../feedMovements/index.ts'
import type { FeedMovementRow } from '../../feedMovements/index.ts'
import { isPermitted } from '../../platform/actor.ts'
import type { Actor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
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

/** Reads a batch in reach for a document: everything in one snapshot. @throws NotFound */
const readReported = <T>(
  world: World,
  actor: Actor,
  { id, withEnvironment }: { readonly id: string; readonly withEnvironment: boolean },
  read: (work: UnitOfWork, fresh: FreshBatch) => Promise<T>,
): Promise<ReportedBatch & T> =>
  readFreshBatches(world, actor, { ids: [id], withEnvironment }, async (work, [fresh]) => ({
    batch: await presentBatchDetails(work, fresh!.batch, world.texts), // safe: one for each id
    createdAt: work.now.getTime(),
    ...(await read(work, fresh!)), // safe: as above
  }))

/** Reads what the report of a batch shows. @throws NotFound */
export const readSummary = (world: World, actor: Actor, id: string): Promise<SummaryData> =>
  readReported(world, actor, { id, withEnvironment: true }, async (work, { batch, kpis, environment }) => {
    const animals = seesAnimals(actor) ? await animalSums(work, { batchId: id }) : null
    const feed = seesFeed(actor) ? await feedSums(work, { batchId: id }) : null
    const consumption = await readConsumption(work, batch)
    return {
      animals,
      feed,
      kpis,
      weeks: presentWeeks(consumption),
      evolution: presentEvolution(consumption.books),
      environment: presentEnvironment(environment),
    }
  })

/** Reads every record of a batch. @throws NotFound */
export const readRawData = (world: World, actor: Actor, id: string): Promise<RawData> =>
  readReported(world, actor, { id, withEnvironment: true }, async (work, { batch, environment }) => ({
    animals: seesAnimals(actor) ? await animalMovementsOfBatch(work, id) : null,
    feed: seesFeed(actor) ? await feedMovementsOfBatch(work, id) : null,
    weighings: await presentWeighings(work, await weighingsOfBatch(work, id)),
    consumption: presentConsumption(await readConsumption(work, batch)),
    climate: await hourlyClimate(work, world.config, batch),
    environment: presentEnvironment(environment),
  }))

/** Reads what the analytics page shows of a batch. @throws NotFound */
export const readAnalysis = (world: World, actor: Actor, id: string): Promise<AnalysisData> =>
  readReported(world, actor, { id, withEnvironment: false }, async (work, { batch, kpis }) => {
    const consumption = await readConsumption(work, batch)
    return {
      kpis,
      evolution: presentEvolution(consumption.books),
      mortality: presentKpi(consumption, 'MORTALITY'),
      consumption: presentConsumption(consumption),
      difference: presentDifference(consumption),
      feedTotals: presentTotals(consumption, 'FEED'),
      waterTotals: presentTotals(consumption, 'WATER'),
    }
  })
