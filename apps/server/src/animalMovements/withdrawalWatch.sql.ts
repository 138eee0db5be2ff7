import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** A sale of animals. */
export interface Sale {
  readonly id: string
  readonly batchId: string
  readonly batchCode: string
  readonly entityId: string
  readonly timeZone: string
  readonly at: Date
}

/** Sales since an instant of animals that were fed medicated feed before, in their batch or in one that animals came from. */
export async function recentSales(work: UnitOfWork, since: Date): Promise<Sale[]> {
  const { rows } = await sql<Sale>`with recursive fed as (
      select feed.batch_id, min(feed.at) as at from feed_movements feed
        join feed_types on feed_types.id = feed.feed_type_id and feed_types.medicated
        where feed.action = 'ENTRY' and not feed.pending group by feed.batch_id
      union
      select entry.batch_id, fed.at from fed
        join animal_movements origin on origin.batch_id = fed.batch_id and origin.action = 'EXIT' and not origin.pending
          and origin.transfer_id is not null and origin.at >= fed.at
        join animal_movements entry on entry.transfer_id = origin.transfer_id and entry.action = 'ENTRY')
    select sale.id::text as id, batches.id::text as "batchId", batches.code as "batchCode",
      batches.entity_id::text as "entityId", house.time_zone as "timeZone", sale.at
    from animal_movements sale join batches on batches.id = sale.batch_id join entities house on house.id = batches.entity_id
    where sale.action_type = 'EXTERNAL_SALE' and not sale.pending and sale.at >= ${since}
      and exists (select 1 from fed where fed.batch_id = sale.batch_id and fed.at <= sale.at)
    order by sale.id`.execute(work.sql)
  return rows
}

/** Sales with an event of their withdrawal period: open, or closed by a person, who knows of it. */
export async function reportedSales(work: UnitOfWork) {
  const { rows } = await sql<{ id: string; isOpen: boolean }>`select subject_id as id, status <> 'CLOSED' as "isOpen" from events
    where problem = 'WITHDRAWAL_BROKEN' and (status <> 'CLOSED' or closed_by is not null)`.execute(work.sql)
  return rows
}
