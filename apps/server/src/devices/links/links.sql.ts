import type { Hello, ShadowUp } from '@steading/contract/box/messages'
import { sql } from 'kysely'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Inserts the link row of a terminal. */
export const insertLink = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .insertInto('terminal_links')
    .values({ terminal_id: terminalId })
    .onConflict(conflict => conflict.doNothing())
    .execute()

/**
 * Begins a session: stores the hello and answers the desired revision. A box with a newer revision than ours (the database was
 * restored) raises the desired one above it, so that it accepts the next. `first_rev`: the first revision made for this
 * terminal; what a box runs at its first hello belongs to another one. `epoch`: journal epoch.
 */
export const beginSession = (work: UnitOfWork, terminalId: string, hello: Hello, epoch: number) =>
  work.sql
    .updateTable('terminal_links')
    .set(eb => ({
      sid: hello.sid,
      connected: true,
      last_communication_at: work.now,
      hello: JSON.stringify(hello),
      epoch,
      reported_rev: hello.rev,
      first_rev: eb.fn.coalesce('first_rev', sql.val(hello.rev === 0 ? 0 : hello.rev + 1)),
      desired_rev: eb
        .case()
        .when('desired_rev', '<', hello.rev)
        .then(hello.rev + 1)
        .else(eb.ref('desired_rev'))
        .end(),
    }))
    .where('terminal_id', '=', terminalId)
    .returning([
      'desired_rev as desiredRev',
      'bad_rev as badRev',
      'reported',
      sql<number>`first_rev`.as('firstRev'),
      sql<boolean>`old.hello is not null and (old.hello -> 'boot', old.hello -> 'epoch')
        <> (new.hello -> 'boot', new.hello -> 'epoch')`.as('restarted'),
    ])
    .executeTakeFirstOrThrow()

