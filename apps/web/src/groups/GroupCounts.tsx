import type { RuleCounts } from '@steading/contract/rules/rules'
import { number } from '@steading/locales/format'
import type { TextKey } from '@steading/locales/text'
import { useText } from '../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../ui/marks/StatusPill.tsx'
import './groupCounts.css'

const states: readonly { readonly tone: StatusTone; readonly word: TextKey; readonly count: keyof RuleCounts }[] = [
  { tone: 'error', word: 'deploy.status.error', count: 'errorRules' },
  { tone: 'pending', word: 'deploy.status.pending', count: 'pendingRules' },
  { tone: 'ok', word: 'deploy.status.deployed', count: 'activeRules' },
  { tone: 'idle', word: 'deploy.status.undeployed', count: 'undeployedRules' },
]

export const totalOf = ({ activeRules, errorRules, undeployedRules, pendingRules }: RuleCounts): number =>
  activeRules + errorRules + undeployedRules + pendingRules

/** How many rules stand where; what is nowhere is not said. */
export function GroupCounts({ of }: { of: RuleCounts }) {
  const t = useText()
  return (
    <ul className="group-counts" aria-label={t('rule.deployment')}>
      {states.map(
        ({ tone, word, count }) =>
          of[count] > 0 && (
            <li key={count}>
              <StatusPill tone={tone}>
                <b className="num">{number(of[count], t)}</b> {t(word)}
              </StatusPill>
            </li>
          ),
      )}
    </ul>
  )
}
