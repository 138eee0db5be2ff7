import type { DeploymentStatus, Rule } from '@steading/contract/rules/rules'
import type { DeployResults } from '../../rules/index.ts'

/** What became of one rule: why it was refused, or how it stood right after. */
export interface DeployMessage<R> {
  readonly rule: R
  readonly refused: string | null
  readonly status: DeploymentStatus
}

/** What is known so far of the rules of an order: the refused first, then those that went wrong at once, then the others. */
export function toDeployMessage<R extends Pick<Rule, 'id' | 'deploymentStatus'>>({
  rules,
  results,
  statuses,
}: {
  readonly rules: readonly R[]
  readonly results: DeployResults
  readonly statuses: ReadonlyMap<string, DeploymentStatus>
}): readonly DeployMessage<R>[] {
  const rank = ({ refused, status }: DeployMessage<R>) => (refused !== null ? 0 : status === 'ERROR' ? 1 : 2)
  return rules
    .flatMap((rule): DeployMessage<R>[] => {
      const refused = results.get(rule.id)
      return refused === undefined ? [] : [{ rule, refused, status: statuses.get(rule.id) ?? rule.deploymentStatus }]
    })
    .toSorted((a, b) => rank(a) - rank(b))
}
