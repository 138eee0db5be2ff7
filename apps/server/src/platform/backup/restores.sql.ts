import type pg from 'pg'
import type { UnitOfWork } from '../database/unitOfWork.ts'

/** Marks a database as restored. `takenAt`: time of the backup; null if it was recovered by other means. */
export const insertRestore = (client: pg.ClientBase, { takenAt, restoredAt }: { takenAt: Date | null; restoredAt: Date }) =>
  client.query('insert into restores (taken_at, restored_at) values ($1, $2)', [takenAt, restoredAt])

/** Settles open restores; the number of them. */
export async function settleRestores(work: UnitOfWork): Promise<number> {
  const { numUpdatedRows } = await work.sql
    .updateTable('restores')
    .set({ settled_at: work.now })
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
