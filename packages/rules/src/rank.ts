import type { RuleTemplate } from '@steading/contract/rulebody'

/** Who may have an output, the strongest last: the one table that boxes and rules go by. */
export const RANKS = ['scheduler', 'control', 'manual', 'forced', 'alarm'] as const
export type Rank = (typeof RANKS)[number]

const ranks: { readonly [T in RuleTemplate]?: Rank } = {
  SCHEDULER: 'scheduler',
  FORCED_SCHEDULER: 'forced',
  ALARM_WITH_ACTUATION: 'alarm',
}

/** The rank of a rule's writes; all that is neither alarm nor scheduler controls. */
export const rankOf = (template: RuleTemplate): Rank => ranks[template] ?? 'control'

export const outranks = (a: Rank, b: Rank): boolean => RANKS.indexOf(a) > RANKS.indexOf(b)
