import type { Rule } from '@steading/contract/rules/rules'
import { needsOrder } from '../../rules/index.ts'

/** Those of a group that are not yet as it is wanted. What belongs to the system is not ordered by people. */
export const orderable = <R extends Parameters<typeof needsOrder>[0] & Pick<Rule, 'isSystemRule'>>(
  rules: readonly R[],
  desired: boolean,
): R[] => rules.filter(rule => !rule.isSystemRule && needsOrder(rule, desired))
