import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** Those of the interfaces that are in reach. */
export async function interfacesInReach(work: UnitOfWork, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await work.sql
    .selectFrom('interfaces')
    .select('id')
    .where(inScope(work, 'interfaces.entity_id'))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(row => row.id)
}

/** Undefined for a terminal out of reach. */
export async function provisionStatus(work: UnitOfWork, terminalId: string): Promise<string | undefined> {
  const row = await work.sql
    .selectFrom('terminals')
    .select('provision_status')
    .where(inScope(work, 'terminals.entity_id'))
    .where('id', '=', terminalId)
    .executeTakeFirst()
  return row?.provision_status
}
