import { useMemo } from 'react'
import type { Translate } from '@steading/locales/text'
import { chartSeries, drawnScale, holds, notesOf, reachOf } from '../../readings/index.ts'
import { useText } from '../../platform/texts.tsx'
import type { Limit, Line, Pane } from '../../ui/chart/draw/lines.ts'
import { limitWords } from '../../interfaces/index.ts'
import { MultiLineChart } from './MultiLineChart.tsx'
import { commonName, lineNames, placeOf } from '../interfaceNames.ts'
import type { WidgetData, WidgetProps } from '../view.ts'

/** The series as panes, one for each unit in the order of their first line. */
export function panesOf(
  ids: readonly string[],
  { interfaces, series, alarms }: Pick<WidgetData, 'interfaces' | 'series' | 'alarms'>,
  t: Translate,
): readonly Pane[] {
  const names = lineNames(ids, interfaces)
  const panes = new Map<string, ReturnType<typeof drawnScale> & { lines: Line[]; limits: Limit[] }>()
  for (const [at, id] of ids.entries()) {
    const item = interfaces.get(id)
    const data = series.get(id)
    if (!item || !data) continue
    const scale = drawnScale(item)
    const pane = panes.get(scale.unit) ?? { ...scale, lines: [], limits: [] }
    const alarm = alarms?.get(id)
    pane.lines.push({
      name: item.terminal.retired ? t('terminal.retiredName', { name: names.get(id)! }) : names.get(id)!, // safe: all of them are named
      times: data.times,
      values: chartSeries(item, data).values,
      ...reachOf(item, data),
      notes: notesOf(data, t),
      series: (at % 8) + 1,
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
  return [...panes.values()]
}

/** SIMPLE_MULTI_LINE_CHART over the data of a dashboard. */
export default function MultiLineChartView({
  configs: { interfaceIds, title, hours: ownHours },
  data,
}: WidgetProps<'SIMPLE_MULTI_LINE_CHART'>) {
  const t = useText()
  const { interfaces, series, alarms, now, hours = ownHours } = data
  const panes = useMemo(
    () => panesOf(interfaceIds, { interfaces, series, alarms }, t),
    [interfaceIds, interfaces, series, alarms, t],
  )
  const range = useMemo(() => [now - hours * 3_600_000, now] as const, [now, hours])
  return (
    <MultiLineChart
      name={title ?? commonName(interfaceIds, data, t)}
      place={placeOf(interfaceIds, data)}
      panes={panes}
      range={range}
    />
  )
}
