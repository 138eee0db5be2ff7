import type { Rule, RuleDetails } from '@steading/contract/rules'
import type { Translate } from '@steading/locales/text'
import { to } from '../app/index.ts'
import { valueWords } from '../interfaces/index.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { knownOf } from './known.ts'
import { ruleQuery } from './rules.queries.ts'
import { placedName } from './words.ts'
import './asked.css'

/** A device that a rule leaves behind, and what becomes of it. */
export interface LeftDevice {
  readonly id: string
  readonly name: string
  readonly words: string
}

/**
 * The devices of rules that leave service: each stays as it is, or goes to its value without control. It is named with its place:
 * a list of rules stands at none.
 */
export function leftBy(rules: readonly Pick<RuleDetails, 'interfaces'>[], t: Translate): LeftDevice[] {
  const outputs = rules.flatMap(one => one.interfaces).filter(one => one.role === 'OUT')
  const known = knownOf({ interfaces: outputs }, [])
  const left = outputs.map(({ id, displayName, entity, safeValue }): LeftDevice => ({
    id,
    name: placedName({ displayName, place: entity.displayName }),
    words: safeValue === null ? t('deploy.leavesAsIs') : t('deploy.leavesAt', { value: valueWords(known(id), safeValue, t) }),
  }))
  return [...new Map(left.map(one => [one.id, one])).values()]
}

/** Of rules that shall go out of service, those that control devices and run. An alarm switches off what it has on. */
export async function leftBehind(
  rules: readonly Pick<Rule, 'id' | 'kind' | 'runningVersion'>[],
  t: Translate,
): Promise<LeftDevice[]> {
  const running = rules.filter(one => one.kind !== 'ALARM' && one.runningVersion !== null)
  return leftBy(await Promise.all(running.map(({ id }) => queryClient.fetchQuery(ruleQuery(id)))), t)
}

/** Each with the way to where it is set by hand. */
export function Left({ of }: { of: readonly LeftDevice[] }) {
  const t = useText()
  const may = useMay()
  if (of.length === 0) return null
  return (
    <div className="rule-dependents">
      {t('deploy.leaves')}
      <ul className="asked-list">
        {of.map(({ id, name, words }) => (
          <li key={id}>
            {may('interfaces.read') ? (
              <a href={to('/system/interfaces/details/{interfaceId}', { interfaceId: id })}>{name}</a>
            ) : (
              name
            )}
            : {words}
          </li>
        ))}
      </ul>
    </div>
  )
}
