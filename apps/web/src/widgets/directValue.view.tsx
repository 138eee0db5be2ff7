import { drawn, holds } from '../platform/drawn.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Absent } from './Absent.tsx'
import { alarmWords, isPast } from './alarm.ts'
import { DirectValue } from './DirectValue.tsx'
import { subjectOf } from './subject.ts'
import type { WidgetProps } from './view.ts'

/** DIRECT_VALUE over the data of a dashboard. */
export default function DirectValueView({ configs: { interfaceId, title }, data }: WidgetProps<'DIRECT_VALUE'>) {
  const t = useText()
  const zone = useZone()
  const of = data.interfaces.get(interfaceId)
  if (!of) return <Absent name={title} />
  const alarm = data.alarms?.get(interfaceId)
  const series = data.series.get(interfaceId)
  return (
    <DirectValue
      subject={subjectOf(of, title, t, alarm)}
      course={series && of.terminalInterfaceDataType !== 'BOOLEAN' ? drawn(of, series) : undefined}
      hot={alarm !== undefined && isPast(alarm, of.lastConvertedReading)}
      steps={holds(of)}
      limit={alarm?.limit?.value}
      note={alarm && alarmWords(alarm, of, zone, t)}
    />
  )
}
