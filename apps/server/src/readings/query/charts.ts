import type { Resolution, Series } from '@steading/contract/devices/readings'
import { MAX_POINTS } from '@steading/contract/devices/readings'
import { retainedSince } from '../../platform/config/retention.ts'
import type { Retention } from '../../platform/config/retention.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { isHeld, MINUTES_5 } from '../rollups/bucketSums.ts'
import { bucketColumns } from './buckets.sql.ts'
import type { BucketColumns } from './buckets.sql.ts'
import { bucketSources, heldUntil } from './readings.ts'
import type { RequestedInterface } from './readings.ts'
import { rawColumns } from './readings.sql.ts'
import type { Columns, Span } from './readings.sql.ts'
import { rounder } from './rounding.ts'
import {
  withRunningBucket,
  fitsRaw,
  fitPoints,
  hasExtremes,
  operationOf,
  withEdges,
  weightsOf,
  rawPace,
  seriesOf,
  stepsOf,
  stepsOfResolution,
} from './series.ts'
import type { Operation, Steps } from './series.ts'

/** How a chart is drawn. */
export interface ChartOptions {
  /** Points of a series at most. */
  readonly points: number
  /** Left out: as the range and the points allow. Coarser where the range has more buckets than a series has points. */
  readonly resolution?: Resolution | undefined
  /** Of each bucket; left out: the mean, of counters the sum. */
  readonly operation?: Operation | undefined
}

/**
 * A series of each interface over a span: all readings if they fit, otherwise the finest steps that fit. With a resolution buckets
 * of it, with a minimum, maximum or sum buckets too, since single readings have none.
 */
export async function charts(
  work: UnitOfWork,
  retention: Retention,
  asked: readonly RequestedInterface[],
  span: Span,
  { points: most, resolution = 'RAW', operation = 'AVERAGE' }: ChartOptions,
): Promise<Series[]> {
  const series = new Map<number, Series>()
  const range = span.to - span.from

  const now = work.now.getTime()
  const whole = retainedSince(retention, 'journal', now)
  const fineSince = retainedSince(retention, 'rollups_5m', now)
  const isRaw = (one: RequestedInterface) => resolution === 'RAW' && operationOf(one.kind, operation) === 'AVERAGE'
  const raw = asked.filter(one => one.kind !== 'NONE' && isRaw(one) && fitsRaw(span, one, whole))
  const columns = raw.length === 0 ? [] : await rawColumns(work, raw, span, MAX_POINTS + 1)
  for (const one of raw) {
    const found = columns.find(row => row.interface_id === one.id)
    if (!found || found.times.length <= MAX_POINTS) series.set(one.id, rawSeries(one, found, span, most, work.now))
  }

  const rest = asked.filter(one => one.kind !== 'NONE' && !series.has(one.id))
  for (const [isCounted, ones] of Map.groupBy(rest, one => one.kind === 'COUNTED')) {
    const kind = isCounted ? 'COUNTED' : 'MEAN'
    const hasFine = span.from >= fineSince
    const steps = resolution === 'RAW' ? stepsOf(range, kind, hasFine) : stepsOfResolution(range, kind, hasFine, resolution)
    for (const [bucketed, same] of Map.groupBy(ones, one => operationOf(one.kind, operation))) {
      const sources = bucketSources(same, span.from, work.now)
      const counters = isCounted ? idsOf(same) : []
      const rows = await bucketColumns(work, { sources, span, fineSince, ...steps }, counters, bucketed)
      for (const one of same) {
        const found = rows.find(row => row.interface_id === one.id)
        const hasWeights = resolution !== 'RAW' && bucketed === 'AVERAGE'
        series.set(one.id, bucketSeries(one, found, { steps, operation: bucketed, most, now, hasWeights }))
      }
    }
  }
  return asked.map(one => series.get(one.id) ?? { ...NOTHING, interfaceId: one.interfaceId })
}

const idsOf = (asked: readonly RequestedInterface[]) => asked.map(one => one.id)
/** The series of texts, and of interfaces without a history. */
const NOTHING = { resolution: 'RAW', step: 0, times: [], values: [] } satisfies Omit<Series, 'interfaceId'>

function rawSeries(asked: RequestedInterface, found: Columns | undefined, { from, to }: Span, most: number, now: Date): Series {
  const columns = { times: found?.times ?? [], values: found?.values ?? [] }
  const points = isHeld(asked) ? withEdges(columns, from, Math.min(to, heldUntil(asked, now))) : columns
  const { step, patience } = rawPace(columns.times, asked)
  const weighed = { ...points, weights: weightsOf(points.times, asked) }
  return seriesOf(asked.interfaceId, 'RAW', fitPoints(weighed, most, step, asked.kind, patience), rounder(asked))
}

/** Longest delay with which a meter reports an increment, ms: a meter that is silent for longer has reported all of it. */
const INCREMENT_DELAY_MS = 3 * MINUTES_5

const NO_BUCKETS = { times: [], values: [], min: [], max: [], weights: [], flags: null } satisfies Partial<BucketColumns>

function bucketSeries(
  asked: RequestedInterface,
  found: BucketColumns | undefined,
  {
    steps: { resolution, width },
    operation,
    most,
    now,
    hasWeights,
  }: {
    readonly steps: Steps
    readonly operation: Operation
    readonly most: number
    readonly now: number
    /** The caller may merge the means with others. */
    readonly hasWeights: boolean
  },
): Series {
  const { times, values, min, max, weights, flags } = found ?? NO_BUCKETS
  const extremes = hasExtremes(asked.kind, operation) ? { min, max } : {}
  const all = { times, values, weights, ...extremes, ...(flags && { flags }) }
  const reportedUntil = Math.max(Math.min(asked.row.readAt?.getTime() ?? 0, now), now - INCREMENT_DELAY_MS)
  if (asked.kind !== 'COUNTED')
    return seriesOf(asked.interfaceId, resolution, fitPoints(all, most, width, asked.kind, width, operation), rounder(asked), {
      hasWeights,
    })
  const { points, countedUntil } = withRunningBucket(all, width, reportedUntil)
  const fit = fitPoints(points, most, width, asked.kind)
  // Merged buckets leave out an incomplete one.
  const isRunning = fit.points.times.at(-1) === points.times.at(-1)
  return seriesOf(asked.interfaceId, resolution, fit, rounder(asked), { countedUntil: isRunning ? countedUntil : undefined })
}
