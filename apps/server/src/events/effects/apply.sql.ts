import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { FrozenCause } from '../cause.ts'

/** Late data: moves the open date back when the opening arrives after later effects. */
export const moveOpenDateBack = (work: UnitOfWork, id: string, date: Date) =>
  work.sql.updateTable('events').set({ open_date: date }).where('id', '=', id).where('open_date', '>', date).execute()

/** Sets all causes of the opening, and the entity that follows from them. */
export const setCauses = (work: UnitOfWork, id: string, entityId: string, causes: readonly FrozenCause[]) =>
  work.sql
    .updateTable('events')
    .set({
      causes: JSON.stringify(causes),
      entity_id: entityId,
      batch_id: sql<string | null>`find_batch(${entityId}, open_date)`,
    })
    .where('id', '=', id)
    .execute()
