import type { Rule } from '@steading/contract/rules/rules'
import type { Translate } from '@steading/locales/text'
import { queryClient } from '../../platform/api/queries.ts'
import { inChargeQuery } from '../../outbox/index.ts'

type DeployableRule = Pick<Rule, 'kind' | 'deploymentStatus' | 'sector' | 'rootEntity'>

/** Of alarms that go off: the risk, where nobody but who does it would hear of that. */
export async function unattendedAlarmWords(rules: readonly DeployableRule[], by: string, t: Translate): Promise<string[]> {
  const places = rules
    .filter(rule => rule.kind === 'ALARM' && rule.deploymentStatus !== 'UNDEPLOYED')
    .map(({ sector, rootEntity }) => (sector ?? rootEntity).id)
  const inCharge = await Promise.all(places.map(id => queryClient.fetchQuery(inChargeQuery(id, by))))
  const unheard = inCharge.filter(({ people, hidden }) => people.length + hidden === 0).length
  if (unheard === 0) return []
  return [rules.length === 1 ? t('deploy.nobodyElse') : t('deploy.nobodyElseOfSome', { count: unheard })]
}
