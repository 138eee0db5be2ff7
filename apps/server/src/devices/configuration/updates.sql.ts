import type { Update } from '@steading/contract/box/messages'
import { sql } from 'kysely'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Stores progress of an update: another version or a higher percentage. False if it made none. */
export const writeProgress = async (work: UnitOfWork, terminalId: string, { to, done }: Update) => {
  const row = await work.sql
    .updateTable('terminal_links')
    .set({ update_to: to, update_progress: done, update_at: work.now, stalled_at: null })
    .where('terminal_id', '=', terminalId)
    .where(eb => eb.or([eb('update_to', 'is distinct from', to), eb('update_progress', '<', done)]))
    .returning('terminal_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Clears the update of a terminal. False if none was running. */
export const endUpdate = async (work: UnitOfWork, terminalId: string) => {
  const row = await work.sql
    .updateTable('terminal_links')
    .set({ update_to: null, update_progress: null, update_at: null, stalled_at: null })
    .where('terminal_id', '=', terminalId)
    .where('update_to', 'is not', null)
    .returning('terminal_id')
    .executeTakeFirst()
  return row !== undefined
}

const updatingTerminals = (work: UnitOfWork) =>
  work.sql
    .selectFrom('terminals')
    .innerJoin('terminal_links as link', 'link.terminal_id', 'terminals.id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminals.provision_status', '=', 'UPDATING')
    .select(['terminals.id', 'terminals.entity_id as entityId', 'terminals.display_name as displayName'])

/** The terminal, if it is UPDATING. */
export const updatingTerminal = (work: UnitOfWork, terminalId: string) =>
  updatingTerminals(work).where('terminals.id', '=', terminalId).executeTakeFirst()

/** Terminals whose update made no progress since an instant. */
export const stalledTerminals = (work: UnitOfWork, since: Date) =>
  updatingTerminals(work)
    .where(sql<Date>`coalesce(link.update_at, terminals.updated_at, terminals.created_at)`, '<=', since)
    .execute()

export const setStalled = (work: UnitOfWork, terminalId: string) =>
  work.sql.updateTable('terminal_links').set({ stalled_at: work.now }).where('terminal_id', '=', terminalId).execute()
