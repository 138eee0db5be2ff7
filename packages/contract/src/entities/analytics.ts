import { z } from 'zod'
import { CategoryName } from '../devices/interfaceShapes.ts'
import { BySeverity } from '../events/bell.ts'
import { Day, Id, many } from '../http/fields.ts'
import { routes } from '../http/route.ts'
import { EntityRef } from './entities.ts'

/** Entities that are compared at most. */
export const MOST_ANALYZED = 20
/** Days of a range at most; up to `HOURLY_DAYS` it is shown by the hour. */
export const MOST_DAYS = 366
export const HOURLY_DAYS = 14

/** A range of days by the clock of the caller, both included, and the entities that are compared. */
const range = { entityIds: many(Id, MOST_ANALYZED, 1), fromDay: Day, toDay: Day }

/** Values over the sensors of an entity, by the start of their buckets (ms UTC). */
const Course = z.object({
  /** Sensors or meters that took part. */
  interfaces: z.number().int(),
  times: z.array(z.number()),
  values: z.array(z.number()),
})

export const EntityOverview = z.object({
  entity: EntityRef,
  /** Means of the sensors of the category; minimum and maximum of all their readings. */
  environment: Course.extend({ mean: z.number().nullable(), min: z.number().nullable(), max: z.number().nullable() }),
  /** Sums of the meters of the category; `previous`: of the equally long range before, of a running one of the same part. */
  consumption: Course.extend({ total: z.number().nullable(), previous: z.number().nullable() }),
  /** Events that were opened in the range, and in the one before, of a running one in the same part. */
  events: BySeverity.extend({ previous: z.number().int() }),
})
export type EntityOverview = z.infer<typeof EntityOverview>

/** Figures of the batches that were closed in the range (−100: not computable), and deaths in all batches by day. */
export const EntityBatches = z.object({
  entity: EntityRef,
  /** Open at the moment. */
  open: z.number().int(),
  closed: z.number().int(),
  /** % */
  mortality: z.number(),
  /** In the equally long range before, of a running one in the same part. */
  previousMortality: z.number(),
  /** g/d */
  averageDailyGain: z.number(),
  feedConversion: z.number(),
  /** kg of an animal sold */
  averageWeight: z.number(),
  /** By the start of each local day on which there were animals (ms UTC); percents: of the animals present. */
  mortalityByDay: z.object({
    times: z.array(z.number()),
    deaths: z.array(z.number().int()),
    percents: z.array(z.number()),
  }),
})
export type EntityBatches = z.infer<typeof EntityBatches>

export const analytics = routes({
  overview: {
    method: 'GET',
    path: '/analytics/overview',
    summary: 'Environment, consumption and events of several entities over a range, side by side',
    access: 'analytics.overview',
    query: z.object({
      ...range,
      category: CategoryName.default('TEMPERATURE'),
      meter: CategoryName.default('WATER_COUNTER'),
    }),
    reply: z.object({ resolution: z.enum(['HOUR', 'DAY']), entities: z.array(EntityOverview) }),
  },
  batches: {
    method: 'GET',
    path: '/analytics/batches',
    summary: 'Figures of the batches of several entities that were closed in a range, side by side',
    access: 'analytics.batch',
    query: z.object(range),
    reply: z.array(EntityBatches),
  },
})
