import type { RuleDetails as Details } from '@steading/contract/rules/rules'
import { dateTime, number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '../../platform/api/queries.ts'
import { usePollEvery } from '../../live/index.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { kindAt } from '../backLink.ts'
import { RuleActions } from './RuleActions.tsx'
import { RuleInfo } from './RuleInfo.tsx'
import { ruleQuery } from '../rules.queries.ts'
import { DeploymentPill } from '../DeploymentPill.tsx'
import { useBackLink } from '../useBackLink.ts'
import { RuleDependents } from '../deploy/BlockedRules.tsx'
import { useDeployment } from '../deploy/useDeployment.tsx'
import { placeOf, refusalWords, ruleHref, runsOtherVersion } from '../words.ts'
import { templateTitle } from '../templateWords.ts'
import '../rules.css'

const RuleEdit = lazyComponent<{ rule: Details; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('../form/RuleEdit.tsx'),
)

/** One rule: what it does in plain words, all that was entered, where it runs, what its sensors said, what it has opened. */
export default function RuleDetails() {
  const id = useParam('ruleId')
  return <RuleView key={id} id={id} />
}

function RuleView({ id }: { id: string }) {
  const refetchInterval = usePollEvery()
  const { data: rule, error, refetch } = useQuery({ ...ruleQuery(id), refetchInterval })
  // The form keeps the version it was opened with, even if a newer one is fetched meanwhile.
  const [editing, edit] = useState<Details>()
  const { pathname: path, searchStr } = useRouterState({ select: state => state.location })
  const go = useGo()
  const address = rule && ruleHref(rule)
  const isHere = path.endsWith(`/${id}/details`)
  // Under the address of another kind of rule: it has one of its own. Who leaves for another page is let go.
  useEffect(() => {
    if (address !== undefined && isHere && address !== path) go(address + searchStr, { replace: true })
  }, [address, isHere, path, searchStr, go])
  const { back } = useBackLink(rule?.kind ?? kindAt(path))
  const deployment = useDeployment()
  if (!rule) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const refused = deployment.results.get(rule.id) ?? undefined
  const head = (actions: ReactNode) => <RuleHead rule={rule} back={back} refused={refused} actions={actions} />
  if (editing)
    return (
      <RuleEdit
        rule={editing}
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

function RuleHead({
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
      {runsOtherVersion(rule) && !message && (
        <Note>{t('rule.runsAnother', { running: number(rule.runningVersion, t), version: number(rule.ruleVersion, t) })}</Note>
      )}
      {message && (
        <div className={isBad ? 'rule-message bad' : 'rule-message'}>
          <Note icon={isBad ? <IconAlertTriangle size={16} aria-hidden /> : undefined}>
            {message}
            {refused === 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES' && <RuleDependents id={rule.id} />}
          </Note>
        </div>
      )}
    </>
  )
}
