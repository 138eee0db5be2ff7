import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { Resolution, Series } from '@steading/contract/devices/readings'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import { exactQuantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { chartSeries, drawnScale, holds, notesOf } from '../../readings/index.ts'
import type { Limit, Line, Pane } from '../../ui/chart/draw/lines.ts'
import { unwall, wallOf } from '../../ui/moment/zoned.ts'
import { isStrip, stripOf } from '../strips.ts'
import type { WidgetProps } from '../view.ts'
import { colourOf, lineNames } from '../interfaceNames.ts'

type Configs = ConfigsOf<'COMPLEX_CHART'>
const HOUR = 3_600_000
const DAY = 24 * HOUR
const SHIFTS = { DAY_BEFORE: DAY, WEEK_BEFORE: 7 * DAY, YEAR_BEFORE: 365 * DAY } as const

/** Leads from moments of the shown period to those of the compared one, and back. */
export interface Comparison {
  readonly toEarlier: (at: number) => number
  readonly toShown: (at: number) => number
}

/**
 * The comparison with an earlier period; undefined: nothing is compared. Whole days go by the wall clock of a zone: 08:00 lies over
 * 08:00 though the clock changed between the two.
 */
export function comparisonWith(comparison: Configs['comparison'], hours: number, zone: string): Comparison | undefined {
  if (comparison === 'NONE') return undefined
  const shift = comparison === 'PERIOD_BEFORE' ? hours * HOUR : SHIFTS[comparison]
  const shiftMoment = (at: number, by: number) => (shift % DAY === 0 ? unwall(wallOf(at, zone) + by, zone) : at + by)
  return { toEarlier: at => shiftMoment(at, -shift), toShown: at => shiftMoment(at, shift) }
}

/** The series of the compared period at the times of the shown one. Of an hour that the clock repeats there the first stays. */
export function shownSeries(series: Series, { toShown }: Pick<Comparison, 'toShown'>): Series {
  const times: number[] = []
  const indexes: number[] = []
  for (const [index, time] of series.times.map(toShown).entries()) {
    if (time <= (times.at(-1) ?? -Infinity)) continue
    times.push(time)
    indexes.push(index)
  }
  const pick = <T>(values: readonly T[]) => indexes.map(index => values[index]!) // safe: as many as times
  return {
    ...series,
    times,
    values: pick(series.values),
    ...(series.min && { min: pick(series.min) }),
    ...(series.max && { max: pick(series.max) }),
    ...(series.flags && { flags: pick(series.flags) }),
    ...(series.countedUntil !== undefined && { countedUntil: toShown(series.countedUntil) }),
  }
}

/** Of a counter the sum is what it counted, in its own unit; its register has no extremes: anything else is how fast it counts. */
const isRate = ({ category }: Pick<Interface, 'category'>, aggregation: Configs['aggregation']) =>
  CATEGORIES[category].kind !== 'COUNTER' || aggregation !== 'SUM'
const scaleOf = (item: Interface, aggregation: Configs['aggregation']) =>
  isRate(item, aggregation) ? drawnScale(item) : { unit: item.unit ?? '', decimals: item.decimals, min: 0 }

/** The longest range of each resolution of bars (h): more of them would touch each other. */
const BAR_RANGES = [
  [12, 'FIVE_MIN'],
  [7 * 24, 'HOUR'],
] as const

/** The resolution that is requested; undefined: as the range and the points allow. Bars need equal steps. */
export function requestedResolution(
  { resolution, chartType }: Pick<Configs, 'resolution' | 'chartType'>,
  hours: number,
): Resolution | undefined {
  if (resolution !== 'AUTO') return resolution
  if (chartType !== 'BAR') return undefined
  return BAR_RANGES.find(([longest]) => hours <= longest)?.[1] ?? 'DAY'
}

type Drawn = Omit<Pane, 'lines' | 'limits'> & { lines: Line[]; limits: Limit[] }

/**
 * The panes of a complex chart: one a unit, in the order of their first line, and a strip for each state; `earlier`: shifted series of
 * the compared period.
 */
export function complexPanes(
  {
    interfaceIds,
    places,
    chartType,
    axes,
    aggregation,
    comparison,
    thresholdMin,
    thresholdMax,
  }: Omit<Configs, 'hours' | 'events'> & Pick<WidgetProps<'COMPLEX_CHART'>, 'places'>,
  interfaces: ReadonlyMap<string, Interface>,
  series: ReadonlyMap<string, Series>,
  earlier: ReadonlyMap<string, Series> | undefined,
  range: readonly [from: number, to: number],
  t: Translate,
): readonly Pane[] {
  const names = lineNames(interfaceIds, interfaces)
  const panes = new Map<string, Drawn>()
  const strips: Pane[] = []
  for (const [at, id] of interfaceIds.entries()) {
    const item = interfaces.get(id)
    const name = names.get(id)
    const data = series.get(id)
    if (!item || name === undefined || !data) continue
    if (isStrip(item)) {
      strips.push(stripOf(item, data, range, { name, series: colourOf(at, places) }, t))
      continue
    }
    const scale = scaleOf(item, aggregation)
    const pane = panes.get(scale.unit) ?? { ...scale, lines: [], limits: [] }
    const lineOf = (drawn: Series): Omit<Line, 'name'> => ({
      times: drawn.times,
      step: drawn.step * 1000,
      values: (isRate(item, aggregation) ? chartSeries(item, drawn) : drawn).values,
      notes: notesOf(drawn, t),
      series: colourOf(at, places),
      steps: chartType === 'STEP' || holds(item),
      shape: chartType === 'AREA' ? 'area' : chartType === 'BAR' ? 'bar' : undefined,
    })
    const before = comparison === 'NONE' ? undefined : earlier?.get(id)
    pane.lines.push({ ...lineOf(data), name })
    if (before && comparison !== 'NONE')
      pane.lines.push({
        ...lineOf(before),
        name: t(`widget.complexChart.${comparison}`, { name }),
        shape: chartType === 'BAR' ? 'bar' : undefined,
        pale: true,
        dashed: true,
      })
    panes.set(scale.unit, pane)
  }
  const all = [...panes.values()]
  all[0]?.limits.push(...thresholds({ thresholdMin, thresholdMax }, all[0], t))
  const drawn = all.map((pane, at) => ({
    ...pane,
    ...(chartType === 'BAR' && baseOf(pane)),
    // Two axes have room at one pane, the next two at the one below.
    ...(axes === 'SHARED' && at % 2 === 1 && { overlay: true }),
  }))
  return [...drawn, ...strips]
}

/** Bars begin at 0. */
function baseOf({ lines }: Pick<Pane, 'lines'>): Pick<Pane, 'min' | 'max'> {
  const values = lines.flatMap(line => line.values).filter(value => value !== null)
  return { ...(values.every(value => value >= 0) && { min: 0 }), ...(values.every(value => value <= 0) && { max: 0 }) }
}

/** The thresholds, which are values of the first unit. */
function thresholds(
  { thresholdMin, thresholdMax }: Pick<Configs, 'thresholdMin' | 'thresholdMax'>,
  { unit }: Pick<Pane, 'unit'>,
  t: Translate,
): readonly Limit[] {
  const limit = (value: number | undefined, word: 'thresholdMax' | 'thresholdMin', side: Limit['side']): readonly Limit[] =>
    value === undefined
      ? []
      : [
          {
            value,
            words: t(`widget.complexChart.${word}`, { value: exactQuantity(value, unit, t) }),
            tone: 'major',
            ...(side && { side }),
          },
        ]
  return [...limit(thresholdMax, 'thresholdMax', 'above'), ...limit(thresholdMin, 'thresholdMin', 'below')]
}
