import { missing, number, quantity } from '@steading/locales/format'
import type { Notated } from '@steading/locales/notation'
import { type Ink, alpha } from './ink.ts'
import { type Scale, digitsOf, scaleOf } from './scale.ts'
import type { ChartAxis } from './axis.ts'
import { strokeOf } from './stroke.ts'

/** One line: rising moments (ms UTC) or ages (days) in `times`, and its value at each, null where it breaks. */
export interface Line {
  readonly name: string
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
  /** What each point stands for reached from here to there, where that is known; the last points may be readings of their own. */
  readonly low?: readonly (number | null)[] | undefined
  readonly high?: readonly (number | null)[] | undefined
  /** What is to be known of a point, beside its value: it gets a mark, and the words stand in the tooltip. */
  readonly notes?: readonly (string | undefined)[] | undefined
  /** Its place among the lines, from 1 on: decides its colour and dash. */
  readonly series: number
  /** The one that the chart is about: drawn stronger, its last point marked. */
  readonly subject?: boolean
  /** A forecast or a reference. */
  readonly dashed?: boolean
  /** Holds its value until the next one: states and commands. */
  readonly steps?: boolean
  /** Left out: a line. */
  readonly shape?: 'area' | 'bar' | 'points' | undefined
  /** What a bar sums up (ms): it stands over the middle of it. */
  readonly step?: number
  /** Drawn paler, beside what it is compared with. */
  readonly pale?: boolean
  /** The axis says whose it is: it stands in no legend. */
  readonly unlisted?: boolean
}

/** A line across, with words at its left. `side` tints the area above or below it. */
export interface Limit {
  readonly value: number
  readonly words: string
  readonly tone: 'critical' | 'major' | 'pending' | 'ok' | 'ink-3'
  readonly side?: 'above' | 'below'
  readonly dashed?: boolean
}

/** A span of time, tinted: while a condition held, while an alarm stood. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly tone: 'critical' | 'pending' | 'idle'
  readonly words?: string
}

/** A moment: an upright line with its words above, beside the line; in a `row` of their own where they would meet others. */
export interface Mark {
  readonly at: number
  readonly words: string
  readonly tone: 'critical' | 'pending' | 'ink-3'
  readonly dashed?: boolean
  readonly side: 'left' | 'right'
  readonly row?: 1 | 2 | 3
}

/** Lines of one unit. Another unit gets another pane below, or by the choice of a reader an axis at the right. */
export interface Pane {
  readonly unit: string
  readonly decimals: number
  readonly lines: readonly Line[]
  readonly limits?: readonly Limit[]
  readonly spans?: readonly Span[]
  readonly marks?: readonly Mark[]
  readonly min?: number
  readonly max?: number
  /** Words for the values 0, 1, …: what is drawn are states, and the axis says them. */
  readonly states?: readonly string[]
  /** Its part of the height. */
  readonly share?: number
  /** It lies upon the pane before it, with its axis at the right. */
  readonly overlay?: boolean
}

/** A value of a pane as it reads: states in their words, figures with their unit. */
export const valueText = ({ unit, decimals, states }: Pane, value: number | null, t: Notated): string =>
  states && value !== null ? (states[Math.round(value)] ?? missing) : quantity(value, unit, t, decimals)

const font = 'IBM Plex Sans Variable'
/** Between two panes, in percent of the height: their labels must not meet. */
const paneGap = 4

/** A scale that holds every value, and every limit with some room beyond it: its words would stand on the edge. */
function paneScale({ lines, limits = [], min, max, states }: Pane): Scale {
  if (states) return { min: 0, max: states.length - 1, step: 1 }
  const reached = lines.flatMap(({ values, low = [], high = [] }) => [values, low, high].flat().filter(value => value !== null))
  const all = [...reached, ...limits.map(limit => limit.value)]
  const room = 0.06 * (all.reduce((a, b) => Math.max(a, b), -Infinity) - all.reduce((a, b) => Math.min(a, b), Infinity))
  const beyond = Number.isFinite(room) ? limits.flatMap(({ value }) => [value - room, value + room]) : []
  return scaleOf([...all, ...beyond], { min, max })
}

