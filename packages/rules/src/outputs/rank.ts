import type { RuleTemplate } from '@steading/contract/rules/body'

/** Ranks of those who write outputs, the strongest last. Boxes and rules share this order. */
export const RANKS = ['scheduler', 'control', 'manual', 'forced', 'alarm'] as const
export type Rank = (typeof RANKS)[number]

const RANK_BY_TEMPLATE: { readonly [T in RuleTemplate]?: Rank } = {
  SCHEDULER: 'scheduler',
  FORCED_SCHEDULER: 'forced',
  ALARM_WITH_ACTUATION: 'alarm',
}

/** Rank of a rule's writes; every other template has the rank `control`. */
export const rankOf = (template: RuleTemplate): Rank => RANK_BY_TEMPLATE[template] ?? 'control'

export const outranks = (a: Rank, b: Rank): boolean => RANKS.indexOf(a) > RANKS.indexOf(b)