/** Did a box ever connect as this terminal? */
export const wasEverConnected = async (work: UnitOfWork, terminalId: string): Promise<boolean> =>
  (await work.sql
    .selectFrom('terminal_links')
    .select('terminal_id')
    .where('terminal_id', '=', terminalId)
    .where('first_rev', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Clears all state of the box for its replacement. */
export const resetLink = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .updateTable('terminal_links')
    .set({
      sid: null,
      connected: false,
      hello: null,
      epoch: null,
      reported: null,
      reported_rev: null,
      bad_rev: null,
      update_to: null,
      update_progress: null,
      update_at: null,
      stalled_at: null,
      first_rev: null,
    })
    .where('terminal_id', '=', terminalId)
    .execute()

export const endSession = (work: UnitOfWork, terminalId: string) =>
  work.sql.updateTable('terminal_links').set({ connected: false, sid: null }).where('terminal_id', '=', terminalId).execute()

/** Ends all sessions at server start. */
export const endAllSessions = (work: UnitOfWork) =>
  work.sql.updateTable('terminal_links').set({ connected: false, sid: null }).where('connected', '=', true).execute()

export interface LastContact {
  readonly terminalId: string
  readonly at: Date
}

export async function updateLastContact(work: UnitOfWork, contacts: readonly LastContact[]) {
  if (contacts.length === 0) return
  await sql`update terminal_links set last_communication_at = contact.at
    from unnest(${contacts.map(one => one.terminalId)}::bigint[], ${contacts.map(one => one.at)}::timestamptz[]) contact (id, at)
    where terminal_id = contact.id and (last_communication_at is null or last_communication_at < contact.at)`.execute(work.sql)
}

/** A provisioned terminal with the fields of audit records. */
export const provisionedTerminal = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .selectFrom('terminals')
    .where(inScope(work, 'terminals.entity_id'))
    .where('id', '=', terminalId)
    .where('provision_status', '<>', 'NOT_PROVISIONED')
    .select(['id', 'entity_id as entityId', 'display_name as displayName'])
    .executeTakeFirst()

/** Terminals whose silence is monitored, with the start of the current silence. */
export const terminalsToWatch = (work: UnitOfWork) =>
  work.sql
    .selectFrom('terminals')
    .innerJoin('terminal_links as link', 'link.terminal_id', 'terminals.id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminals.retired_at', 'is', null)
    .where(eb => eb.or([eb('terminals.provision_status', '<>', 'NOT_PROVISIONED'), eb('link.silent_since', 'is not', null)]))
    .select([
      'terminals.id as terminalId',
      'terminals.entity_id as entityId',
      'terminals.time_out as timeOut',
      'link.silent_since as silentSince',
      'link.last_communication_at as heardAt',
    ])
    .execute()

export const setSilentSince = (work: UnitOfWork, terminalId: string, since: Date | null) =>
  work.sql.updateTable('terminal_links').set({ silent_since: since }).where('terminal_id', '=', terminalId).execute()

/** Raises the desired revision. The row lock serialises concurrent configuration changes. */
export async function raiseRevision(work: UnitOfWork, terminalId: string): Promise<number> {
  const { desired_rev: revision } = await work.sql
    .updateTable('terminal_links')
    .set(eb => ({ desired_rev: eb('desired_rev', '+', 1) }))
    .where('terminal_id', '=', terminalId)
    .returning('desired_rev')
    .executeTakeFirstOrThrow()
  return revision
}

export const terminalRevisions = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .selectFrom('terminal_links')
    .innerJoin('terminals', 'terminals.id', 'terminal_links.terminal_id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminal_id', '=', terminalId)
    .select([
      'terminals.uid',
      'terminal_links.desired_rev as desiredRev',
      'terminal_links.reported_rev as reportedRev',
      'terminal_links.bad_rev as badRev',
    ])
    .executeTakeFirst()

/** Stores a report; answers the first revision that was made for this terminal. */
export const setReported = async (work: UnitOfWork, terminalId: string, report: ShadowUp): Promise<number> => {
  const row = await work.sql
    .updateTable('terminal_links')
    .set({
      reported: JSON.stringify(report),
      reported_rev: report.rev,
      ...(report.bad !== undefined && { bad_rev: sql<number>`greatest(bad_rev, ${report.bad}::int)` }),
    })
    .where('terminal_id', '=', terminalId)
    .returning('first_rev as firstRev')
    .executeTakeFirst()
  return row?.firstRev ?? 0
}

/** Provision status of a terminal, also outside the scope of the caller. */
export const boxStatus = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .selectFrom('boxes')
    .select(['provision_status as provisionStatus', 'retired_at as retiredAt'])
    .where('id', '=', terminalId)
    .executeTakeFirst()

/** Allocates the next command number of a box. */
export async function nextCommandNumber(work: UnitOfWork, terminalId: string): Promise<number> {
  const { command_n: n } = await work.sql
    .updateTable('terminal_links')
    .set(eb => ({ command_n: eb('command_n', '+', '1') }))
    .where('terminal_id', '=', terminalId)
    .returning('command_n')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Numbers that a restore skips: more than a box gets commands between two backups. */
const SKIPPED_COMMANDS = 1_000_000

/** After a restore: boxes may have accepted numbers that the database does not know. */
export const skipCommandNumbers = (work: UnitOfWork) =>
  work.sql
    .updateTable('terminal_links')
    .set(eb => ({ command_n: eb('command_n', '+', String(SKIPPED_COMMANDS)) }))
    .execute()

/** Allocates the next interface index of a terminal. */
export async function nextInterfaceIndex(work: UnitOfWork, terminalId: string): Promise<number> {
  const { next_ix: next } = await work.sql
    .updateTable('terminal_links')
    .set(eb => ({ next_ix: eb('next_ix', '+', 1) }))
    .where('terminal_id', '=', terminalId)
    .returning('next_ix')
    .executeTakeFirstOrThrow()
  return next - 1
}