/** The option of a chart: panes over one axis of moments or ages. */
export function chartOption(
  ink: Ink,
  panes: readonly Pane[],
  axis: ChartAxis,
  t: Notated,
  range?: readonly [from: number, to: number],
) {
  const grids = panes.filter(pane => !pane.overlay)
  const gridOf = (at: number) => Math.max(0, panes.slice(0, at + 1).filter(pane => !pane.overlay).length - 1)
  const isLast = (at: number) => gridOf(at) === grids.length - 1
  const shares = grids.reduce((sum, pane) => sum + (pane.share ?? 1), 0)
  const label = { color: ink('ink-3'), fontSize: 11, fontFamily: font }
  const extent = range ?? extentOf(panes)
  const ticks = extent && axis.ticks(extent)
  const scales = panes.map(paneScale)
  const labels = scales.map(({ step }, at) => {
    const { states, unit = '', overlay } = panes[at] ?? {}
    // Where two axes share a pane, each says its unit.
    const shown = overlay || panes[at + 1]?.overlay ? unit : ''
    return (value: number) => states?.[value] ?? quantity(value, shown, t, [0, digitsOf(step)])
  })
  // One left edge for all panes, and one right edge: room for the longest label of any.
  const room = (isRight: boolean) =>
    10 +
    6.5 *
      Math.max(
        0,
        ...scales.flatMap(({ min, max, step }, at) =>
          (panes[at]?.overlay === true) === isRight ? [min, max, min + step].map(one => labels[at]?.(one).length ?? 0) : [],
        ),
      )
  const left = room(false)
  const right = Math.max(18, room(true))
  let above = 0
  const places = grids.map(({ share = 1 }) => {
    const from = above
    above += (100 * share) / shares
    return { top: `${from}%`, bottom: `${100 - above + paneGap}%` }
  })
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: font },
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: places.map(({ top, bottom }, at) => ({
      left,
      right,
      // Panes keep one width, whichever of them has labels.
      outerBoundsMode: 'none',
      top: at === 0 ? headOf(panes[0]) : top,
      bottom: at === grids.length - 1 ? (axis.title ? 42 : 24) : bottom,
    })),
    xAxis: grids.map((_, at) => ({
      type: axis.type,
      gridIndex: at,
      // An axis of figures would begin at 0 and end at a round one.
      min: range?.[0] ?? (axis.type === 'value' ? extent?.[0] : undefined),
      max: range?.[1] ?? (axis.type === 'value' ? extent?.[1] : undefined),
      axisLine: { lineStyle: { color: ink('line') } },
      axisTick: { show: false, customValues: ticks },
      splitLine: { show: false },
      ...(axis.title &&
        at === grids.length - 1 && { name: axis.title, nameLocation: 'middle', nameGap: 24, nameTextStyle: label }),
      axisLabel: {
        ...label,
        show: at === grids.length - 1,
        hideOverlap: true,
        customValues: ticks,
        formatter: axis.label,
      },
      axisPointer: { label: { show: false, formatter: ({ value }: { value: number }) => axis.heading(value, extent) } },
    })),
    yAxis: scales.map((scale, at) => ({
      type: 'value',
      gridIndex: gridOf(at),
      position: panes[at]?.overlay ? 'right' : 'left',
      min: scale.min,
      max: scale.max,
      interval: scale.step,
      axisLine: { show: false },
      axisTick: { show: false },
      // The lowest label of a pane would touch the highest of the next.
      axisLabel: {
        ...label,
        showMinLabel: isLast(at) || panes[at]?.states !== undefined,
        formatter: labels[at],
      },
      splitLine: { show: panes[at]?.overlay !== true, lineStyle: { color: ink('line-soft') } },
    })),
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: ink('raised'),
      borderColor: ink('line-2'),
      padding: [8, 10],
      textStyle: { ...label, color: ink('ink'), fontSize: 12 },
      axisPointer: { lineStyle: { color: ink('ink-3') } },
    },
    series: [
      ...panes.flatMap((pane, at) =>
        pane.lines.map((line, place) => lineSeries(ink, line, pane, { xAxisIndex: gridOf(at), yAxisIndex: at }, place === 0, t)),
      ),
      ...panes.flatMap((pane, at) =>
        pane.lines.flatMap(line => bandSeries(ink, line, { xAxisIndex: gridOf(at), yAxisIndex: at })),
      ),
    ],
  }
}

