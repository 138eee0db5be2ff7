import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** ICAR reason and method of causes of death by their id. */
export async function icarCodes(work: UnitOfWork, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { reason: string | null; method: string | null }>()
  const rows = await work.sql
    .selectFrom('death_reasons')
    .select(['id', 'icar_reason as reason', 'icar_method as method'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, ...codes }) => [id, codes]))
}

/** An event as its source names it; `source` is empty where it is unknown. */
export interface EventIdentity {
  readonly source: string
  readonly id: string
}

/** The imported events of a batch whose movement or weighing is still there; `movementId` is null for a weighing. */
export const importedEvents = (work: UnitOfWork, batchId: string) =>
  work.sql
    .selectFrom('imported_events')
    .select(['source', 'event_id as id', 'animal_movement_id as movementId'])
    .where('batch_id', '=', batchId)
    .execute()

export const insertImportedEvent = (
  work: UnitOfWork,
  batchId: string,
  { source, id }: EventIdentity,
  booked: { readonly animal_movement_id: string } | { readonly weighing_id: string },
) =>
  work.sql
    .insertInto('imported_events')
    .values({ batch_id: batchId, source, event_id: id, ...booked })
    .execute()
