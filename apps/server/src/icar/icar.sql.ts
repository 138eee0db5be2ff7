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
