import { sql } from 'kysely'
import { atOrBelow } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/**
 * Reassigns the events of a house after the dates of a batch changed, or before it is deleted: each event belongs to the batch of its
 * open date. Manual assignments stay. Each reassignment is recorded as a change of the event.
 */
export const reassignEventsToBatch = (
  { actor, now, withSystemScope }: UnitOfWork,
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
  return withSystemScope(whole =>
    sql`with placed as (
        select events.id, batch_id as before, find_batch(events.entity_id, open_date, ${without}) as after from events
        where not batch_assigned_manually and category not like 'HELPDESK%'
          and (batch_id = ${id}
            or open_date >= ${openDate} and open_date < coalesce(${closeDate}::timestamptz, 'infinity')
              and ${atOrBelow(sql.ref('events.entity_id'), entityId)})),
      moved as (
        update events set batch_id = placed.after from placed
        where events.id = placed.id and placed.before is distinct from placed.after
        returning events.id, events.status, placed.before, placed.after)
      insert into event_changes (event_id, status, user_id, date, is_note, batch_from, batch_to, batch_entity_id)
      select moved.id, moved.status, ${actor.id}, ${now}, true, ${code('moved.before')}, ${code('moved.after')}, ${entityId}
      from moved`.execute(whole.sql),
  )
}