/** Room above the first pane: for the words of its marks, or half a label of the axis. */
const headOf = (pane: Pane | undefined) => (pane?.marks?.length ? 10 + 14 * Math.max(...pane.marks.map(({ row = 1 }) => row)) : 8)

/** From the first point to the last; undefined: there is none. */
function extentOf(panes: readonly Pane[]): readonly [from: number, to: number] | undefined {
  const ends = panes.flatMap(pane => pane.lines.flatMap(({ times }) => (times.length > 0 ? [times[0]!, times.at(-1)!] : [])))
  return ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : undefined
}

/** The mark of a point that has words of its own. */
const noted = (ink: Ink, colour: string) => ({
  symbol: 'diamond',
  symbolSize: 11,
  itemStyle: { color: ink('surface'), borderColor: colour, borderWidth: 2 },
})

/** The axes of a series. */
interface Axes {
  readonly xAxisIndex: number
  readonly yAxisIndex: number
}

const TYPES = { area: 'line', bar: 'bar', points: 'scatter' } as const

function lineSeries(ink: Ink, line: Line, pane: Pane, axes: Axes, first: boolean, t: Notated) {
  const full = ink(`series-${strokeOf(line).colour}`)
  const colour = line.pale ? alpha(full, 0.55) : full
  const half = line.shape === 'bar' ? (line.step ?? 0) / 2 : 0
  const points = line.times.map((one, place) => [one + half, line.values[place] ?? null] as const)
  const data = points.map((value, place) => (line.notes?.[place] === undefined ? value : { value, ...noted(ink, colour) }))
  const last = line.subject ? points.findLast(([, value]) => value !== null) : undefined
  return {
    type: line.shape ? TYPES[line.shape] : 'line',
    name: line.name,
    ...axes,
    data,
    ...shapeOf(line, full),
    color: colour,
    z: line.subject ? 5 : 3,
    tooltip: {
      valueFormatter: (value: number | null, place: number) =>
        [valueText(pane, value, t), reachWords(line, pane, place, t), line.notes?.[place]].filter(Boolean).join(' · '),
    },
    ...(last && {
      markPoint: {
        silent: true,
        symbol: 'circle',
        symbolSize: 9,
        itemStyle: { color: colour, borderColor: ink('surface'), borderWidth: 2 },
        label: { show: false },
        data: [{ coord: last }],
      },
    }),
    ...(first && { markLine: limitLines(ink, pane), markArea: tints(ink, pane) }),
  }
}

/** How a line is drawn, by its shape. */
function shapeOf(line: Line, full: string) {
  const { dash } = strokeOf(line)
  if (line.shape === 'bar') return { barMaxWidth: 28, itemStyle: { color: line.pale ? alpha(full, 0.35) : full } }
  if (line.shape === 'points') return { symbolSize: 7, itemStyle: { color: alpha(full, 0.7) } }
  return {
    symbol: 'none',
    ...(line.notes && { showAllSymbol: true }),
    connectNulls: false,
    ...(line.steps && { step: 'end' }),
    lineStyle: {
      width: line.subject ? 2.5 : 1.75,
      ...(dash && { type: [...dash] }),
    },
    ...(line.shape === 'area' && { areaStyle: { color: alpha(full, 0.16) } }),
  }
}

/** From where to where a point reached, if it stands for more than one value. */
function reachWords({ low, high }: Line, { decimals, unit }: Pane, place: number, t: Notated): string | undefined {
  const from = low?.[place] ?? null
  const to = high?.[place] ?? null
  return from === null || to === null || from === to
    ? undefined
    : `${number(from, t, decimals)}–${quantity(to, unit, t, decimals)}`
}

