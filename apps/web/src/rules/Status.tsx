import type { Rule } from '@steading/contract/rules'
import { number } from '@steading/locales/format'
import { useText } from '../platform/texts.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { deploymentStates, refusalWords, runsAnother } from './words.ts'
import './rules.css'

export function DeploymentPill({ status }: { status: Rule['deploymentStatus'] }) {
  const t = useText()
  const { tone, word } = deploymentStates[status]
  return <StatusPill tone={tone}>{t(word)}</StatusPill>
}

/** How far a rule has come, with what stands in its way; `refused` is what became of the last wish. */
export function Status({ of, refused }: { of: Rule; refused?: string | undefined }) {
  const t = useText()
  const another = runsAnother(of) && t('rule.boxRuns', { version: number(of.runningVersion, t) })
  const message = of.deploymentMessage ?? another
  return (
    <span className="rule-status">
      <DeploymentPill status={of.deploymentStatus} />
      {refused ? (
        <span className="rule-refused">{refusalWords(refused, t)}</span>
      ) : (
        message && <span className="dim">{message}</span>
      )}
    </span>
  )
}
