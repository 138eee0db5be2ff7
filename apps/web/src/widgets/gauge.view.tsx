import type { Series } from '@steading/contract/readings'
import { useText } from '../platform/texts.tsx'
import { Absent } from './Absent.tsx'
import { isPast } from './alarm.ts'
import { Gauge } from './Gauge.tsx'
import { subjectOf } from './subject.ts'
import type { WidgetProps } from './view.ts'

const hour = 3_600_000

/** How much a series changed over its last hour, per hour; undefined without two readings in it. */
export function trendOf({ times, values }: Pick<Series, 'times' | 'values'>): number | undefined {
  const last = values.findLastIndex(value => value !== null)
  const end = times[last]
  if (end === undefined) return undefined
  const first = times.findIndex((time, at) => time >= end - hour && values[at] !== null)
  const [a, b, from] = [values[first], values[last], times[first]]
  if (typeof a !== 'number' || typeof b !== 'number' || from === undefined || end - from < hour / 4) return undefined
  return ((b - a) * hour) / (end - from)
}

/** GAUGE over the data of a dashboard. Without ends of its own it takes those of the sensor's kind. */
export default function GaugeView({ configs: { interfaceId, title, min, max, target }, data }: WidgetProps<'GAUGE'>) {
  const t = useText()
  const of = data.interfaces.get(interfaceId)
  if (!of) return <Absent name={title} />
  const series = data.series.get(interfaceId)
  const alarm = data.alarms?.get(interfaceId)
  return (
    <Gauge
      subject={subjectOf(of, title, t)}
      min={min ?? of.min ?? 0}
      max={max ?? of.max ?? 100}
      target={target}
      trend={series && trendOf(series)}
      hot={alarm !== undefined && isPast(alarm, of.lastConvertedReading)}
    />
  )
}
