import type { RuleBody } from '@steading/contract/rulebody'
import type { State } from './state.ts'
import { templateOf } from './templates/index.ts'

/** Outputs that a rule has now: while it does, weaker rules leave them alone. To be asked after each step. */
export const claimsOf = (body: RuleBody, state: State): readonly string[] => {
  const template = templateOf(body)
  return template.claims?.(body, state) ?? template.writes(body)
}
