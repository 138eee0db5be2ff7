import type { RuleDetails as Details } from '@steading/contract/rules'
import { dateTime, number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '../platform/queries.ts'
import { usePollEvery } from '../platform/live.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { later } from '../ui/later/later.tsx'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { kindAt } from './back.ts'
import { RuleActions } from './RuleActions.tsx'
import { RuleInfo } from './RuleInfo.tsx'
import { ruleQuery } from './rules.queries.ts'
import { DeploymentPill } from './Status.tsx'
import { useBack } from './useBack.ts'
import { DependentsOf } from './Dependents.tsx'
import { useDeployment } from './useDeployment.tsx'
import { placeOf, refusalWords, ruleHref, runsAnother } from './words.ts'
import { templateTitle } from './form/templateWords.ts'
import './rules.css'

const RuleEdit = later<{ of: Details; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('./RuleEdit.tsx'),
)

/** One rule: what it does in plain words, all that was entered, where it runs, what its sensors said, what it has opened. */
export default function RuleDetails() {
  const id = useParam('ruleId')
  return <One key={id} id={id} />
}

function One({ id }: { id: string }) {
  const refetchInterval = usePollEvery()
  const { data: rule, error, refetch } = useQuery({ ...ruleQuery(id), refetchInterval })
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Details>()
  const { pathname: path, searchStr } = useRouterState({ select: state => state.location })
  const go = useGo()
  const address = rule && ruleHref(rule)
  const isHere = path.endsWith(`/${id}/details`)
  // Under the address of another kind of rule: it has one of its own. Who leaves for another page is let go.
  useEffect(() => {
    if (address !== undefined && isHere && address !== path) go(address + searchStr, { replace: true })
  }, [address, isHere, path, searchStr, go])
  const { back } = useBack(rule?.kind ?? kindAt(path))
  const deployment = useDeployment()
  if (!rule) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const refused = deployment.results.get(rule.id) ?? undefined
  const head = (actions: ReactNode) => <Head rule={rule} back={back} refused={refused} actions={actions} />
  if (editing)
    return (
      <RuleEdit
        of={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void queryClient.invalidateQueries({ queryKey: ['rules'] })
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <div className="stack">
      {head(<RuleActions rule={rule} deployment={deployment} edit={() => edit(rule)} />)}
      <RuleInfo rule={rule} />
      <AuditFoot
        created={{ by: rule.createdBy?.shortName, at: rule.creationTimestampUtc }}
        updated={{ by: rule.lastUpdatedBy?.shortName, at: rule.lastUpdateTimestampUtc }}
        deleted={{ by: rule.deletedBy?.shortName, at: rule.deletedTimestamp }}
      />
    </div>
  )
}

function Head({
  rule,
  back,
  refused,
  actions,
}: {
  rule: Details
  back: { href: string; label: string }
  refused: string | undefined
  actions: ReactNode
}) {
  const t = useText()
  const zone = useZone()
  const isBad = refused !== undefined || rule.deploymentStatus === 'ERROR'
  const message = refused === undefined ? rule.deploymentMessage : refusalWords(refused, t)
  return (
    <>
      <PageHead
        back={back}
        title={rule.displayName}
        meta={
          <>
            <DeploymentPill status={rule.deploymentStatus} />
            <span>{templateTitle(rule.ruleTemplate, t)}</span>
            <span>{placeOf(rule)}</span>
            {rule.terminal && <span>{rule.terminal.timeZone.replaceAll('_', ' ')}</span>}
          </>
        }
        stacked
        actions={actions}
      />
      {rule.deletedTimestamp && <Note>{t('rule.deletedAt', { time: dateTime(rule.deletedTimestamp, zone, t) })}</Note>}
      {rule.isSystemRule && <Note>{t('rule.isSystem')}</Note>}
      {runsAnother(rule) && !message && (
        <Note>{t('rule.runsAnother', { running: number(rule.runningVersion, t), version: number(rule.ruleVersion, t) })}</Note>
      )}
      {message && (
        <div className={isBad ? 'rule-message bad' : 'rule-message'}>
          <Note icon={isBad ? <IconAlertTriangle size={16} aria-hidden /> : undefined}>
            {message}
            {refused === 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES' && <DependentsOf id={rule.id} />}
          </Note>
        </div>
      )}
    </>
  )
}
