import type { Dependent, Rule } from '@steading/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { type Leaving, leavingOf } from './leaving.ts'
import { dependentsQuery } from './rules.queries.ts'
import { ruleHref } from './words.ts'

/** Rules that need what others alone write, each with the way to it. `stays`: those others; absent: one that is known. */
export function Dependents({
  of,
  stays,
}: {
  of: readonly Dependent[]
  stays?: readonly Pick<Rule, 'displayName'>[] | undefined
}) {
  const t = useText()
  if (of.length === 0) return null
  const names = stays && new Intl.ListFormat(t.language).format(stays.map(one => one.displayName))
  return (
    <div className="rule-dependents">
      {names === undefined ? t('deploy.neededBy') : t('deploy.staysFor', { count: stays!.length, names })}
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

/** Of rules that shall go out of service: who goes, and who stays for whom. */
export async function whoLeaves<R extends Pick<Rule, 'id' | 'deploymentStatus'>>(rules: readonly R[]): Promise<Leaving<R>> {
  const asked = rules.filter(one => one.deploymentStatus !== 'UNDEPLOYED')
  const found = await Promise.all(asked.map(async ({ id }) => [id, await queryClient.fetchQuery(dependentsQuery(id))] as const))
  return leavingOf(rules, new Map(found))
}
