import { useMemo } from 'react'
import type { Translate } from '@steading/locales/text'
import { chartSeries, drawnScale, holds, notesOf, reachOf } from '../../readings/index.ts'
import { useText } from '../../platform/texts.tsx'
import type { Limit, Line, Pane } from '../../ui/chart/draw/lines.ts'
import { limitWords } from '../../interfaces/index.ts'
import { countMissing, MissingSensors } from '../MissingSensors.tsx'
import { MultiLineChart } from './MultiLineChart.tsx'
import { isStrip, stripOf } from '../strips.ts'
import { colourOf, commonName, lineNames, placeOf } from '../interfaceNames.ts'
import type { WidgetData, WidgetProps } from '../view.ts'

/** The series as panes, one for each unit in the order of their first line; each state has a strip of its own. */
export function panesOf(
  ids: readonly string[],
  { interfaces, series, alarms }: Pick<WidgetData, 'interfaces' | 'series' | 'alarms'>,
  range: readonly [from: number, to: number],
  t: Translate,
  places?: readonly number[],
): readonly Pane[] {
  const names = lineNames(ids, interfaces)
  const panes = new Map<string, ReturnType<typeof drawnScale> & { lines: Line[]; limits: Limit[] }>()
  const strips: Pane[] = []
  for (const [at, id] of ids.entries()) {
    const item = interfaces.get(id)
    const data = series.get(id)
    if (!item || !data) continue
    const alarm = alarms?.get(id)
    const name = item.terminal.retired ? t('terminal.retiredName', { name: names.get(id)! }) : names.get(id)! // safe: all of them are named
    if (isStrip(item)) {
      strips.push(stripOf(item, data, range, { name, series: colourOf(at, places), subject: alarm !== undefined }, t))
      continue
    }
    const scale = drawnScale(item)
    const pane = panes.get(scale.unit) ?? { ...scale, lines: [], limits: [] }
    pane.lines.push({
      name,
      times: data.times,
      values: chartSeries(item, data).values,
      ...reachOf(item, data),
      notes: notesOf(data, t),
      series: colourOf(at, places),
      steps: holds(item),
      subject: alarm !== undefined,
    })
    if (alarm?.limit && !pane.limits.some(limit => limit.value === alarm.limit?.value))
      pane.limits.push({
        ...alarm.limit,
        words: limitWords(alarm, item, t),
        tone: alarm.severity === 'CRITICAL' ? 'critical' : 'major',
      })
    panes.set(scale.unit, pane)
  }
  return [...panes.values(), ...strips]
}

/** SIMPLE_MULTI_LINE_CHART over the data of a dashboard. */
export default function MultiLineChartView({
  configs: { interfaceIds, title, hours: ownHours },
  places,
  data,
}: WidgetProps<'SIMPLE_MULTI_LINE_CHART'>) {
  const t = useText()
  const { interfaces, series, alarms, now, hours = ownHours } = data
  const range = useMemo(() => [now - hours * 3_600_000, now] as const, [now, hours])
  const panes = useMemo(
    () => panesOf(interfaceIds, { interfaces, series, alarms }, range, t, places),
    [interfaceIds, interfaces, series, alarms, range, t, places],
  )
  return (
    <MultiLineChart
      name={title ?? commonName(interfaceIds, data, t)}
      place={placeOf(interfaceIds, data)}
      panes={panes}
      range={range}
    >
      <MissingSensors count={countMissing(interfaceIds, interfaces)} />
    </MultiLineChart>
  )
}
