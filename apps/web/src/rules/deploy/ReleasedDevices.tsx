import type { Rule, RuleDetails } from '@steading/contract/rules/rules'
import type { Translate } from '@steading/locales/text'
import { to } from '../../platform/navigation/paths.ts'
import { valueWords } from '../../interfaces/index.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { createInterfaceLookup } from '../describe/interfaceLookup.ts'
import { ruleQuery } from '../rules.queries.ts'
import { nameWithPlace } from '../words.ts'
import './deploy.css'

/** A device that is no longer controlled after its rule is undeployed, and the state it goes to. */
export interface ReleasedDevice {
  readonly id: string
  readonly name: string
  readonly words: string
}

/**
 * The devices of rules that leave service: each stays as it is, or goes to its value without control. It is named with its place:
 * a list of rules stands at none.
 */
export function releasedBy(rules: readonly Pick<RuleDetails, 'interfaces'>[], t: Translate): ReleasedDevice[] {
  const outputs = rules.flatMap(rule => rule.interfaces).filter(iface => iface.role === 'OUT')
  const known = createInterfaceLookup({ interfaces: outputs }, [])
  const left = outputs.map(({ id, displayName, entity, safeValue }): ReleasedDevice => ({
    id,
    name: nameWithPlace({ displayName, place: entity.displayName }),
    words: safeValue === null ? t('deploy.leavesAsIs') : t('deploy.leavesAt', { value: valueWords(known(id), safeValue, t) }),
  }))
  return [...new Map(left.map(device => [device.id, device])).values()]
}

/** Of rules that shall go out of service, those that control devices and run. An alarm switches off what it has on. */
export async function fetchReleasedDevices(
  rules: readonly Pick<Rule, 'id' | 'kind' | 'runningVersion'>[],
  t: Translate,
): Promise<ReleasedDevice[]> {
  const running = rules.filter(rule => rule.kind !== 'ALARM' && rule.runningVersion !== null)
  return releasedBy(await Promise.all(running.map(({ id }) => queryClient.fetchQuery(ruleQuery(id)))), t)
}

/** Each with the way to where it is set by hand. */
export function ReleasedDevices({ devices }: { devices: readonly ReleasedDevice[] }) {
  const t = useText()
  const may = useMay()
  if (devices.length === 0) return null
  return (
    <div className="rule-dependents">
      {t('deploy.leaves')}
      <ul className="asked-list">
        {devices.map(({ id, name, words }) => (
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
