import { trendOf } from '../../readings/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Absent } from '../MissingWidget.tsx'
import { isPast } from '../../interfaces/index.ts'
import { Gauge } from './Gauge.tsx'
import { subjectOf } from '../../interfaces/index.ts'
import { scaleEnds } from '@steading/contract/widgets/types/interfaces/gauge'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'

/** The band in which the animals are well; none while an end is missing or both are crossed. */
export function comfortOf({
  comfortMin: from,
  comfortMax: to,
}: Pick<ConfigsOf<'GAUGE'>, 'comfortMin' | 'comfortMax'>): readonly [from: number, to: number] | undefined {
  return from !== undefined && to !== undefined && from < to ? [from, to] : undefined
}

/** GAUGE over the data of a dashboard. Without ends of its own it takes those of the sensor's kind. */
export default function GaugeView({ configs, data }: WidgetProps<'GAUGE'>) {
  const { interfaceId, title, target } = configs
  const t = useText()
  const item = data.interfaces.get(interfaceId)
  if (!item) return <Absent name={title} />
  const series = data.series.get(interfaceId)
  const alarm = data.alarms?.get(interfaceId)
  const subject = subjectOf(item, title, t, alarm)
  const [min, max] = scaleEnds(configs, item)
  // The range of the sensor may have changed since.
  if (min >= max)
    return (
      <Widget name={subject.name} place={subject.place} href={subject.href}>
        <WidgetNote>{t('invalid.rangeEmpty')}</WidgetNote>
      </Widget>
    )
  return (
    <Gauge
      subject={subject}
      min={min}
      max={max}
      target={target}
      comfort={comfortOf(configs)}
      trend={series && trendOf(series, item.decimals)}
      hot={alarm !== undefined && isPast(alarm, item.lastConvertedReading)}
    />
  )
}
