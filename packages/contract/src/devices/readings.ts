import { z } from 'zod'
import { Id, Instant, many, Stamp, TimeZone, whole } from '../http/fields.ts'
import { Value } from './interfaceShapes.ts'
import { PAGE_SIZES, paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'

/** At most this many points of a series reach a chart. */
export const MAX_POINTS = 1_500
/** Ranges and id lists of one call. */
export const MAX_RANGE_DAYS = 400
export const MAX_INTERFACES = 200

export const RESOLUTIONS = ['RAW', 'FIVE_MIN', 'HOUR', 'DAY'] as const
export const Resolution = z.enum(RESOLUTIONS)
export type Resolution = z.infer<typeof Resolution>
export const OPERATIONS = ['AVERAGE', 'SUM', 'MIN', 'MAX'] as const

/** The specification's quick ranges, in hours. */
export const QUICK_RANGES = { ONE: 1, SIX: 6, TWELVE: 12, TWENTYFOUR: 24 } as const

export const LastReading = z.object({
  interfaceId: Id,
  convertedValue: Value.nullable(),
  timestampUtc: Stamp.nullable(),
  good: z.boolean(),
  stale: z.boolean(),
})
export type LastReading = z.infer<typeof LastReading>

/** The last value, and figures since local midnight. */
export const LastAggregate = LastReading.extend({
  min: z.number().nullable(),
  max: z.number().nullable(),
  avg: z.number().nullable(),
  sum: z.number().nullable(),
})
export type LastAggregate = z.infer<typeof LastAggregate>

/**
 * One series as columns: times in ms UTC and values beside them, null where the line breaks. Rollups carry min and max.
 * Booleans are 0 and 1 (rollups: share of time true).
 */
export const Series = z.object({
  interfaceId: Id,
  resolution: Resolution,
  /** Seconds from one point to the next; 0 for raw readings. */
  step: z.number(),
  times: z.array(z.number()),
  values: z.array(z.number().nullable()),
  min: z.array(z.number().nullable()).optional(),
  max: z.array(z.number().nullable()).optional(),
  /**
   * Of averages in a requested resolution, where they differ: how much each counts in a mean of several, by the time or the number
   * of its readings, of a direction by the length of its vector.
   */
  weights: z.array(z.number()).optional(),
  /**
   * Of counters, where there is anything to know, beside the values, the sum of: 1 a step that the meter can't have counted was
   * left out, 2 what was counted over more than a day is booked here, 4 a step was left out since the register's factor, offset,
   * modulus or box changed.
   */
  flags: z.array(z.number().int()).optional(),
  /** Of counters: the last point is still being counted, so far up to this moment (ms UTC). */
  countedUntil: z.number().optional(),
})
export type Series = z.infer<typeof Series>

const range = { fromDate: Instant.optional(), toDate: Instant.optional() }
const window = { interfaceIds: many(Id, MAX_INTERFACES).optional(), ...range }
/** A range of a chart and its points a series at most. */
export const seriesWindow = z.object({ ...range, points: whole(2, MAX_POINTS).prefault(MAX_POINTS) })

/** A file of readings is fetched in large pages. */
export const readingPages = paging({ sorts: ['timestamp'], sort: 'timestamp', direction: 'DESC', sizes: [...PAGE_SIZES, 1000] })

export const readings = routes({
  search: {
    method: 'GET',
    path: '/interfaces/readings/search',
    summary: 'Readings of interfaces in a range, as rows; rollups when a resolution is asked for',
    access: 'interfaces.read',
    query: readingPages.query.extend({
      ...window,
      resolution: Resolution.optional(),
      readingOperationType: z.enum(OPERATIONS).optional(),
    }),
    reply: readingPages.of(
      z.object({
        interfaceId: Id,
        convertedValue: Value,
        /** Of a bucket where it begins, or where the range does that has only a part of it. */
        timestampUtc: Stamp,
        good: z.boolean(),
        /** Of a bucket: the range has only a part of it, and the value is of that part; the one that is running too. */
        partial: z.boolean().optional(),
      }),
    ),
  },
  lastAggregate: {
    method: 'POST',
    path: '/interfaces/readings/last-aggregate',
    summary: 'Last value, and min, max, avg, sum since local midnight',
    access: 'interfaces.read',
    body: z.strictObject({ interfaceIds: z.array(Id).max(MAX_INTERFACES), timezone: TimeZone }),
    reply: z.array(LastAggregate),
  },
  last: {
    method: 'GET',
    path: '/widgets/last_readings',
    summary: 'Last values of interfaces',
    access: 'session',
    apiScope: 'interfaces.read',
    query: z.object({ interfaceIds: many(Id, MAX_INTERFACES).optional() }),
    reply: z.array(LastReading),
  },
  lastByBody: {
    method: 'POST',
    path: '/widgets/last_readings',
    summary: 'Last values of interfaces, the ids in the body',
    access: 'session',
    apiScope: 'interfaces.read',
    body: z.strictObject({ interfaceIds: z.array(Id).max(MAX_INTERFACES) }),
    reply: z.array(LastReading),
  },
  series: {
    method: 'GET',
    path: '/widgets/chart_series_readings',
    summary: 'Series for a chart: resolution by range, at most 1,500 points each',
    access: 'session',
    apiScope: 'interfaces.read',
    query: seriesWindow.extend({
      interfaceIds: window.interfaceIds,
      /** Left out: as the range and the points allow. */
      resolution: Resolution.optional(),
      /** Of each bucket; left out: the mean, of counters the sum. */
      operation: z.enum(OPERATIONS).optional(),
    }),
    reply: z.array(Series),
  },
})
