import type { Rule } from '@steading/contract/rules'
import { orderedBy } from '../rules/index.ts'

type Orderable = Pick<Rule, 'isSystemRule' | 'deploymentStatus' | 'ruleVersion' | 'runningVersion' | 'terminal'>

/**
 * Those of a group that are not yet as it is wanted, on a retired box too: what becomes of them is told. What belongs to the
 * system is not ordered by people.
 */
export const orderable = <R extends Orderable>(rules: readonly R[], wanted: boolean): R[] =>
  rules.filter(
    one =>
      !one.isSystemRule &&
      (orderedBy({ ...one, terminal: null })[wanted ? 'deploy' : 'undeploy'] !== undefined || waitsForOther(one, wanted)),
  )

/** The other order is on its way to the box: this one takes it back. */
const waitsForOther = ({ deploymentStatus }: Pick<Rule, 'deploymentStatus'>, wanted: boolean) =>
  deploymentStatus === (wanted ? 'PENDING_UNDEPLOY' : 'PENDING_DEPLOY')
