import type { DeploymentStatus, RuleCounts as Counts } from '@steading/contract/rules/rules'
import { number } from '@steading/locales/format'
import type { TextKey } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../../live/index.ts'
import { useText } from '../../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../../ui/marks/StatusPill.tsx'
import { type CountFilter, countQuery } from '../rules.queries.ts'
import '../rules.css'

interface StatusGroup {
  readonly tone: StatusTone
  readonly word: TextKey
  readonly statuses: readonly DeploymentStatus[]
  readonly count: keyof Counts
}
const groups: readonly StatusGroup[] = [
  { tone: 'error', word: 'deploy.status.error', statuses: ['ERROR'], count: 'errorRules' },
  { tone: 'pending', word: 'deploy.status.pending', statuses: ['PENDING_DEPLOY', 'PENDING_UNDEPLOY'], count: 'pendingRules' },
  { tone: 'ok', word: 'deploy.status.deployed', statuses: ['DEPLOYED'], count: 'activeRules' },
  { tone: 'idle', word: 'deploy.status.undeployed', statuses: ['UNDEPLOYED'], count: 'undeployedRules' },
]

/** Number of rules by deployment status, independent of the status filter; a click toggles that filter. */
export function RuleCounts({
  filter,
  chosen,
  choose,
}: {
  filter: CountFilter
  chosen: readonly DeploymentStatus[]
  choose: (statuses: readonly DeploymentStatus[]) => void
}) {
  const t = useText()
  const refetchInterval = usePollEvery()
  const { data: counts } = useQuery({ ...countQuery(filter), refetchInterval })
  return (
    <fieldset className="rule-counts scroll-x">
      <legend className="vh">{t('rule.deployment')}</legend>
      {groups.map(({ tone, word, statuses, count: name }) => {
        const count = counts?.[name]
        const on = chosen.length === statuses.length && statuses.every(status => chosen.includes(status))
        if (count === undefined || (count === 0 && !on)) return null
        return (
          <button key={word} type="button" aria-pressed={on} onClick={() => choose(on ? [] : statuses)}>
            <StatusPill tone={tone}>
              <b className="num">{number(count, t)}</b> {t(word)}
            </StatusPill>
          </button>
        )
      })}
    </fieldset>
  )
}
