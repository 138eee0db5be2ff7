import { useQuery } from '@tanstack/react-query'
import { Interfaces } from '../interfaces/index.ts'
import { usePollEvery } from '../platform/live.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Rules } from '../rules/index.ts'
import { listHref } from '../ui/list/useListState.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Tabs } from '../ui/page/Tabs.tsx'
import { useTab } from '../ui/page/useTab.ts'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage, Skeletons } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { Connection, ProvisionPill } from './marks.tsx'
import { TerminalActions } from './TerminalActions.tsx'
import { TerminalFacts } from './TerminalFacts.tsx'
import { TerminalKpis } from './TerminalKpis.tsx'
import { terminalQuery } from './terminals.queries.ts'

/** One smart box: how it is doing, its sensors and devices with their values, its rules, everything known of it. */
export default function TerminalDetails() {
  const t = useText()
  const may = useMay()
  const refetchInterval = usePollEvery()
  const { data: of, error, refetch } = useQuery({ ...terminalQuery(useParam('terminalId')), refetchInterval })
  const [tab, open] = useTab(['interfaces', 'rules', 'details'])
  const back = { href: listHref('/system/terminals'), label: t('terminal.many') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
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
    <>
      <PageHead
        back={back}
        title={of.displayName}
        meta={
          <>
            <ProvisionPill status={of.provisionStatus} />
            <Connection connected={of.connected} />
            <span>{of.profile}</span>
            <span>{of.rootEntity.displayName}</span>
          </>
        }
        stacked
        actions={<TerminalActions of={of} />}
      />
      <TerminalKpis of={of} />
      <Tabs label={of.displayName} items={shown} current={current} onChange={open}>
        {current === 'interfaces' && <Interfaces terminalId={of.id} waiting={<Skeletons />} />}
        {current === 'rules' && <Rules terminalId={of.id} waiting={<Skeletons />} />}
        {current === 'details' && <TerminalFacts of={of} />}
      </Tabs>
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
      />
    </>
  )
}
