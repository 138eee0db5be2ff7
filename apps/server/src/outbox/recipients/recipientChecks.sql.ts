import { within } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Those of these users that the actor may see. */
export async function visibleUsers(work: UnitOfWork, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await work.sql
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where(eb => eb.or([within(work.actor, eb.ref('users.entity_id')), eb('id', '=', work.actor.id)]))
    .execute()
  return rows.map(row => row.id)
}
