import type { TerminalDetails as Terminal } from '@steading/contract/devices/terminals'
import { dateTime } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { Interfaces } from '../../interfaces/index.ts'
import { usePollEvery } from '../../live/index.ts'
import { useMay, useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Runs } from '../../ledger/index.ts'
import { Rules } from '../../rules/index.ts'
import { Link } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Tabs } from '../../ui/page/head/Tabs.tsx'
import { useHistoryBack } from '../../ui/page/head/useHistoryBack.ts'
import { useTab } from '../../ui/page/head/useTab.ts'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage, Skeletons } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { TerminalState } from '../list/terminalStatus.tsx'
import { TerminalActions } from './TerminalActions.tsx'
import { TerminalFacts } from './TerminalFacts.tsx'
import { TerminalKpis } from './TerminalKpis.tsx'
import { terminalQuery, terminalsChanged } from '../terminals.queries.ts'

const TerminalEdit = lazyComponent<{ of: Terminal; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('../form/TerminalEdit.tsx'),
)

const way = ['historyBack']

/** Details of a terminal: state, sensors and devices with their values, rules, facts. */
export default function TerminalDetails() {
  const id = useParam('terminalId')
  return <TerminalPage key={id} id={id} />
}

function TerminalPage({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const refetchInterval = usePollEvery()
  const { data: of, error, refetch } = useQuery({ ...terminalQuery(id), refetchInterval })
  // The form keeps the version it was opened with, even if a newer one is fetched meanwhile.
  const [editing, edit] = useState<Terminal>()
  const back = useHistoryBack({ href: listHref('/system/terminals'), label: t('terminal.many') })
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => (
    <PageHead
      back={back}
      title={of.displayName}
      meta={
        <>
          <TerminalState of={of} />
          <span>{of.profile}</span>
          {may('entities.read') ? (
            <Link href={to('/system/entities/{entityid}/details', { entityid: of.rootEntity.id })}>
              {of.rootEntity.displayName}
            </Link>
          ) : (
            <span>{of.rootEntity.displayName}</span>
          )}
        </>
      }
      stacked
      actions={actions}
    />
  )
  if (editing)
    return (
      <TerminalEdit
        of={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void terminalsChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  const isInService = of.retiredTimestampUtc === null
  return (
    <>
      {head(isInService && <TerminalActions of={of} edit={() => edit(of)} />)}
      {isInService ? <TerminalKpis of={of} /> : <Gone of={of} />}
      <TerminalTabs of={of} />
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
        deleted={{ by: of.deletedBy?.shortName, at: of.deletedTimestampUtc }}
      />
    </>
  )
}

/** Time of the retirement or deletion. */
function Gone({ of: { deletedTimestampUtc, retiredTimestampUtc } }: { of: Terminal }) {
  const t = useText()
  const zone = useZone()
  return (
    <Note>
      {deletedTimestampUtc
        ? t('terminal.deletedAt', { time: dateTime(deletedTimestampUtc, zone, t) })
        : t('terminal.retiredAt', { time: dateTime(retiredTimestampUtc, zone, t) })}
    </Note>
  )
}

function TerminalTabs({ of }: { of: Terminal }) {
  const t = useText()
  const may = useMay()
  const [tab, open] = useTab(['interfaces', 'rules', 'details'], way)
  const { active, error: failed, undeployed, pending } = of.ruleCounts
  const tabs = [
    { key: 'interfaces', name: t('interface.many'), count: of.interfaceCount, shown: may('interfaces.read') },
    {
      key: 'rules',
      name: t('nav.rules'),
      count: active + failed + undeployed + pending,
      bad: failed > 0,
      shown: may(['rules.read', 'rules.alarms', 'rules.scheduler']),
    },
    { key: 'details', name: t('ui.details'), shown: true },
  ] as const
  const shown = tabs.filter(one => one.shown)
  const current = shown.find(one => one.key === tab)?.key ?? shown[0]?.key ?? 'details'
  return (
    <Tabs label={of.displayName} items={shown} current={current} onChange={open}>
      {current === 'interfaces' && (
        <Interfaces terminalId={of.id} inService={of.retiredTimestampUtc === null} waiting={<Skeletons />} />
      )}
      {current === 'rules' && (
        <div className="stack">
          <Rules terminalId={of.id} inService={of.retiredTimestampUtc === null} waiting={<Skeletons />} />
          <Runs terminalId={of.id} waiting={<Skeletons />} />
        </div>
      )}
      {current === 'details' && <TerminalFacts of={of} />}
    </Tabs>
  )
}
