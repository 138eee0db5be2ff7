import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** How many rules tell this person by name. */
export async function rulesThatName(work: Work, userId: string): Promise<number> {
  const named = JSON.stringify({ actionConfigurations: [{ properties: { usersList: [userId] } }] })
  const { count } = await work.sql
    .selectFrom('rules')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`event @> ${named}::jsonb`)
    .where(inScope(work, 'rules.entity_id'))
    .executeTakeFirstOrThrow()
  return count
}
