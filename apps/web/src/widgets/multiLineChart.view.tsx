import { useMemo } from 'react'
import { categoryKey } from '@steading/contract/categories'
import type { TextKey, Translate } from '@steading/locales/text'
import { toldApart } from '../platform/apart.ts'
import { drawn, drawnScale, holds, notesOf, reachOf } from '../platform/drawn.ts'
import { useText } from '../platform/texts.tsx'
import type { Limit, Line, Pane } from '../ui/chart/lines.ts'
import { limitWords } from './alarm.ts'
import { MultiLineChart } from './MultiLineChart.tsx'
import type { WidgetData, WidgetProps } from './view.ts'

/** The series as panes, one for each unit in the order of their first line. */
export function panesOf(
  ids: readonly string[],
  { interfaces, series, alarms }: Pick<WidgetData, 'interfaces' | 'series' | 'alarms'>,
  t: Translate,
): readonly Pane[] {
  const names = lineNames(ids, interfaces)
  const panes = new Map<string, ReturnType<typeof drawnScale> & { lines: Line[]; limits: Limit[] }>()
  for (const [at, id] of ids.entries()) {
    const of = interfaces.get(id)
    const data = series.get(id)
    if (!of || !data) continue
    const scale = drawnScale(of)
    const pane = panes.get(scale.unit) ?? { ...scale, lines: [], limits: [] }
    const alarm = alarms?.get(id)
    pane.lines.push({
      name: of.terminal.retired ? t('terminal.retiredName', { name: names.get(id)! }) : names.get(id)!, // safe: all of them are named
      times: data.times,
      values: drawn(of, data).values,
      ...reachOf(of, data),
      notes: notesOf(data, t),
      series: (at % 8) + 1,
      steps: holds(of),
      subject: alarm !== undefined,
    })
    if (alarm?.limit && !pane.limits.some(limit => limit.value === alarm.limit?.value))
      pane.limits.push({
        ...alarm.limit,
        words: limitWords(alarm, of, t),
        tone: alarm.severity === 'CRITICAL' ? 'critical' : 'major',
      })
    panes.set(scale.unit, pane)
  }
  return [...panes.values()]
}

/** What each line is called: with its house where they stand in several. */
function lineNames(ids: readonly string[], interfaces: WidgetData['interfaces']): ReadonlyMap<string, string> {
  const all = ids.flatMap(id => interfaces.get(id) ?? [])
  const placed = all.map(one => ({
    id: one.id,
    name: one.displayName,
    place: one.entity.displayName,
    box: one.terminal.displayName,
  }))
  return toldApart(placed, null)
}

/** The one place of several things, if they have one. */
const placeOf = (ids: readonly string[], { interfaces }: Pick<WidgetData, 'interfaces'>) => {
  const places = new Set(ids.map(id => interfaces.get(id)?.entity.name))
  return places.size === 1 ? [...places][0] : undefined
}

/** What several things are called together: by the name of the only one, by their one kind. */
export function commonName(ids: readonly string[], { interfaces }: Pick<WidgetData, 'interfaces'>, t: Translate): string {
  const all = ids.flatMap(id => interfaces.get(id) ?? [])
  const [first] = all
  if (first && all.length === 1) return first.displayName
  const isOneKind = first && all.every(one => one.category === first.category)
  return isOneKind ? t(categoryKey(first.category) as TextKey) : t('interface.many') // safe: the texts' test has every category
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
