import { trendOf } from '../../readings/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Absent } from '../MissingWidget.tsx'
import { isPast } from '../../interfaces/index.ts'
import { Gauge } from './Gauge.tsx'
import { subjectOf } from '../../interfaces/index.ts'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import type { WidgetProps } from '../view.ts'

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
  const item = data.interfaces.get(interfaceId)
  if (!item) return <Absent name={title} />
  const series = data.series.get(interfaceId)
  const alarm = data.alarms?.get(interfaceId)
  return (
    <Gauge
      subject={subjectOf(item, title, t, alarm)}
      min={min ?? item.min ?? 0}
      max={max ?? item.max ?? 100}
      target={target}
      comfort={comfortOf(configs)}
      trend={series && trendOf(series, item.decimals)}
      hot={alarm !== undefined && isPast(alarm, item.lastConvertedReading)}
    />
  )
}
