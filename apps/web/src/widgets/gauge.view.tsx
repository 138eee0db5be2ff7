import { trendOf } from '../platform/trend.ts'
import { useText } from '../platform/texts.tsx'
import { Absent } from './Absent.tsx'
import { isPast } from './alarm.ts'
import { Gauge } from './Gauge.tsx'
import { subjectOf } from './subject.ts'
import type { ConfigsOf, WidgetProps } from './view.ts'

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
      subject={subjectOf(of, title, t, alarm)}
      min={min ?? of.min ?? 0}
      max={max ?? of.max ?? 100}
      target={target}
      comfort={comfortOf(configs)}
      trend={series && trendOf(series, of.decimals)}
      hot={alarm !== undefined && isPast(alarm, of.lastConvertedReading)}
    />
  )
}
