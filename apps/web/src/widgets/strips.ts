import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { valueText } from '../interfaces/index.ts'
import type { Line, Pane } from '../ui/chart/draw/lines.ts'

type Range = readonly [from: number, to: number]

/** Height of a strip beside that of a pane of lines. */
const SHARE = 0.3

/** Whether a chart draws an interface as a strip: it is one thing or the other. */
export const isStrip = ({ terminalInterfaceDataType: type }: Pick<Interface, 'terminalInterfaceDataType'>): boolean =>
  type === 'BOOLEAN'

/**
 * How long a state was true within a range (ms): of readings each until the next one, of buckets their share of time. What is unknown
 * is not counted.
 */
export function timeTrue({ times, values, step }: Pick<Series, 'times' | 'values' | 'step'>, [from, to]: Range): number {
  return times.reduce((sum, time, at) => {
    const next = times[at + 1] ?? to
    const end = Math.min(to, step > 0 ? time + step * 1000 : next)
    return sum + (values[at] ?? 0) * Math.max(0, end - Math.max(from, time))
  }, 0)
}

/** A strip of one interface: when it was true, and for how long in all. `line`: its name, colour and what else is known of it. */
export function stripOf(
  item: Pick<Interface, 'category' | 'decimals'>,
  series: Pick<Series, 'times' | 'values' | 'step'>,
  range: Range,
  line: Pick<Line, 'name' | 'series' | 'notes' | 'subject'>,
  t: Translate,
): Pane {
  const words = { name: line.name, state: valueText(item, true, t), time: duration(timeTrue(series, range) / 1000, t) }
  return {
    unit: '',
    decimals: 0,
    share: SHARE,
    states: [false, true].map(value => valueText(item, value, t)),
    lines: [
      { ...line, name: t('chart.timeTrue', words), times: series.times, values: series.values, steps: true, shape: 'area' },
    ],
  }
}
