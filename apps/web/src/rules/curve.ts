import { number, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { localOf } from '@steading/rules/local'
import type { Line, Pane } from '../ui/chart/lines.ts'
import { type Aging, type CycleBody, type Entry, entriesOf, todayOf } from './age.ts'
import { dateWords } from './dates.ts'
import type { DoublePoints } from './double.ts'
import type { ProportionalPoints } from './proportional.ts'
import type { ThermostatPoints } from './thermostat.ts'

/** The curve of a rule by age, as a table and as lines over its days. */

interface Figure<P> {
  readonly head: TextKey
  readonly unit: '°C' | '%'
  readonly of: (points: P) => number
  /** A line of its own; what is told from a set point has none. */
  readonly drawn: boolean
}

const decimalsOf = { '°C': 1, '%': 0 } as const

const thermostat: readonly Figure<ThermostatPoints>[] = [
  { head: 'rule.setPoint', unit: '°C', of: points => points.setPoint, drawn: true },
  { head: 'rule.differential', unit: '°C', of: points => points.differential, drawn: false },
]
const double: readonly Figure<DoublePoints>[] = [
  { head: 'rule.heatSetPoint', unit: '°C', of: points => points.heatSetPoint, drawn: true },
  { head: 'rule.differential', unit: '°C', of: points => points.heatDifferential, drawn: false },
  { head: 'rule.coolSetPoint', unit: '°C', of: points => points.coolSetPoint, drawn: true },
  { head: 'rule.differential', unit: '°C', of: points => points.coolDifferential, drawn: false },
]
const proportional: readonly Figure<ProportionalPoints>[] = [
  { head: 'rule.setPoint', unit: '°C', of: points => points.setPoint, drawn: true },
  { head: 'rule.proportionalBand', unit: '°C', of: points => points.band, drawn: false },
  { head: 'rule.minOutput', unit: '%', of: points => points.minOutput, drawn: true },
  { head: 'rule.maxOutput', unit: '%', of: points => points.maxOutput, drawn: true },
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
  /** What is in force, by line of the panes; undefined before the cycle begins. */
  readonly now: readonly (string | undefined)[]
}

type Course<B> = B extends CycleBody
  ? Pick<B, 'template' | 'offsets'> & { inputs: Pick<B['inputs'], 'cycle' | 'interpolation'> }
  : never
/** What a curve is drawn of. */
export type CurveBody = Course<CycleBody>

/** The curve of a rule at `now` (ms UTC). */
export function curveOf(body: CurveBody, t: Translate, now: number): Curve {
  switch (body.template) {
    case 'CYCLE_THERMOSTAT':
      return drawn<ThermostatPoints>(body, thermostat, t, now)
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return drawn<DoublePoints>(body, double, t, now)
    case 'CYCLE_PROPORTIONAL':
      return drawn<ProportionalPoints>(body, proportional, t, now)
  }
}

const millisADay = 86_400_000
const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`)

function drawn<P extends object>(body: Aging<P>, figures: readonly Figure<P>[], t: Translate, now: number): Curve {
  const entries = entriesOf(body.inputs.cycle)
  const { day, second } = localOf(body.offsets, now)
  const wall = day * millisADay + second * 1000
  const begins = midnight(entries[0]?.date ?? '')
  const ends = midnight(entries.at(-1)?.date ?? '') + millisADay
  const lines = figures.filter(one => one.drawn)
  const { points } = todayOf(body, now)
  return {
    heads: figures.map(one => t(one.head)),
    rows: rowsOf(body, entries, figures, t, now),
    panes: panesOf(body, entries, lines, t, ends).map((pane, at) => ({
      ...pane,
      ...(at === 0 && wall >= begins && wall < ends && { marks: [todayMark(wall, begins, ends, t)] }),
    })),
    range: [begins, ends],
    now: lines.map(({ unit, of }) => (points ? number(of(points), t, decimalsOf[unit]) : undefined)),
  }
}

/** Its words stand where there is room. */
const todayMark = (at: number, begins: number, ends: number, t: Translate) =>
  ({ at, words: t('ui.today'), tone: 'ink-3', side: at - begins > (ends - begins) / 2 ? 'left' : 'right' }) as const

const nameOf = ({ at, day }: Entry<unknown>, t: Translate): string => {
  if (at === 'preCycle') return t('rule.cycle.preCycle')
  if (at === 'dayOne') return t('rule.cycle.dayOne')
  return at === 'day' ? t('rule.cycle.addedDay', { day }) : t('rule.cycle.last', { day })
}

/** The entries, and where they have begun what is in force today. */
function rowsOf<P extends object>(
  body: Aging<P>,
  entries: readonly Entry<P>[],
  figures: readonly Figure<P>[],
  t: Translate,
  now: number,
): readonly CurveRow[] {
  const said = (points: P) => figures.map(({ unit, of }) => quantity(of(points), unit, t, decimalsOf[unit]))
  const rows = entries
    // A pre-cycle of no days is none.
    .filter(({ at, day }) => at !== 'preCycle' || day < 1)
    .map(entry => ({ date: entry.date, name: nameOf(entry, t), figures: said(entry.points), today: false }))
  const { date: today, day, points } = todayOf(body, now)
  if (points) {
    const name = day < 1 ? t('ui.today') : t('rule.cycle.today', { day })
    rows.splice(rows.findLastIndex(row => row.date <= today) + 1, 0, { date: today, name, figures: said(points), today: true })
  }
  return rows.map(row => ({ ...row, date: dateWords(row.date, t) }))
}

/** Lines of one unit share a pane. Every entry is a corner; the pre-cycle holds until day one, and the last day to its end. */
function panesOf<P>(
  { inputs: { interpolation } }: Aging<P>,
  entries: readonly Entry<P>[],
  figures: readonly Figure<P>[],
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
  const lineOf = ({ head, of }: Figure<P>, series: number): Line => ({
    name: t(head),
    times,
    values: corners.map(([, points]) => of(points)),
    series,
    steps: interpolation === 'STEP',
  })
  const lines = figures.map((figure, at) => ({ unit: figure.unit, line: lineOf(figure, at + 1) }))
  return [...Map.groupBy(lines, ({ unit }) => unit)].map(([unit, of]) => ({
    unit,
    decimals: decimalsOf[unit],
    lines: of.map(({ line }) => line),
    ...(unit === '%' && { min: 0, max: 100 }),
  }))
}
