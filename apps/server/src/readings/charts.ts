import type { Resolution, Series } from '@steading/contract/readings'
import { MAX_POINTS } from '@steading/contract/readings'
import type { Work } from '../platform/database/work.ts'
import { MINUTES_5 } from './cells.ts'
import { directionsOf, hasWholeHours } from './readings.ts'
import type { Asked } from './readings.ts'
import { bucketColumns, rawColumns, WIDTH } from './readings.sql.ts'
import type { Columns, Span } from './readings.sql.ts'
import { rounder } from './rounding.ts'
import { finished, fitsRaw, fitted, held, rawStep, resolutionOf, seriesOf } from './series.ts'

/** A series of each interface over a span: raw readings where they fit, else the finest buckets that do. */
export async function charts(work: Work, asked: readonly Asked[], span: Span, most: number): Promise<Series[]> {
  const series = new Map<number, Series>()
  const range = span.to - span.from

  const raw = asked.filter(one => one.kind !== 'NONE' && fitsRaw(range, one))
  const columns = raw.length === 0 ? [] : await rawColumns(work, idsOf(raw), span, MAX_POINTS + 1)
  for (const one of raw) {
    const found = columns.find(row => row.interface_id === one.id)
    if (!found || found.times.length <= MAX_POINTS) series.set(one.id, rawSeries(one, found, span, most, work.now.getTime()))
  }

  const resolution = resolutionOf(range)
  const rest = Map.groupBy(
    asked.filter(one => one.kind !== 'NONE' && !series.has(one.id)),
    one => one.row.timeZone,
  )
  for (const [zone, ones] of rest) {
    const counting = idsOf(ones.filter(one => one.kind === 'COUNTED'))
    const finely = !hasWholeHours(zone, span.from)
    const rows = await bucketColumns(
      work,
      { ids: idsOf(ones), directions: directionsOf(ones), span, resolution, zone, finely },
      counting,
    )
    for (const one of ones)
      series.set(
        one.id,
        bucketSeries(
          one,
          rows.find(row => row.interface_id === one.id),
          resolution,
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

function rawSeries(one: Asked, found: Columns | undefined, { from, to }: Span, most: number, now: number): Series {
  const columns = { times: found?.times ?? [], values: found?.values ?? [] }
  // What is held is true as long as its terminal is heard.
  const until = one.row.connected ? now : (one.row.heardAt?.getTime() ?? 0)
  const points = one.kind === 'HELD' ? held(columns, from, Math.min(to, until)) : columns
  return seriesOf(one.interfaceId, 'RAW', fitted(points, most, rawStep(one), one.kind), rounder(one))
}

/** What a meter counted since its last reading, it tells with the next one; one that is silent for longer has told all (ms). */
const TOLD_WITHIN = 3 * MINUTES_5

function bucketSeries(
  one: Asked,
  found: Columns | undefined,
  resolution: Exclude<Resolution, 'RAW'>,
  most: number,
  now: number,
): Series {
  const { times, values, min, max, flags } = found ?? { times: [], values: [], min: [], max: [], flags: null }
  // The least and the greatest of a register say nothing about what was counted.
  const extremes = one.kind === 'COUNTED' ? {} : { min: min ?? [], max: max ?? [] }
  const all = { times, values, ...extremes, ...(flags && { flags }) }
  const width = WIDTH[resolution]
  const told = Math.max(Math.min(one.row.readAt?.getTime() ?? 0, now), now - TOLD_WITHIN)
  const points = one.kind === 'COUNTED' ? finished(all, width, told) : all
  return seriesOf(one.interfaceId, resolution, fitted(points, most, width, one.kind), rounder(one))
}
