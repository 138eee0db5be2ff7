import type { InterfaceDetails as Details } from '@steading/contract/devices/interfaces'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useLiveInterfaces, usePollEvery } from '../../live/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { Link } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { StatusPill } from '../../ui/marks/StatusPill.tsx'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { History } from '../history/History.tsx'
import { InterfaceActions } from './InterfaceActions.tsx'
import { InterfaceInfo } from '../form/InterfaceInfo.tsx'
import { interfaceQuery, interfacesChanged } from '../interfaces.queries.ts'
import { InterfaceDependents } from './Dependents.tsx'
import { Operate } from '../command/Operate.tsx'
import { CommandOutcome } from '../command/CommandOutcome.tsx'
import { Readout } from './Readout.tsx'
import { directionName } from '../words.ts'
import '../interfaces.css'

const InterfaceEdit = lazyComponent<{ interface: Details; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('../form/InterfaceEdit.tsx'),
)

/** One sensor or device: its value now, its history, what it was told, how it is set, what needs it. */
export default function InterfaceDetails() {
  const id = useParam('interfaceId')
  return <InterfaceView key={id} id={id} />
}

function InterfaceView({ id }: { id: string }) {
  const t = useText()
  const refetchInterval = usePollEvery()
  const { data: found, error, refetch } = useQuery({ ...interfaceQuery(id), refetchInterval })
  const fetched = useMemo(() => (found ? [found] : []), [found])
  const [iface] = useLiveInterfaces(fetched)
  // The form keeps the version it was opened with, even if a newer one is fetched meanwhile.
  const [editing, edit] = useState<Details>()
  const back = { href: listHref('/system/interfaces'), label: t('interface.many') }
  if (!iface || !found) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const isThere = found.deletedTimestampUtc === null
  const head = (actions: ReactNode) => <InterfaceHead interface={found} back={back} actions={actions} />
  if (editing)
    return (
      <InterfaceEdit
        interface={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void interfacesChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <>
      <div className="stack">
        {head(
          isThere && (
            <>
              <InterfaceActions interface={found} edit={() => edit(found)} />
              <Operate interface={iface} primary />
            </>
          ),
        )}
        {iface.terminal.retired && <Note>{t('interface.boxRetired', { terminal: iface.terminal.displayName })}</Note>}
        <Readout interface={iface} />
        {iface.lastCommand && (
          <Card title={t('actuation.last')}>
            <CommandOutcome interface={iface} command={iface.lastCommand} />
          </Card>
        )}
        <History interface={iface} />
        <InterfaceInfo key={found.version} interface={found} />
        <InterfaceDependents interface={found} />
      </div>
      <AuditFoot
        created={{ by: found.createdBy?.shortName, at: found.creationTimestampUtc }}
        updated={{ by: found.lastUpdatedBy?.shortName, at: found.lastUpdateTimestampUtc }}
        deleted={{ by: found.deletedBy?.shortName, at: found.deletedTimestampUtc }}
      />
    </>
  )
}

function InterfaceHead({
  interface: iface,
  back,
  actions,
}: {
  interface: Details
  back: { href: string; label: string }
  actions: ReactNode
}) {
  const t = useText()
  const may = useMay()
  return (
    <PageHead
      back={back}
      title={iface.displayName}
      meta={
        <>
          <span className="tag">{iface.calculated ? t('interface.virtual') : directionName(iface.terminalInterfaceType, t)}</span>
          {may('entities.read') ? (
            <Link href={to('/system/entities/{entityid}/details', { entityid: iface.entity.id })}>
              {iface.entity.displayName}
            </Link>
          ) : (
            <span>{iface.entity.displayName}</span>
          )}
          {may('terminals.read_details') ? (
            <Link href={to('/system/terminals/details/{terminalId}', { terminalId: iface.terminal.id })}>
              {iface.terminal.displayName}
            </Link>
          ) : (
            <span>{iface.terminal.displayName}</span>
          )}
          {iface.terminal.retired && <StatusPill tone="idle">{t('terminal.status.retired')}</StatusPill>}
        </>
      }
      stacked
      actions={actions}
    />
  )
}
