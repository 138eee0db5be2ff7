import type { InterfaceDetails as Details } from '@steading/contract/interfaces'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { to } from '../app/index.ts'
import { useLiveInterfaces, usePollEvery } from '../platform/live.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'
import { Link } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { History } from './history/History.tsx'
import { InterfaceActions } from './InterfaceActions.tsx'
import { InterfaceInfo } from './InterfaceInfo.tsx'
import { interfaceQuery, interfacesChanged } from './interfaces.queries.ts'
import { Needs } from './Needs.tsx'
import { Operate } from './Operate.tsx'
import { Outcome } from './Outcome.tsx'
import { Readout } from './Readout.tsx'
import { directionName } from './words.ts'
import './interfaces.css'

const InterfaceEdit = later<{ of: Details; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('./InterfaceEdit.tsx'),
)

/** One sensor or device: its value now, its history, what it was told, how it is set, what needs it. */
export default function InterfaceDetails() {
  const id = useParam('interfaceId')
  return <One key={id} id={id} />
}

function One({ id }: { id: string }) {
  const t = useText()
  const refetchInterval = usePollEvery()
  const { data: found, error, refetch } = useQuery({ ...interfaceQuery(id), refetchInterval })
  const given = useMemo(() => (found ? [found] : []), [found])
  const [of] = useLiveInterfaces(given)
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Details>()
  const back = { href: listHref('/system/interfaces'), label: t('interface.many') }
  if (!of || !found) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const isThere = found.deletedTimestampUtc === null
  const head = (actions: ReactNode) => <Head of={found} back={back} actions={actions} />
  if (editing)
    return (
      <InterfaceEdit
        of={editing}
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
              <InterfaceActions of={found} edit={() => edit(found)} />
              <Operate of={of} primary />
            </>
          ),
        )}
        {of.terminal.retired && <Note>{t('interface.boxRetired', { terminal: of.terminal.displayName })}</Note>}
        <Readout of={of} />
        {of.lastCommand && (
          <Card title={t('actuation.last')}>
            <Outcome of={of} command={of.lastCommand} />
          </Card>
        )}
        <History of={of} />
        <InterfaceInfo key={found.version} of={found} />
        <Needs of={found} />
      </div>
      <AuditFoot
        created={{ by: found.createdBy?.shortName, at: found.creationTimestampUtc }}
        updated={{ by: found.lastUpdatedBy?.shortName, at: found.lastUpdateTimestampUtc }}
        deleted={{ by: found.deletedBy?.shortName, at: found.deletedTimestampUtc }}
      />
    </>
  )
}

function Head({ of, back, actions }: { of: Details; back: { href: string; label: string }; actions: ReactNode }) {
  const t = useText()
  const may = useMay()
  return (
    <PageHead
      back={back}
      title={of.displayName}
      meta={
        <>
          <span className="tag">{of.calculated ? t('interface.virtual') : directionName(of.terminalInterfaceType, t)}</span>
          {may('entities.read') ? (
            <Link href={to('/system/entities/{entityid}/details', { entityid: of.entity.id })}>{of.entity.displayName}</Link>
          ) : (
            <span>{of.entity.displayName}</span>
          )}
          {may('terminals.read_details') ? (
            <Link href={to('/system/terminals/details/{terminalId}', { terminalId: of.terminal.id })}>
              {of.terminal.displayName}
            </Link>
          ) : (
            <span>{of.terminal.displayName}</span>
          )}
          {of.terminal.retired && <StatusPill tone="idle">{t('terminal.status.retired')}</StatusPill>}
        </>
      }
      stacked
      actions={actions}
    />
  )
}
