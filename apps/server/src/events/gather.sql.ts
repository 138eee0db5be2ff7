import { sql } from 'kysely'
import { atOrBelow } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/**
 * What happened in a house belongs to the batch that was there then: after the days of one changed, or it is gone, every batch
 * gets what is its own, and loses what is not. Of what people said a batch, or none, that stays.
 */
export async function gatherEvents(
  work: Work,
  { id, entityId, openDate, closeDate }: { id: string; entityId: string; openDate: Date; closeDate: Date | null },
): Promise<void> {
  await sql`update events set batch_id = batch_at(events.entity_id, open_date)
    where not batch_said and category not like 'HELPDESK%' and batch_id is distinct from batch_at(events.entity_id, open_date)
      and (batch_id = ${id}
        or open_date >= ${openDate} and open_date < coalesce(${closeDate}::timestamptz, 'infinity')
          and ${atOrBelow(sql.ref('events.entity_id'), entityId)})`.execute(work.sql)
}
