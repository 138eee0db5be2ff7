import type { Interface } from '@steading/contract/devices/interfaces'
import { useQuery } from '@tanstack/react-query'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Fragment, useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useLiveInterfaces, usePollEvery } from '../../live/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { Freshness } from '../Freshness.tsx'
import { interfacesQuery } from '../board.queries.ts'
import { terminalBoardQuery } from '../interfaces.queries.ts'
import { LastCommand } from '../command/LastCommand.tsx'
import { LastValue } from '../LastValue.tsx'
import { Operate } from '../command/Operate.tsx'
import '../interfaces.css'
import { byName } from '../../platform/page/sortNames.ts'

/** More than one looks through at a glance. */
const most = 100
const none: readonly Interface[] = []

/** What one box says now, place by place, three side by side; at most 100. */
export default function InterfaceBoard({ terminalId }: { terminalId: string }) {
  const t = useText()
  const refetchInterval = usePollEvery()
  const refs = useQuery({ ...terminalBoardQuery(terminalId), refetchInterval })
  const ids = useMemo(() => (refs.data ?? []).slice(0, most).map(iface => iface.id), [refs.data])
  const found = useQuery({ ...interfacesQuery(ids), refetchInterval })
  const live = useLiveInterfaces(found.data ?? none)
  const shown = useMemo(() => live.toSorted((a, b) => byName(a.entity.displayName, b.entity.displayName)), [live])
  const total = refs.data?.length
  if (total === 0)
    return (
      <Card>
        <Empty icon={<IconPlugConnectedX size={30} stroke={1.4} />} title={t('interface.none')}>
          {t('interface.noneHint')}
        </Empty>
      </Card>
    )
  const error = refs.error ?? found.error
  if (!found.data)
    return error ? (
      <Failed what={t('failed.list')} error={error} retry={() => void Promise.all([refs.refetch(), found.refetch()])} />
    ) : (
      <Skeletons rows={6} />
    )
  return (
    <div className="stack">
      {total !== undefined && total > most && <Note>{t('terminal.valuesCut', { shown: most, total })}</Note>}
      {[...Map.groupBy(shown, iface => iface.entity.id)].map(([id, those]) => (
        <Fragment key={id}>
          <h2 className="board-place">{those[0]?.entity.displayName}</h2>
          <ul className="board">
            {those.map(iface => (
              <InterfaceTile key={iface.id} interface={iface} />
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}

function InterfaceTile({ interface: iface }: { interface: Interface }) {
  return (
    <li className="card board-tile">
      <Link href={to('/system/interfaces/details/{interfaceId}', { interfaceId: iface.id })}>{iface.displayName}</Link>
      <div className="board-value">
        <LastValue interface={iface} />
        <Freshness interface={iface} />
      </div>
      {iface.terminalInterfaceType !== 'IN' && (
        <div className="board-foot">
          <LastCommand interface={iface} />
          <Operate interface={iface} />
        </div>
      )}
    </li>
  )
}
