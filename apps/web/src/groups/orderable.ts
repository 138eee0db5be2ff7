import type { Rule } from '@steading/contract/rules'
import { isDue } from '../rules/index.ts'

/** Those of a group that are not yet as it is wanted. What belongs to the system is not ordered by people. */
export const orderable = <R extends Parameters<typeof isDue>[0] & Pick<Rule, 'isSystemRule'>>(
  rules: readonly R[],
  wanted: boolean,
): R[] => rules.filter(one => !one.isSystemRule && isDue(one, wanted))