/** The band between the least and the greatest of each point: a mean alone would hide a peak. Drawn as two lines, one upon the other. */
function bandSeries(ink: Ink, { name, times, values, low, high, series, steps }: Line, axes: Axes) {
  if (!low || !high) return []
  const part = {
    type: 'line',
    ...axes,
    stack: `${axes.yAxisIndex} ${series} ${name}`,
    stackStrategy: 'all',
    symbol: 'none',
    silent: true,
    connectNulls: false,
    z: 2,
    ...(steps && { step: 'end' }),
    lineStyle: { opacity: 0 },
    tooltip: { show: false },
  }
  const points = values.map((value, place) => {
    const from = value === null ? null : (low[place] ?? value)
    return { from, above: value === null || from === null ? null : (high[place] ?? value) - from }
  })
  return [
    { ...part, data: points.map(({ from }, place) => [times[place], from]) },
    {
      ...part,
      data: points.map(({ above }, place) => [times[place], above]),
      areaStyle: { color: alpha(ink(`series-${strokeOf({ series }).colour}`), 0.2) },
    },
  ]
}

/**
 * Whether the words of each limit stand below its line: above it they would leave a pane whose top is near. Those of limits that lie
 * close below go below their lines too, or the words would meet.
 */
function wordsBelow(pane: Pane): readonly boolean[] {
  const { min, max } = paneScale(pane)
  const heights = (pane.limits ?? []).map(({ value }) => (value - min) / (max - min))
  const isAnyAtTop = heights.some(height => height > 0.75)
  return heights.map(height => isAnyAtTop && height > 0.4)
}

function limitLines(ink: Ink, pane: Pane) {
  const { limits = [], spans = [], marks = [] } = pane
  if (limits.length + spans.length + marks.length === 0) return undefined
  const below = wordsBelow(pane)
  // Lines run behind the words.
  const text = { fontSize: 11, lineHeight: 12, fontFamily: font, backgroundColor: ink('surface'), padding: [0, 3] }
  return {
    silent: true,
    z: 6,
    symbol: 'none',
    data: [
      ...limits.map(({ value, words, tone, dashed }, at) => ({
        yAxis: value,
        lineStyle: { color: ink(tone), width: 1, type: dashed ? 'dashed' : 'solid' },
        // A set point and where it switches lie close: their words stand at opposite ends.
        label: {
          ...text,
          position: `inside${dashed ? 'End' : 'Start'}${below[at] ? 'Bottom' : 'Top'}`,
          formatter: words,
          color: ink(tone),
        },
      })),
      ...marks.map(({ at, words, tone, dashed, side, row = 1 }) => ({
        xAxis: at,
        lineStyle: { color: ink(tone), width: 1, type: dashed ? 'dashed' : 'solid' },
        label: {
          ...text,
          position: 'end',
          distance: 3,
          align: side === 'left' ? 'right' : 'left',
          offset: [side === 'left' ? 4 : -4, -14 * (row - 1)],
          formatter: words,
          color: tone === 'critical' ? ink(tone) : ink('ink-2'),
        },
      })),
    ],
  }
}

function tints(ink: Ink, pane: Pane) {
  const { limits = [], spans = [] } = pane
  const { min, max } = paneScale(pane)
  const bands = limits
    .filter(limit => limit.side)
    .map(({ value, tone, side }) => [
      { yAxis: value, itemStyle: { color: alpha(ink(tone), 0.08) } },
      { yAxis: side === 'above' ? max : min },
    ])
  const times = spans.map(({ from, to, tone, words }) => {
    const label = {
      show: words !== undefined,
      formatter: words,
      color: ink('ink-2'),
      fontSize: 11,
      position: 'insideTop',
      distance: 9,
    }
    return [{ xAxis: from, itemStyle: { color: alpha(ink(tone), 0.14) }, label }, { xAxis: to }]
  })
  return bands.length + times.length === 0 ? undefined : { silent: true, data: [...bands, ...times] }
}
