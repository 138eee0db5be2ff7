import type { Conflict, Leaving, Rule } from '@steading/contract/rules/rules'
import { queryClient } from '../../platform/api/queries.ts'
import { conflictsQuery, dependentsQuery } from '../rules.queries.ts'
import type { DeployResults } from './bulkDeploy.ts'

export type DependentRules = Pick<Leaving, 'dependents' | 'unseen'>

/** Of rules that shall be ordered in or out of service: who goes, and who stays as it is, and why. */
export interface DeploymentPlan<R> {
  readonly deployable: readonly R[]
  /** Others need what they alone write. */
  readonly needed: readonly R[]
  readonly dependents: DependentRules
  /** Their smart boxes were retired. */
  readonly retired: readonly R[]
  /** Others in service drive their devices. */
  readonly conflicting: readonly R[]
  readonly conflicts: readonly Conflict[]
}

export type DeployableRule = Pick<Rule, 'id' | 'displayName' | 'deploymentStatus' | 'terminal' | 'sector' | 'rootEntity'>

const noDependents: DependentRules = { dependents: [], unseen: 0 }

export async function planDeployment<R extends DeployableRule>(
  rules: readonly R[],
  desired: boolean,
): Promise<DeploymentPlan<R>> {
  if (desired) {
    const [retired = [], ready = []] = [true, false].map(is => rules.filter(rule => (rule.terminal?.retired === true) === is))
    const conflicts = ready.length > 0 ? await queryClient.fetchQuery(conflictsQuery(ready.map(rule => rule.id))) : []
    const inConflict = new Set(conflicts.map(conflict => conflict.id))
    const [conflicting = [], deployable = []] = [true, false].map(is => ready.filter(rule => inConflict.has(rule.id) === is))
    return { deployable, needed: [], dependents: noDependents, retired, conflicting, conflicts }
  }
  const ids = rules.filter(rule => rule.deploymentStatus !== 'UNDEPLOYED').map(rule => rule.id)
  const none = { retired: [], conflicting: [], conflicts: [] }
  if (ids.length === 0) return { deployable: rules, needed: [], dependents: noDependents, ...none }
  const dependents = await queryClient.fetchQuery(dependentsQuery(ids))
  const stays = new Set(dependents.stays)
  const [needed = [], deployable = []] = [true, false].map(is => rules.filter(rule => stays.has(rule.id) === is))
  return { deployable, needed, dependents, ...none }
}

/** What the server would say to those that stay as they are. */
export const plannedRefusals = ({ needed, retired, conflicting }: DeploymentPlan<DeployableRule>): DeployResults =>
  new Map([
    ...needed.map(rule => [rule.id, 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES'] as const),
    ...retired.map(rule => [rule.id, 'RULE_TERMINAL_RETIRED'] as const),
    ...conflicting.map(rule => [rule.id, 'RULE_OUTPUT_IN_USE'] as const),
  ])

/** The boxes of these rules that are not there, by name, each once. */
export const disconnectedTerminals = (rules: readonly Pick<Rule, 'terminal'>[]): readonly string[] => [
  ...new Set(
    rules.flatMap(({ terminal }) => (terminal && !terminal.connected && !terminal.retired ? [terminal.displayName] : [])),
  ),
]
