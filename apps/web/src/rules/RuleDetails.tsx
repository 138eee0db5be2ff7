import { Button } from '@mantine/core'
import { RuleBody } from '@steading/contract/rulebody'
import type { RuleDetails as Details } from '@steading/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { interfacesQuery } from '../interfaces/index.ts'
import { usePollEvery } from '../platform/live.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { knownOf } from './known.ts'
import { RuleChart } from './RuleChart.tsx'
import { RuleEvents } from './RuleEvents.tsx'
import { ruleQuery } from './rules.queries.ts'
import { DeploymentPill } from './Status.tsx'
import { useDeployment } from './useDeployment.ts'
import { WhatItDoes } from './WhatItDoes.tsx'
import { WhereItRuns } from './WhereItRuns.tsx'
import { kinds, refusalWords, templateName } from './words.ts'
import './rules.css'

const none: readonly never[] = []

/** One rule: what it does in plain words, where it runs, what its sensors said, what it has opened. */
export default function RuleDetails() {
  const t = useText()
  const may = useMay()
  const refetchInterval = usePollEvery()
  const { data: rule, error, refetch } = useQuery({ ...ruleQuery(useParam('ruleId')), refetchInterval })
  const ids = useMemo(() => [...new Set(rule?.interfaces.map(one => one.id))], [rule])
  const { data: found = none } = useQuery({ ...interfacesQuery(ids), enabled: ids.length > 0 && may('interfaces.read') })
  const body = useMemo(() => RuleBody.safeParse(rule?.body).data, [rule])
  const known = useMemo(() => rule && knownOf(rule, found), [rule, found])
  if (!rule || !known) {
    // Which kind it would be, nobody knows yet.
    const back = { href: listHref(kinds.CONTROL.list), label: t(kinds.CONTROL.title) }
    return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  }
  const { list, title } = kinds[rule.kind]
  return (
    <div className="stack">
      <Head rule={rule} back={{ href: listHref(list), label: t(title) }} />
      {body && <WhatItDoes rule={rule} body={body} knownOf={known} />}
      <WhereItRuns rule={rule} />
      {body && found.length > 0 && <RuleChart title={rule.displayName} body={body} interfaces={found} knownOf={known} />}
      {rule.kind === 'ALARM' && may('events.read') && <RuleEvents ruleId={rule.id} />}
      <AuditFoot
        created={{ by: rule.createdBy?.shortName, at: rule.creationTimestampUtc }}
        updated={{ by: rule.lastUpdatedBy?.shortName, at: rule.lastUpdateTimestampUtc }}
      />
    </div>
  )
}

function Head({ rule, back }: { rule: Details; back: { href: string; label: string } }) {
  const t = useText()
  const may = useMay()
  const { order, busy, results } = useDeployment()
  const { deploymentStatus: status } = rule
  const refused = results.get(rule.id)
  const outdated = status === 'DEPLOYED' && rule.runningVersion !== rule.ruleVersion
  const offers = {
    deploy: status === 'UNDEPLOYED' || status === 'ERROR' || status === 'PENDING_UNDEPLOY' || outdated,
    undeploy: status === 'DEPLOYED' || status === 'ERROR' || status === 'PENDING_DEPLOY',
  }
  const acts = may('rules.update') && !rule.isSystemRule
  const message = refused ? refusalWords(refused, t) : rule.deploymentMessage
  return (
    <>
      <PageHead
        back={back}
        title={rule.displayName}
        meta={
          <>
            <DeploymentPill status={status} />
            <span>{templateName(rule, t)}</span>
            <span>{rule.sector?.displayName ?? rule.rootEntity.displayName}</span>
          </>
        }
        stacked
        actions={
          acts && (
            <>
              {offers.undeploy && (
                <Button variant="default" data-busy={busy || undefined} onClick={() => void order([rule], false)}>
                  {t('deploy.undo')}
                </Button>
              )}
              {offers.deploy && (
                <Button data-busy={busy || undefined} onClick={() => void order([rule], true)}>
                  {t('deploy.action')}
                </Button>
              )}
            </>
          )
        }
      />
      {message && (
        <div className={refused || status === 'ERROR' ? 'rule-message bad' : 'rule-message'}>
          <Note icon={refused || status === 'ERROR' ? <IconAlertTriangle size={16} aria-hidden /> : undefined}>{message}</Note>
        </div>
      )}
    </>
  )
}
