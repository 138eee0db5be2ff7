import { z } from 'zod'
import { Series, seriesWindow } from '../devices/readings.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { byId, Day, Id, many, Stamp } from '../http/fields.ts'
import { routes } from '../http/route.ts'
import { BatchRef } from '../production/batchRef.ts'
import { SiloRunOut } from '../production/figures.ts'
import { SpeciesCode } from '../production/species.ts'
import { MOST_ENTITIES } from './fields.ts'
import { EVOLUTION_KPIS } from './types/batches/batchKpiEvolution.ts'
import { INFO_TIMES } from './types/batches/simpleBatchInfo.ts'

const Named = z.object({ id: Id, displayName: z.string() })

/** What meters counted, in their unit; null: not measured. */
export const Consumption = z.object({
  interfaces: z.array(
    Named.extend({
      entity: EntityRef,
      unit: z.string(),
      decimals: z.number().int(),
      /** Of the period under way, by the aggregator: the sum, or the mean of its full buckets. */
      value: z.number().nullable(),
      /** Of the period before, to the same moment. */
      previous: z.number().nullable(),
      /**
       * Of the period under way by the tariff of the meter's entity, in its currency (ISO 4217); `unpriced`: energy for whose time there is no
       * price, kWh. null: no energy meter, no tariff, or a public link.
       */
      cost: z.object({ amount: z.number(), currency: z.string(), unpriced: z.number() }).nullable(),
      /** Hours of a day, else days. */
      buckets: z.array(z.object({ from: Stamp, value: z.number().nullable() })),
    }),
  ),
  /** Meters of the widget that were deleted, are out of reach or no longer count. */
  missing: z.number().int(),
  from: Stamp,
  to: Stamp,
  timeZone: z.string(),
})
export type Consumption = z.infer<typeof Consumption>

/** A silo: kg, days. */
export const SiloInfo = SiloRunOut.extend({
  /** 0 to 100; null without a capacity or a reading. */
  percent: z.number().nullable(),
  /** Level at the end of each day, the latest last. */
  history: z.array(z.object({ day: Day, weight: z.number().nullable() })),
})
export type SiloInfo = z.infer<typeof SiloInfo>

/** Days of milk that are drawn. */
export const MILK_DAYS = 30
/** Litres of a milk counter; null: not measured. */
export const Milk = z.object({
  interface: Named.extend({ entity: EntityRef }),
  unit: z.string(),
  today: z.number().nullable(),
  yesterday: z.number().nullable(),
  /** Mean of the last seven full days that were measured. */
  meanOf7: z.number().nullable(),
  /** The latest last, today included. */
  days: z.array(z.object({ day: Day, value: z.number().nullable() })),
})
export type Milk = z.infer<typeof Milk>

/** A figure of a batch by day: kg, %, or litres as the figure is. */
export const BatchEvolution = z.object({
  /** Null: the house has no open batch. */
  batch: BatchRef.extend({ entity: EntityRef }).nullable(),
  kpi: z.enum(EVOLUTION_KPIS),
  points: z.array(z.object({ age: z.number().int(), day: Day, value: z.number().nullable(), curve: z.number().nullable() })),
})
export type BatchEvolution = z.infer<typeof BatchEvolution>

/** Deaths of open batches by cause, the most frequent first. */
export const MortalityByCause = z.object({
  total: z.number().int(),
  batches: z.number().int(),
  /** `reason` null: none was said. `share`: % of the deaths. */
  causes: z.array(z.object({ reason: Named.nullable(), count: z.number().int(), share: z.number() })),
})
export type MortalityByCause = z.infer<typeof MortalityByCause>

/** Sold animals by groups of weight, kg: [from, to). */
export const WEIGHT_GROUPS = [
  [0, 90],
  [90, 100],
  [100, 110],
  [110, 120],
  [120, 9999],
] as const
const Counts = z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() }))
export const AnimalsByWeight = z.object({
  total: z.number().int(),
  groups: Counts,
  farms: z.array(z.object({ farm: EntityRef, total: z.number().int(), groups: Counts })),
})
export type AnimalsByWeight = z.infer<typeof AnimalsByWeight>

