import type { Dependent, Rule } from '@steading/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { dependentsQuery } from './rules.queries.ts'
import { ruleHref } from './words.ts'

/** Rules that need what another alone writes, each with the way to it. */
export function Dependents({ of }: { of: readonly Dependent[] }) {
  const t = useText()
  if (of.length === 0) return null
  return (
    <div className="rule-dependents">
      {t('deploy.neededBy')}
      <ul className="asked-list">
        {of.map(one => (
          <li key={one.id}>
            <a href={ruleHref(one)}>{one.displayName}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Those of a rule whose order was refused for them. */
export function DependentsOf({ id }: { id: string }) {
  return <Dependents of={useQuery(dependentsQuery(id)).data ?? []} />
}

/** Of rules that shall go out of service: who needs them, and does not go with them. */
export async function dependentsOf(rules: readonly Pick<Rule, 'id' | 'deploymentStatus'>[]): Promise<readonly Dependent[]> {
  const asked = rules.filter(one => one.deploymentStatus !== 'UNDEPLOYED')
  const found = await Promise.all(asked.map(({ id }) => queryClient.fetchQuery(dependentsQuery(id))))
  const byId = new Map(found.flat().map(one => [one.id, one]))
  for (const { id } of rules) byId.delete(id)
  return [...byId.values()]
}
