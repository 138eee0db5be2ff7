import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { Resolution, Series } from '@steading/contract/devices/readings'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import { exactQuantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { chartSeries, drawnScale, holds, notesOf } from '../../readings/index.ts'
import type { Limit, Line, Pane } from '../../ui/chart/draw/lines.ts'
import { isStrip, stripOf } from '../strips.ts'
import { lineNames } from '../interfaceNames.ts'

type Configs = ConfigsOf<'COMPLEX_CHART'>
const HOUR = 3_600_000
const SHIFTS = { DAY_BEFORE: 24, WEEK_BEFORE: 7 * 24, YEAR_BEFORE: 365 * 24 } as const

/** How far back the compared period lies (ms); undefined: nothing is compared. */
export function comparisonShift(comparison: Configs['comparison'], hours: number): number | undefined {
  if (comparison === 'NONE') return undefined
  return HOUR * (comparison === 'PERIOD_BEFORE' ? hours : SHIFTS[comparison])
}

/** The series of the compared period at the times of the shown one. */
export const shiftSeries = (series: Series, shift: number): Series => ({
  ...series,
  times: series.times.map(time => time + shift),
  ...(series.countedUntil !== undefined && { countedUntil: series.countedUntil + shift }),
})

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
  { interfaceIds, chartType, axes, aggregation, comparison, thresholdMin, thresholdMax }: Omit<Configs, 'hours' | 'events'>,
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
      strips.push(stripOf(item, data, range, { name, series: (at % 8) + 1 }, t))
      continue
    }
    const scale = scaleOf(item, aggregation)
    const pane = panes.get(scale.unit) ?? { ...scale, lines: [], limits: [] }
    const lineOf = (drawn: Series): Omit<Line, 'name'> => ({
      times: drawn.times,
      step: drawn.step * 1000,
      values: (isRate(item, aggregation) ? chartSeries(item, drawn) : drawn).values,
      notes: notesOf(drawn, t),
      series: (at % 8) + 1,
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
