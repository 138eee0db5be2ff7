import type { Rule } from '@steading/contract/rules'
import { orderedBy } from '../rules/index.ts'

/** Those of a group that are not yet as it is wanted. What belongs to the system is not ordered by people. */
export const orderable = <R extends Pick<Rule, 'isSystemRule' | 'deploymentStatus' | 'ruleVersion' | 'runningVersion'>>(
  rules: readonly R[],
  wanted: boolean,
): R[] =>
  rules.filter(
    one => !one.isSystemRule && (orderedBy(one)[wanted ? 'deploy' : 'undeploy'] !== undefined || waitsForOther(one, wanted)),
  )

/** The other order is on its way to the box: this one takes it back. */
const waitsForOther = ({ deploymentStatus }: Pick<Rule, 'deploymentStatus'>, wanted: boolean) =>
  deploymentStatus === (wanted ? 'PENDING_UNDEPLOY' : 'PENDING_DEPLOY')

/** The boxes of these rules that are not there, by name, each once. */
export const absentBoxes = (rules: readonly Pick<Rule, 'terminal'>[]): readonly string[] => [
  ...new Set(rules.flatMap(({ terminal }) => (terminal && !terminal.connected ? [terminal.displayName] : []))),
]
