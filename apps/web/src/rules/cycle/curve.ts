import { exactQuantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { localOf } from '@steading/rules/values/localTime'
import type { Line, Pane } from '../../ui/chart/draw/lines.ts'
import {
  type CycleRule,
  type CycleBody,
  type CycleEntry,
  cycleEntries,
  cycleToday,
  withDrawnDates,
} from '../describe/cycleAge.ts'
import { writeDay } from '../../ui/moment/day.ts'
import type { DoublePoints } from '../describe/double.ts'
import type { ProportionalPoints } from '../describe/proportional.ts'
import type { ThermostatPoints } from '../describe/thermostat.ts'

/** The curve of a rule by age, as a table and as lines over its days. */

interface Column<P> {
  readonly head: TextKey
  readonly unit: '°C' | '%'
  readonly compute: (points: P) => number
  /** Whether the chart draws it as a line; differences from a set point are not drawn. */
  readonly buildCurve: boolean
}

const decimalsOf = { '°C': 1, '%': 0 } as const

const thermostat: readonly Column<ThermostatPoints>[] = [
  { head: 'rule.setPoint', unit: '°C', compute: points => points.setPoint, buildCurve: true },
  { head: 'rule.differential', unit: '°C', compute: points => points.differential, buildCurve: false },
]
const double: readonly Column<DoublePoints>[] = [
  { head: 'rule.heatSetPoint', unit: '°C', compute: points => points.heatSetPoint, buildCurve: true },
  { head: 'rule.differential', unit: '°C', compute: points => points.heatDifferential, buildCurve: false },
  { head: 'rule.coolSetPoint', unit: '°C', compute: points => points.coolSetPoint, buildCurve: true },
  { head: 'rule.differential', unit: '°C', compute: points => points.coolDifferential, buildCurve: false },
]
const proportional: readonly Column<ProportionalPoints>[] = [
  { head: 'rule.setPoint', unit: '°C', compute: points => points.setPoint, buildCurve: true },
  { head: 'rule.proportionalBand', unit: '°C', compute: points => points.band, buildCurve: false },
  { head: 'rule.minOutput', unit: '%', compute: points => points.minOutput, buildCurve: true },
  { head: 'rule.maxOutput', unit: '%', compute: points => points.maxOutput, buildCurve: true },
]

export interface CurveRow {
  /** "Day one", "Day 7", "Today, day 12". */
  readonly name: string
  readonly date: string
  readonly figures: readonly string[]
  readonly today: boolean
}

export interface Curve {
  readonly heads: readonly string[]
  readonly rows: readonly CurveRow[]
  /** Moments are local wall times written as if they were UTC. */
  readonly panes: readonly Pane[]
  readonly range: readonly [from: number, to: number]
  /** Current value of each line; undefined before the cycle begins. */
  readonly now: readonly (string | undefined)[]
}

type CurveInputs<B> = B extends CycleBody
  ? Pick<B, 'template' | 'offsets'> & { inputs: Pick<B['inputs'], 'cycle' | 'interpolation'> }
  : never
/** What a curve is drawn of. */
export type CurveBody = CurveInputs<CycleBody>

/** The curve of a rule at `now` (ms UTC). */
export function describeCurve(given: CurveBody, t: Translate, now: number): Curve {
  const body = withDrawnDates(given, now)
  switch (body.template) {
    case 'CYCLE_THERMOSTAT':
      return buildCurve<ThermostatPoints>(body, thermostat, t, now)
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return buildCurve<DoublePoints>(body, double, t, now)
    case 'CYCLE_PROPORTIONAL':
      return buildCurve<ProportionalPoints>(body, proportional, t, now)
  }
}

const millisADay = 86_400_000
const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`)

function buildCurve<P extends object>(body: CycleRule<P>, figures: readonly Column<P>[], t: Translate, now: number): Curve {
  const entries = cycleEntries(body.inputs.cycle)
  const { day, second } = localOf(body.offsets, now)
  const wall = day * millisADay + second * 1000
  const begins = midnight(entries[0]?.date ?? '')
  const ends = midnight(entries.at(-1)?.date ?? '') + millisADay
  const lines = figures.filter(figure => figure.buildCurve)
  const { points } = cycleToday(body, now)
  return {
    heads: figures.map(figure => t(figure.head)),
    rows: curveRows(body, entries, figures, t, now),
    panes: curvePanes(body, entries, lines, t, ends).map((pane, at) => ({
      ...pane,
      ...(at === 0 && wall >= begins && wall < ends && { marks: [todayMark(wall, begins, ends, t)] }),
    })),
    range: [begins, ends],
    now: lines.map(({ unit, compute }) => (points ? exactQuantity(compute(points), '', t, decimalsOf[unit]) : undefined)),
  }
}

/** Its words stand where there is room. */
const todayMark = (at: number, begins: number, ends: number, t: Translate) =>
  ({ at, words: t('ui.today'), tone: 'ink-3', side: at - begins > (ends - begins) / 2 ? 'left' : 'right' }) as const

const entryName = ({ at, day }: CycleEntry<unknown>, t: Translate): string => {
  if (at === 'preCycle') return t('rule.cycle.preCycle')
  if (at === 'dayOne') return t('rule.cycle.dayOne')
  return at === 'day' ? t('rule.cycle.addedDay', { day }) : t('rule.cycle.last', { day })
}

/** The entries, and where they have begun what is in force today. */
function curveRows<P extends object>(
  body: CycleRule<P>,
  entries: readonly CycleEntry<P>[],
  figures: readonly Column<P>[],
  t: Translate,
  now: number,
): readonly CurveRow[] {
  const formatFigures = (points: P) =>
    figures.map(({ unit, compute }) => exactQuantity(compute(points), unit, t, decimalsOf[unit]))
  const rows = entries
    // A pre-cycle of no days is none.
    .filter(({ at, day }) => at !== 'preCycle' || day < 1)
    .map(entry => ({ date: entry.date, name: entryName(entry, t), figures: formatFigures(entry.points), today: false }))
  const { date: today, day, points } = cycleToday(body, now)
  if (points) {
    const name = day < 1 ? t('ui.today') : t('rule.cycle.today', { day })
    rows.splice(rows.findLastIndex(row => row.date <= today) + 1, 0, {
      date: today,
      name,
      figures: formatFigures(points),
      today: true,
    })
  }
  return rows.map(row => ({ ...row, date: writeDay(row.date, t) }))
}

/** Lines of one unit share a pane. Every entry is a corner; the pre-cycle holds until day one, and the last day to its end. */
function curvePanes<P>(
  { inputs: { interpolation } }: CycleRule<P>,
  entries: readonly CycleEntry<P>[],
  figures: readonly Column<P>[],
  t: Translate,
  ends: number,
): readonly Pane[] {
  const [preCycle, dayOne] = entries
  const last = entries.at(-1)
  const before = preCycle && dayOne && preCycle.date < dayOne.date ? [[midnight(dayOne.date) - 1, preCycle.points] as const] : []
  const corners = [
    ...entries.map(({ date: on, points }) => [midnight(on), points] as const),
    ...before,
    ...(last ? [[ends, last.points] as const] : []),
  ].toSorted(([a], [b]) => a - b)
  const times = corners.map(([at]) => at)
  const lineOf = ({ head, compute }: Column<P>, series: number): Line => ({
    name: t(head),
    times,
    values: corners.map(([, points]) => compute(points)),
    series,
    steps: interpolation === 'STEP',
  })
  const lines = figures.map((figure, at) => ({ unit: figure.unit, line: lineOf(figure, at + 1) }))
  return [...Map.groupBy(lines, ({ unit }) => unit)].map(([unit, item]) => ({
    unit,
    decimals: decimalsOf[unit],
    lines: item.map(({ line }) => line),
    ...(unit === '%' && { min: 0, max: 100 }),
  }))
}
