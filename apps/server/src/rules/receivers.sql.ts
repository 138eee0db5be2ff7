import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { inScope, within } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** Those of these people whom the actor sees. */
export async function inSightOf(work: Work, ids: readonly string[]): Promise<string[]> {
  const rows = await work.sql
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(eb => eb.or([within(work.actor, eb.ref('users.entity_id')), eb('id', '=', work.actor.id)]))
    .execute()
  return rows.map(one => one.id)
}

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
