import type { Rule } from '@steading/contract/rules/rules'

/** Which rules are to go into a group, and which out of it. */
export interface Turned {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

type Member = Pick<Rule, 'id' | 'ruleGroups'>

const wasIn = ({ ruleGroups }: Member, groupId: string) => ruleGroups.some(ruleGroup => ruleGroup.id === groupId)

/** Whether a rule will be in the group. */
export const isMember = (rule: Member, groupId: string, { add, remove }: Turned): boolean =>
  wasIn(rule, groupId) ? !remove.includes(rule.id) : add.includes(rule.id)

/** One is ticked, or not any more; what is as it was is no change. */
export function turned({ add, remove }: Turned, rule: Member, groupId: string, on: boolean): Turned {
  const others = { add: add.filter(id => id !== rule.id), remove: remove.filter(id => id !== rule.id) }
  if (on === wasIn(rule, groupId)) return others
  return on ? { ...others, add: [...others.add, rule.id] } : { ...others, remove: [...others.remove, rule.id] }
}
