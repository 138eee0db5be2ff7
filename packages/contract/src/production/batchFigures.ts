import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { byId, flag, Id, Instant, many, Stamp } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { Batch, batchSearch } from './batches.ts'
import { BatchRef } from './batchRef.ts'
import {
  AccumulatedConsumption,
  BatchForecast,
  Compliance,
  DayConsumption,
  EnvironmentKpi,
  EvolutionPoint,
  KPI_NAMES,
  Kpis,
  MassBalance,
  SiloRunOut,
} from './figures.ts'
import { SpeciesCode } from './species.ts'

const byBatchId = z.object({ batchId: Id })
/** How many stored rows another computation changed. */
const Recomputed = z.object({ changed: z.number().int() })

/** Batches that are laid side by side at most: two of the eight colours of a chart are for the curve and the farm. */
export const MOST_COMPARED = 6

const analyticsPages = paging({
  sorts: ['openDate', 'closeDate', 'code', ...KPI_NAMES],
  sort: 'openDate',
  direction: 'DESC',
})
/** A batch with its KPIs as they were last computed. */
export const RankedBatch = Batch.extend({
  /** Null: not computed yet. */
  kpis: Kpis.nullable(),
  /** Nothing was booked since the KPIs were computed. */
  isCurrent: z.boolean(),
})
export type RankedBatch = z.infer<typeof RankedBatch>

/** The latest closed batches of a farm and a species, the last closed first. */
export const FarmHistory = z.object({
  farm: EntityRef,
  species: SpeciesCode,
  /** The asked batches that belong there. */
  batchIds: z.array(Id),
  closed: z.array(z.object({ batch: BatchRef, closeDate: Stamp, kpis: Kpis })),
})
export type FarmHistory = z.infer<typeof FarmHistory>

/** The figures of batches: what the calls of `batches` answer from movements, weighings, curve and sensors. */
export const batchFigures = routes({
  analytics: {
    method: 'GET',
    path: '/batches/analytics',
    summary: 'Batches of one enterprise ranked by a KPI, paged: KPIs as they were last computed; those without the KPI come last',
    access: 'batches.read',
    requires: 'analytics.batch',
    query: batchSearch
      .pick({ entityId: true, status: true, search: true, species: true, fromDate: true, toDate: true, ids: true })
      .extend(analyticsPages.query.shape),
    reply: analyticsPages.of(RankedBatch),
  },
  farmHistory: {
    method: 'GET',
    path: '/batches/analytics/history',
    summary: 'Of each farm and species of some batches of one enterprise the latest closed batches, with their KPIs',
    access: 'batches.read',
    requires: 'analytics.batch',
    query: z.object({ batchIds: many(Id, MOST_COMPARED, 1) }),
    reply: z.array(FarmHistory),
  },
  kpis: {
    method: 'GET',
    path: '/batches/:id/kpis',
    summary: 'The KPIs of a batch, as of now or of its end',
    access: 'batches.read',
    params: byId,
    reply: Kpis,
  },
  massBalance: {
    method: 'GET',
    path: '/batches/:id/mass-balance',
    summary: 'Animals and feed that came and left, and what the books do not explain: at an instant, now, or at the close',
    access: 'batches.read',
    params: byId,
    query: z.object({ at: Instant.optional() }),
    reply: MassBalance,
  },
  forecast: {
    method: 'GET',
    path: '/batches/:id/forecast',
    summary: 'Growth of an open batch ahead and the day of its target weight, each with its 80 % band',
    access: 'batches.read',
    params: byId,
    reply: BatchForecast,
  },
  runOut: {
    method: 'GET',
    path: '/batches/:id/silos',
    summary: 'The silos of an open batch: when each is empty, and by when feed must be ordered',
    access: 'batches.read',
    params: byId,
    reply: z.array(SiloRunOut),
  },
  evolution: {
    method: 'GET',
    path: '/batches/:id/evolution',
    summary: 'Weights of a batch by age, and those of its curve',
    access: 'batches.read',
    params: byId,
    reply: z.array(EvolutionPoint),
  },
  curveWindowRange: {
    method: 'GET',
    path: '/batches/:id/curveWindowRange',
    summary: 'The ages (days) of the curve that concern a batch; null: it follows no curve',
    access: 'batches.read',
    params: byId,
    reply: z.object({ range: z.object({ from: z.number().int(), to: z.number().int() }).nullable() }),
  },
  compliance: {
    method: 'GET',
    path: '/batches/:id/interfaces/data-compliance-overview',
    summary: 'Per category of sensors: how much was measured, and how much of that lay inside the band',
    access: 'batches.read',
    params: byId,
    reply: z.array(Compliance),
  },
  environment: {
    method: 'GET',
    path: '/batches/getEnvironmentKpis',
    summary: 'The environment KPIs of a batch as they were last computed',
    access: 'batches.read',
    query: byBatchId,
    reply: z.array(EnvironmentKpi),
  },
  updateEnvironment: {
    method: 'GET',
    path: '/batches/updateEnvironmentKpis',
    summary: 'Compute the environment KPIs of a batch again',
    access: 'batches.update',
    query: byBatchId.extend({ statusChange: flag.optional() }),
    reply: z.array(EnvironmentKpi),
  },
  consumption: {
    method: 'GET',
    path: '/batches/:id/consumption',
    summary: 'Feed and water of each day of a batch',
    access: 'batches.read',
    params: byId,
    reply: z.array(DayConsumption),
  },
  consumptionDifference: {
    method: 'GET',
    path: '/batches/:id/diffConsumption',
    summary: 'Feed and water of each day less what the curve says',
    access: 'batches.read',
    params: byId,
    reply: z.array(DayConsumption),
  },
  feedAccumulated: {
    method: 'GET',
    path: '/batches/:id/feedConsumptionAcc',
    summary: 'Running total of feed, and that of the curve beside it',
    access: 'batches.read',
    params: byId,
    reply: z.array(AccumulatedConsumption),
  },
  waterAccumulated: {
    method: 'GET',
    path: '/batches/:id/waterConsumptionAcc',
    summary: 'Running total of water, and that of the curve beside it',
    access: 'batches.read',
    params: byId,
    reply: z.array(AccumulatedConsumption),
  },
  consumptionOfSeveral: {
    method: 'GET',
    path: '/consumption-acc',
    summary: 'Running totals of several batches of one enterprise, by age',
    access: 'batches.read',
    query: z.object({ batchIds: many(Id, 20, 1), kind: z.enum(['FEED', 'WATER']).default('FEED') }),
    reply: z.array(z.object({ batch: BatchRef, points: z.array(AccumulatedConsumption) })),
  },
  calculateConsumption: {
    method: 'GET',
    path: '/batches/calculateConsumption/:id',
    summary: 'Compute the consumption of each day since the opening again',
    access: 'batches.update',
    params: byId,
    reply: Recomputed,
  },
  refresh: {
    method: 'GET',
    path: '/batches/refreshCalculatedInfo/:id',
    summary: 'Compute totals and KPIs of an open batch again',
    access: 'batches.update',
    params: byId,
    reply: Kpis,
  },
  refreshClosed: {
    method: 'GET',
    path: '/batches/refreshOnCloseCalculatedInfo/:id',
    summary: 'Compute totals and KPIs of a closed batch again',
    access: 'batches.update',
    params: byId,
    reply: Kpis,
  },
  refreshImported: {
    method: 'GET',
    path: '/batches/refreshBatchImportedData/:id',
    summary: 'Read silo refills, registers and scale days of a batch again',
    access: 'batches.update',
    params: byId,
    reply: Recomputed,
  },
})
