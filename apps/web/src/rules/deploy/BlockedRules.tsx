import type { Conflict, Dependent } from '@steading/contract/rules/rules'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { dependentsQuery } from '../rules.queries.ts'
import type { DependentRules, DeploymentPlan, DeployableRule } from './deploymentPlan.ts'
import { ruleName, nameWithPlace, ruleHref } from '../words.ts'
import './deploy.css'

const namesOf = (rules: readonly DeployableRule[]) => rules.map(ruleName)

/** Rules that need what others alone write, each with the way to it. `stays`: those others; absent: one that is known. */
export function DependentList({
  dependents: item,
  stays,
}: {
  dependents: DependentRules
  stays?: readonly DeployableRule[] | undefined
}) {
  const t = useText()
  const { dependents, unseen } = item
  if (dependents.length + unseen === 0) return null
  const names = stays && new Intl.ListFormat(t.language).format(namesOf(stays))
  return (
    <div className="rule-dependents">
      {names === undefined ? t('deploy.neededBy') : t('deploy.staysFor', { count: stays!.length, names })}
      <ul className="asked-list">
        {dependents.map(dependent => (
          <li key={dependent.id}>
            <a href={ruleHref(dependent)}>{nameWithPlace(dependent)}</a>
          </li>
        ))}
        {unseen > 0 && <li>{t(dependents.length > 0 ? 'deploy.neededUnseenToo' : 'deploy.neededUnseen', { count: unseen })}</li>}
      </ul>
    </div>
  )
}

/** Those of a rule whose order was refused for them. */
export function RuleDependents({ id }: { id: string }) {
  const { data } = useQuery(dependentsQuery([id]))
  return data ? <DependentList dependents={data} /> : null
}

/** Those that stay as they are, and why. `alone`: there is but one, and its name is said already. */
export function BlockedRules({
  plan: { needed, dependents, retired, conflicting, conflicts },
  isSingle = false,
}: {
  plan: DeploymentPlan<DeployableRule>
  isSingle?: boolean
}) {
  const t = useText()
  const list = new Intl.ListFormat(t.language)
  const boxes = [...new Set(retired.flatMap(rule => rule.terminal?.displayName ?? []))]
  const names = list.format(namesOf(retired))
  return (
    <>
      {retired.length > 0 && <p>{t('deploy.retired', { count: retired.length, names, terminals: list.format(boxes) })}</p>}
      {conflicting.length > 0 && (
        <ConflictingRules names={list.format(namesOf(conflicting))} count={conflicting.length} conflicts={conflicts} />
      )}
      <DependentList dependents={dependents} stays={isSingle ? undefined : needed} />
    </>
  )
}

/** Rules in service that drive the devices of others which cannot enter, each with the way to it. */
function ConflictingRules({ names, count, conflicts }: { names: string; count: number; conflicts: readonly Conflict[] }) {
  const t = useText()
  const rivals = new Map(conflicts.flatMap(conflict => (conflict.with ? [[conflict.with.id, conflict.with] as const] : [])))
  return (
    <div className="rule-dependents">
      {t('deploy.barredBy', { count, names })}
      <ul className="asked-list">
        {[...rivals.values()].map((rule: Dependent) => (
          <li key={rule.id}>
            <a href={ruleHref(rule)}>{nameWithPlace(rule)}</a>
          </li>
        ))}
        {conflicts.some(conflict => conflict.with === null) && (
          <li>{t('deploy.neededUnseen', { count: conflicts.filter(conflict => conflict.with === null).length })}</li>
        )}
      </ul>
    </div>
  )
}
