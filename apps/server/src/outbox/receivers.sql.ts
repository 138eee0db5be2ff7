import { within } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** Those of these people whom the actor sees. */
export async function inSightOf(work: Work, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await work.sql
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where(eb => eb.or([within(work.actor, eb.ref('users.entity_id')), eb('id', '=', work.actor.id)]))
    .execute()
  return rows.map(one => one.id)
}