/** A figure over the batches of a period and over those of the period before; −100: not computable. */
export const BatchInfo = z.object({ value: z.number(), previous: z.number(), batches: z.number().int() })
export type BatchInfo = z.infer<typeof BatchInfo>

const byEntities = z.object({ entityIds: many(Id, MOST_ENTITIES).optional() })
/** `entities`: none means all in reach. Closed batches of a time that ends today, or from startDate to endDate. */
const infoQuery = z.object({
  entities: many(Id, MOST_ENTITIES).optional(),
  species: many(SpeciesCode, 20).optional(),
  time: z.enum(INFO_TIMES).default('LAST_MONTH'),
  startDate: Day.optional(),
  endDate: Day.optional(),
})
const info = <const P extends `/${string}`>(path: P, summary: string) =>
  ({ method: 'GET', path, summary, access: 'batches.read', query: infoQuery, reply: BatchInfo }) as const

/** The house whose sensors a widget shows, of those of its dashboard; left out: the first one by name. */
const ofHouse = z.object({ house: Id.optional() })

/** What single widgets show; the id is the widget's. */
export const widgetData = routes({
  series: {
    method: 'GET',
    path: '/widgets/chart_series_readings/:id',
    summary: 'The series of a chart widget in a range, else in its own',
    access: 'session',
    params: byId,
    query: seriesWindow.extend(ofHouse.shape),
    reply: z.array(Series),
  },
  consumption: {
    method: 'GET',
    path: '/widgets/consumption/:id',
    summary: 'What the meters of a widget counted in its period and in the one before',
    access: 'session',
    params: byId,
    query: ofHouse,
    reply: Consumption,
  },
  silo: {
    method: 'GET',
    path: '/widgets/siloInfo/:id',
    summary: 'Level of the silo of a widget, how long it lasts, and by when feed must be ordered',
    access: 'session',
    params: byId,
    query: ofHouse,
    reply: SiloInfo,
  },
  milk: {
    method: 'GET',
    path: '/widgets/milk/:id',
    summary: 'Litres of the milk counter of a widget by day',
    access: 'session',
    params: byId,
    query: ofHouse,
    reply: Milk,
  },
  batchEvolution: {
    method: 'GET',
    path: '/widgets/batch-evolution/:id',
    summary: 'The figure of the batch of a widget by day, its curve beside it',
    access: 'batches.read',
    params: byId,
    reply: BatchEvolution,
  },
  mortalityByCause: {
    method: 'GET',
    path: '/widgets/mortalityByCauseInfo',
    summary: 'Deaths of the open batches at these entities and below them, by cause',
    access: 'batches.read',
    query: byEntities,
    reply: MortalityByCause,
  },
  animalsByWeight: {
    method: 'GET',
    path: '/widgets/animalsByWeightInfo',
    summary: 'Animals sold in the last 12 months at these entities and below them, by groups of weight',
    access: 'batches.read',
    query: byEntities,
    reply: AnimalsByWeight,
  },
  preview: {
    method: 'POST',
    path: '/widgets/preview',
    summary: 'What a widget would show that is not saved yet, for the types whose content goes by their id',
    access: 'session',
    body: z.strictObject({
      type: z.enum(['CONSUMPTION', 'SILO', 'MILK', 'BATCH_KPI_EVOLUTION']),
      configs: z.record(z.string(), z.unknown()),
    }),
    reply: z.object({
      consumption: Consumption.optional(),
      silo: SiloInfo.optional(),
      milk: Milk.optional(),
      batchEvolution: BatchEvolution.optional(),
    }),
  },
  averageDailyGain: info('/widgets/averageDailyGainInfo', 'Average daily gain, g'),
  conversionIndex: info('/widgets/conversionIndexInfo', 'Feed conversion'),
  averageWeight: info('/widgets/averageWeightOfAnimalExitsInfo', 'Average weight of the animals that left, except deaths, kg'),
  mortality: info('/widgets/mortalityInfo', 'Mortality, %'),
})
