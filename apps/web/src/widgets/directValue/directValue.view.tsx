import { chartSeries, holds } from '../../readings/index.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Absent } from '../MissingWidget.tsx'
import { alarmWords, isPast } from '../../interfaces/index.ts'
import { DirectValue } from './DirectValue.tsx'
import { subjectOf } from '../../interfaces/index.ts'
import type { WidgetProps } from '../view.ts'

/** DIRECT_VALUE over the data of a dashboard. */
export default function DirectValueView({ configs: { interfaceId, title }, data }: WidgetProps<'DIRECT_VALUE'>) {
  const t = useText()
  const zone = useZone()
  const item = data.interfaces.get(interfaceId)
  if (!item) return <Absent name={title} />
  const alarm = data.alarms?.get(interfaceId)
  const series = data.series.get(interfaceId)
  return (
    <DirectValue
      subject={subjectOf(item, title, t, alarm)}
      course={series && item.terminalInterfaceDataType !== 'BOOLEAN' ? chartSeries(item, series) : undefined}
      hot={alarm !== undefined && isPast(alarm, item.lastConvertedReading)}
      steps={holds(item)}
      limit={alarm?.limit?.value}
      note={alarm && alarmWords(alarm, item, zone, t)}
    />
  )
}
