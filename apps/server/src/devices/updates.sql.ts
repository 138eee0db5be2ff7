import type { Update } from '@steading/contract/box'
import { sql } from 'kysely'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** Writes an update down where it got on: another version, or more of it done. Answers whether it did. */
export const writeProgress = async (work: Work, terminalId: string, { to, done }: Update) => {
  const row = await work.sql
    .updateTable('terminal_links')
    .set({ update_to: to, update_done: done, update_at: work.now, stalled_at: null })
    .where('terminal_id', '=', terminalId)
    .where(eb => eb.or([eb('update_to', 'is distinct from', to), eb('update_done', '<', done)]))
    .returning('terminal_id')
    .executeTakeFirst()
  return row !== undefined
}

/** No update is under way any more. Answers whether one was. */
export const endUpdate = async (work: Work, terminalId: string) => {
  const row = await work.sql
    .updateTable('terminal_links')
    .set({ update_to: null, update_done: null, update_at: null, stalled_at: null })
    .where('terminal_id', '=', terminalId)
    .where('update_to', 'is not', null)
    .returning('terminal_id')
    .executeTakeFirst()
  return row !== undefined
}

const terminals = (work: Work) =>
  work.sql
    .selectFrom('terminals')
    .innerJoin('terminal_links as link', 'link.terminal_id', 'terminals.id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminals.provision_status', '=', 'UPDATING')
    .select(['terminals.id', 'terminals.entity_id as entityId', 'terminals.display_name as displayName'])

/** A terminal that is being updated. */
export const updating = (work: Work, terminalId: string) =>
  terminals(work).where('terminals.id', '=', terminalId).executeTakeFirst()

/** Terminals whose update has not got on since an instant. */
export const stalled = (work: Work, since: Date) =>
  terminals(work)
    .where(sql<Date>`coalesce(link.update_at, terminals.updated_at, terminals.created_at)`, '<=', since)
    .execute()

export const setStalled = (work: Work, terminalId: string) =>
  work.sql.updateTable('terminal_links').set({ stalled_at: work.now }).where('terminal_id', '=', terminalId).execute()
