import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** What the platform's own box measures: that it lives. No history is kept of it, and nobody finds it. */
export const insertOwnInterface = (
  work: UnitOfWork,
  at: { readonly terminalId: string; readonly entityId: string; readonly ix: number },
) =>
  work.sql
    .insertInto('interfaces')
    .values({
      terminal_id: at.terminalId,
      entity_id: at.entityId,
      ix: at.ix,
      display_name: 'Heartbeat',
      is_internal: true,
      category: 'TEXT_STATE',
      data_type: 'STRING',
      direction: 'IN',
      address: 'heartbeat',
      every: 20,
      history: 'NO_HISTORY',
    })
    .execute()
