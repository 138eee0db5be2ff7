import type { Rule } from '@steading/contract/rules/rules'
import { number } from '@steading/locales/format'
import { useText } from '../platform/texts.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { deploymentStates, refusalWords, runsOtherVersion } from './words.ts'
import './rules.css'

export function DeploymentPill({ status }: { status: Rule['deploymentStatus'] }) {
  const t = useText()
  const { tone, word } = deploymentStates[status]
  return <StatusPill tone={tone}>{t(word)}</StatusPill>
}

/** Deployment status of a rule with its message; `refused` is the refusal code of the last order. */
export function RuleStatus({ rule, refused }: { rule: Rule; refused?: string | undefined }) {
  const t = useText()
  const another = runsOtherVersion(rule) && t('rule.boxRuns', { version: number(rule.runningVersion, t) })
  const message = rule.deploymentMessage ?? another
  return (
    <span className="rule-status">
      <DeploymentPill status={rule.deploymentStatus} />
      {refused ? (
        <span className="rule-refused">{refusalWords(refused, t)}</span>
      ) : (
        message && <span className="dim">{message}</span>
      )}
    </span>
  )
}
