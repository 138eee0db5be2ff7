import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Tables whose rows come in pairs: a transfer has an exit and an entry of the same transfer_id. */
export type MovementTable = 'animal_movements' | 'feed_movements'

/** Ids for rows that are inserted with `overriding system value`: both halves of a transfer name the id of its exit. */
export async function nextMovementIds(work: UnitOfWork, table: MovementTable, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select nextval(pg_get_serial_sequence(${table}, 'id'))::text as id
    from generate_series(1, ${count}::int)`.execute(work.sql)
  return rows.map(({ id }) => id)
}

/** Marks the figures of batches as out of date. Their version stays: it guards what people edit of a batch. */
export const raiseRevisions = (work: UnitOfWork, batchIds: readonly string[]) =>
  work.sql
    .updateTable('batches')
    .set({ revision: sql<number>`revision + 1` })
    .where('id', 'in', [...batchIds])
    .execute()

/** Totals of a batch's animal movements, as its columns. */
export interface AnimalTotals {
  readonly total_entry: number
  readonly total_mortality: number
  readonly total_exit: number
  readonly total_exit_pending: number
  /** kg */
  readonly entry_weight: number
  readonly exit_weight: number
  /** Days since 1970-01-01. */
  readonly birth_day: number | null
  readonly first_entry_at: Date | null
  readonly last_movement_at: Date | null
}

export const updateAnimalTotals = (work: UnitOfWork, batchId: string, totals: AnimalTotals) =>
  work.sql.updateTable('batches').set(totals).where('id', '=', batchId).execute()

/** The code of a batch within a subtree whose pending transfer, of animals or feed, leads out of it or into it. */
export async function pendingTransferAcross(work: UnitOfWork, path: string): Promise<string | undefined> {
  const halves = (table: MovementTable) => sql`select batch.code, home.path <@ ${path}::ltree as is_within, movement.transfer_id
    from ${sql.table(table)} movement join batches batch on batch.id = movement.batch_id join entities home on home.id = batch.entity_id
    where movement.pending and movement.transfer_id is not null`
  const across = (table: MovementTable) => sql`select min(code) filter (where is_within) as code from (${halves(table)}) half
    group by transfer_id having bool_or(is_within) and not bool_and(is_within)`
  const { rows } = await sql<{ code: string }>`${across('animal_movements')} union all ${across('feed_movements')}
    order by code limit 1`.execute(work.sql)
  return rows[0]?.code
}
