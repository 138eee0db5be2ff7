import type { Series } from '@steading/contract/readings'
import { useText } from '../platform/texts.tsx'
import { Absent } from './Absent.tsx'
import { isPast } from './alarm.ts'
import { Gauge } from './Gauge.tsx'
import { subjectOf } from './subject.ts'
import type { ConfigsOf, WidgetProps } from './view.ts'

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

/** The band in which the animals are well; none while an end is missing or both are crossed. */
export function comfortOf({
  comfortMin: from,
  comfortMax: to,
}: Pick<ConfigsOf<'GAUGE'>, 'comfortMin' | 'comfortMax'>): readonly [from: number, to: number] | undefined {
  return from !== undefined && to !== undefined && from < to ? [from, to] : undefined
}

/** GAUGE over the data of a dashboard. Without ends of its own it takes those of the sensor's kind. */
export default function GaugeView({ configs, data }: WidgetProps<'GAUGE'>) {
  const { interfaceId, title, min, max, target } = configs
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
      comfort={comfortOf(configs)}
      trend={series && trendOf(series)}
      hot={alarm !== undefined && isPast(alarm, of.lastConvertedReading)}
    />
  )
}
