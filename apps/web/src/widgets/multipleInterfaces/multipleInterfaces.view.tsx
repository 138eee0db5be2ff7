import type { Interface } from '@steading/contract/devices/interfaces'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Alarm, Freshness, hrefOf, isPast, LastValue } from '../../interfaces/index.ts'
import { useLiveInterfaces } from '../../live/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { commonName, placeOf } from '../interfaceNames.ts'
import { countMissing, MissingSensors } from '../MissingSensors.tsx'
import { Absent } from '../MissingWidget.tsx'
import { QueryWidget } from '../QueryWidget.tsx'
import { ScrollArea } from '../ScrollArea.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetData, WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import './multipleInterfaces.css'

/** MULTIPLE_INTERFACES: last values of chosen interfaces, or of those of an entity and its categories. */
export default function MultipleInterfacesView({ configs, data }: WidgetProps<'MULTIPLE_INTERFACES'>) {
  const { interfaceIds, entityId } = configs
  if (interfaceIds.length === 0 && entityId !== undefined) return <OfEntity configs={configs} data={data} entityId={entityId} />
  const chosen = interfaceIds.flatMap(id => data.interfaces.get(id) ?? [])
  if (chosen.length === 0) return <Absent name={configs.title} />
  return (
    <InterfaceValues title={configs.title} interfaces={chosen} alarms={data.alarms}>
      <MissingSensors count={countMissing(interfaceIds, data.interfaces)} />
    </InterfaceValues>
  )
}

function OfEntity({
  configs: { title, categories },
  data: { alarms },
  entityId,
}: Pick<WidgetProps<'MULTIPLE_INTERFACES'>, 'configs' | 'data'> & { entityId: string }) {
  const t = useText()
  const { interfacesOf } = useSource()
  if (interfacesOf) return <Fetched title={title} query={interfacesOf(entityId, categories)} alarms={alarms} />
  return (
    <Widget name={title || t('interface.many')}>
      <WidgetNote>{t('widget.publicOnly')}</WidgetNote>
    </Widget>
  )
}

function Fetched({
  title,
  query,
  alarms,
}: {
  title: string | undefined
  query: ReturnType<NonNullable<ReturnType<typeof useSource>['interfacesOf']>>
  alarms: WidgetData['alarms']
}) {
  const fetched = useQuery(query)
  const interfaces = useLiveInterfaces(fetched.data ?? [])
  return (
    <QueryWidget name={title} query={fetched}>
      {() => <InterfaceValues title={title} interfaces={interfaces} alarms={alarms} />}
    </QueryWidget>
  )
}

function InterfaceValues({
  title,
  interfaces,
  alarms,
  children,
}: {
  title: string | undefined
  interfaces: readonly Interface[]
  alarms: WidgetData['alarms']
  /** What is said of them, below the values. */
  children?: ReactNode
}) {
  const t = useText()
  const sorted = interfaces.toSorted((a, b) => a.displayName.localeCompare(b.displayName, t.language, { numeric: true }))
  const byId = { interfaces: new Map(sorted.map(item => [item.id, item])) }
  const ids = sorted.map(item => item.id)
  const name = title || commonName(ids, byId, t)
  const place = placeOf(ids, byId)
  if (sorted.length === 0)
    return (
      <Widget name={name}>
        <WidgetNote>{t('widget.multipleInterfaces.none')}</WidgetNote>
      </Widget>
    )
  return (
    <Widget name={name} place={place} flush>
      <ScrollArea name={name} className="values-list">
        <ul>
          {sorted.map(item => (
            <ValueRow key={item.id} interface={item} alarm={alarms?.get(item.id)} isPlaced={place === undefined} />
          ))}
        </ul>
        {children}
      </ScrollArea>
    </Widget>
  )
}

function ValueRow({ interface: item, alarm, isPlaced }: { interface: Interface; alarm: Alarm | undefined; isPlaced: boolean }) {
  const { kind } = useSource()
  return (
    <li className={alarm && isPast(alarm, item.lastConvertedReading) ? 'hot' : undefined}>
      <span className="values-mark">{alarm && <SeverityMark level={alarm.severity} size={14} />}</span>
      <span className="values-name">
        {kind === 'session' ? <Link href={hrefOf(item)}>{item.displayName}</Link> : item.displayName}
        {isPlaced && <span className="dim"> {item.entity.name}</span>}
      </span>
      <LastValue interface={item} />
      <span className="values-age">
        <Freshness interface={item} />
      </span>
    </li>
  )
}
