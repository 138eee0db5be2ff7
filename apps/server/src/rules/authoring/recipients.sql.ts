import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Number of rules that notify this user by name, and of those that notify nobody else. */
export async function rulesThatName(work: UnitOfWork, userId: string): Promise<{ count: number; alone: number }> {
  const named = JSON.stringify({ actionConfigurations: [{ properties: { usersList: [userId] } }] })
  return work.sql
    .selectFrom('rules')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) filter (where not exists (
        select 1 from jsonb_array_elements(event -> 'actionConfigurations') one
        where coalesce(one ->> 'status', 'ACTIVE') = 'ACTIVE'
          and ((one ->> 'notifyResponsible')::boolean or jsonb_array_length(one -> 'properties' -> 'contactsList') > 0
            or (one -> 'properties' -> 'usersList') - ${userId}::text <> '[]')))::int`.as('alone'),
    ])
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`event @> ${named}::jsonb`)
    .where(inScope(work, 'rules.entity_id'))
    .executeTakeFirstOrThrow()
}
