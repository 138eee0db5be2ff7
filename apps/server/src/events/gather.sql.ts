import { sql } from 'kysely'
import { atOrBelow } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/**
 * What happened in a house belongs to the batch that was there then: after the days of one changed, or before it is deleted,
 * every batch gets what is its own, and loses what is not. Of what people said a batch, or none, that stays. Each event that
 * moves says so in its history.
 */
export const gatherEvents = (
  { actor, now, beyond }: Work,
  {
    id,
    entityId,
    openDate,
    closeDate,
    isGone = false,
  }: { id: string; entityId: string; openDate: Date; closeDate: Date | null; isGone?: boolean },
): Promise<unknown> => {
  const without = isGone ? id : null
  const code = (column: string) => sql`(select code from batches where batches.id = ${sql.ref(column)})`
  return beyond(whole =>
    sql`with placed as (
        select events.id, batch_id as before, batch_at(events.entity_id, open_date, ${without}) as after from events
        where not batch_said and category not like 'HELPDESK%'
          and (batch_id = ${id}
            or open_date >= ${openDate} and open_date < coalesce(${closeDate}::timestamptz, 'infinity')
              and ${atOrBelow(sql.ref('events.entity_id'), entityId)})),
      moved as (
        update events set batch_id = placed.after from placed
        where events.id = placed.id and placed.before is distinct from placed.after
        returning events.id, events.status, placed.before, placed.after)
      insert into event_changes (event_id, status, user_id, date, note, batch_from, batch_to, batch_place)
      select moved.id, moved.status, ${actor.id}, ${now}, true, ${code('moved.before')}, ${code('moved.after')}, ${entityId}
      from moved`.execute(whole.sql),
  )
}
