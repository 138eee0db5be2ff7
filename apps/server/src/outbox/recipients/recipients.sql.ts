import { sql } from 'kysely'
import { createBatchLoader, groupByPosition } from '../../platform/database/batchLoader.ts'
import { notationColumns } from '../../platform/database/sql/notation.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Recipient } from './recipients.ts'

/** The users among these ids who are active and may see the entity. */
export async function recipientsById(work: UnitOfWork, ids: readonly string[], entityId: string): Promise<Recipient[]> {
  return ids.length === 0 ? [] : loadRecipients(work, { ids, entityId })
}
const loadRecipients = createBatchLoader(
  async (work, all: readonly { readonly ids: readonly string[]; readonly entityId: string }[]) => {
    const each = all.flatMap(({ ids, entityId }, at) => ids.map(id => ({ at: at + 1, id, entityId })))
    const { rows } = await sql<Recipient & { at: number }>`
    select distinct at, u.id as "userId", u.email::text as email, u.phone, u.language, ${notationColumns('u')}, u.time_zone as "timeZone", u.notifications
    from unnest(${each.map(one => one.at)}::int[], ${each.map(one => one.id)}::bigint[], ${each.map(one => one.entityId)}::bigint[])
        as asked (at, id, entity_id)
      join entities place on place.id = asked.entity_id
      join users u on u.id = asked.id and u.status = 'ACTIVE' and user_can_see(u.id, place.path)
    order by at, "userId"`.execute(work.sql)
    return groupByPosition<Recipient & { at: number }>(all, rows)
  },
)

/** Time zone of an entity, for recipients without a profile. */
export const timeZoneOf = createBatchLoader(async (work, all: readonly string[]) => {
  const found = await work.sql
    .selectFrom('entities')
    .select(['id', 'time_zone'])
    .where('id', '=', sql<string>`any(${[...all]}::bigint[])`)
    .execute()
  const zones = new Map(found.map(entity => [entity.id, entity.time_zone]))
  return all.map(id => zones.get(id)!) // safe: the event stands there
})
