import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { EventRow } from './events.sql.ts'

/**
 * Did a rule open it? Then its key begins with the rule's number. What the platform itself noticed may name a rule, too; a
 * category says nothing: people change it.
 */
export const isOfRule = ({ rule_id: ruleId, key }: Pick<EventRow, 'rule_id' | 'key'>): boolean =>
  ruleId !== null && (key?.startsWith(`${ruleId}:`) ?? false)

/** The same, of a row of `events`. */
export const ofRule = sql<SqlBool>`events.key like events.rule_id || ':%'`
