import { useText } from '../platform/texts.tsx'
import { Absent } from './Absent.tsx'
import { DirectValue } from './DirectValue.tsx'
import { subjectOf } from './subject.ts'
import type { WidgetProps } from './view.ts'

/** DIRECT_VALUE over the data of a dashboard. */
export default function DirectValueView({ configs: { interfaceId, title }, data }: WidgetProps<'DIRECT_VALUE'>) {
  const t = useText()
  const of = data.interfaces.get(interfaceId)
  if (!of) return <Absent name={title} />
  return <DirectValue subject={subjectOf(of, title, t)} course={data.series.get(interfaceId)?.values ?? []} />
}
