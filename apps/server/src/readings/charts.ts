import type { Series } from '@steading/contract/readings'
import { MAX_POINTS } from '@steading/contract/readings'
import type { Work } from '../platform/database/work.ts'
import { MINUTES_5 } from './cells.ts'
import { bucketColumns } from './buckets.sql.ts'
import { bucketSources, heldUntil } from './readings.ts'
import type { Asked } from './readings.ts'
import { rawColumns } from './readings.sql.ts'
import type { Columns, Span } from './readings.sql.ts'
import { rounder } from './rounding.ts'
import { KEPT_WHOLE } from './rollups.ts'
import { counted, fitsRaw, fitted, hasExtremes, held, rawPace, seriesOf, stepsOf } from './series.ts'
import type { Steps } from './series.ts'

/** A series of each interface over a span: all readings where they fit, else the finest steps that do. */
export async function charts(work: Work, asked: readonly Asked[], span: Span, most: number): Promise<Series[]> {
  const series = new Map<number, Series>()
  const range = span.to - span.from

  const raw = asked.filter(one => one.kind !== 'NONE' && fitsRaw(span, one, work.now.getTime() - KEPT_WHOLE))
  const columns = raw.length === 0 ? [] : await rawColumns(work, idsOf(raw), span, MAX_POINTS + 1)
  for (const one of raw) {
    const found = columns.find(row => row.interface_id === one.id)
    if (!found || found.times.length <= MAX_POINTS) series.set(one.id, rawSeries(one, found, span, most, work.now))
  }

  const rest = asked.filter(one => one.kind !== 'NONE' && !series.has(one.id))
  for (const [isCounted, ones] of Map.groupBy(rest, one => one.kind === 'COUNTED')) {
    const steps = stepsOf(range, isCounted ? 'COUNTED' : 'MEAN')
    const sources = bucketSources(ones, span.from, work.now)
    const rows = await bucketColumns(work, { sources, span, ...steps }, isCounted ? idsOf(ones) : [])
    for (const one of ones)
      series.set(
        one.id,
        bucketSeries(
          one,
          rows.find(row => row.interface_id === one.id),
          steps,
          most,
          work.now.getTime(),
        ),
      )
  }
  return asked.map(one => series.get(one.id) ?? { ...NOTHING, interfaceId: one.interfaceId })
}

const idsOf = (asked: readonly Asked[]) => asked.map(one => one.id)
/** Texts, and what keeps no history. */
const NOTHING = { resolution: 'RAW', step: 0, times: [], values: [] } satisfies Omit<Series, 'interfaceId'>

function rawSeries(one: Asked, found: Columns | undefined, { from, to }: Span, most: number, now: Date): Series {
  const columns = { times: found?.times ?? [], values: found?.values ?? [] }
  const points = one.kind === 'HELD' ? held(columns, from, Math.min(to, heldUntil(one, now))) : columns
  const { step, patience } = rawPace(columns.times, one)
  return seriesOf(one.interfaceId, 'RAW', fitted(points, most, step, one.kind, patience), rounder(one))
}

/** What a meter counted since its last reading, it tells with the next one; one that is silent for longer has told all (ms). */
const TOLD_WITHIN = 3 * MINUTES_5

function bucketSeries(one: Asked, found: Columns | undefined, { resolution, width }: Steps, most: number, now: number): Series {
  const { times, values, min, max, flags } = found ?? { times: [], values: [], min: [], max: [], flags: null }
  const extremes = hasExtremes(one.kind) ? { min: min ?? [], max: max ?? [] } : {}
  const all = { times, values, ...extremes, ...(flags && { flags }) }
  const told = Math.max(Math.min(one.row.readAt?.getTime() ?? 0, now), now - TOLD_WITHIN)
  if (one.kind !== 'COUNTED') return seriesOf(one.interfaceId, resolution, fitted(all, most, width, one.kind), rounder(one))
  const { points, countedUntil } = counted(all, width, told)
  const fit = fitted(points, most, width, one.kind)
  // Several buckets put together leave out what would not be whole.
  const isRunning = fit.points.times.at(-1) === points.times.at(-1)
  return seriesOf(one.interfaceId, resolution, fit, rounder(one), isRunning ? countedUntil : undefined)
}
