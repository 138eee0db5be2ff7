import type { Line, Pane } from './draw/lines.ts'

/** A span of a chart's time axis, UTC ms. */
export type TimeRange = readonly [from: number, to: number]

/** The edges of the plot area, px from the left of the drawing. */
export interface PlotEdges {
  readonly left: number
  readonly right: number
}

/** The shortest span that a chart shows: one minute. */
export const shortestRange = 60_000
/** A drag over fewer pixels is a click. */
const shortestDrag = 8

/** The moment below a pixel, within the range. */
export function timeAt(x: number, { left, right }: PlotEdges, [from, to]: TimeRange): number {
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)))
  return Math.round(from + share * (to - from))
}

/** The range that a horizontal drag selects; undefined: too short to be meant. */
export function dragRange(start: number, end: number, edges: PlotEdges, range: TimeRange): TimeRange | undefined {
  if (Math.abs(end - start) < shortestDrag) return undefined
  const from = timeAt(Math.min(start, end), edges, range)
  const to = timeAt(Math.max(start, end), edges, range)
  return to - from < shortestRange ? undefined : [from, to]
}

/** The range after a wheel step: the moment `at` stays below the pointer; `factor` below 1 zooms in. Stays within `outer`. */
export function wheelRange([from, to]: TimeRange, at: number, factor: number, [first, last]: TimeRange): TimeRange {
  const width = Math.min(last - first, Math.max(shortestRange, (to - from) * factor))
  const start = at - ((at - from) / (to - from)) * width
  const begin = Math.round(Math.min(last - width, Math.max(first, start)))
  return [begin, Math.round(begin + width)]
}

/** The part of a line within a range, with a point either side so that it reaches the edges. */
function cutLine(line: Line, [from, to]: TimeRange): Line {
  const first = line.times.findIndex(time => time >= from)
  const last = line.times.findLastIndex(time => time <= to)
  const part = <T>(column: readonly T[] | undefined) =>
    column?.slice(first < 0 ? -1 : Math.max(0, first - 1), last < 0 ? 1 : last + 2)
  return {
    ...line,
    times: part(line.times) ?? [],
    values: part(line.values) ?? [],
    low: part(line.low),
    high: part(line.high),
    notes: part(line.notes),
  }
}

/** Panes with the part of their lines within a range: their scales fit what is seen. */
export const cutPanes = (panes: readonly Pane[], range: TimeRange): readonly Pane[] =>
  panes.map(pane => ({ ...pane, lines: pane.lines.map(line => cutLine(line, range)) }))
