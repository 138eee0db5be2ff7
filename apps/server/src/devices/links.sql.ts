import type { Hello, ShadowUp } from '@steading/contract/box'
import { sql } from 'kysely'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** The place where the link writes; made with the terminal. */
export const insertLink = (work: Work, terminalId: string) =>
  work.sql
    .insertInto('terminal_links')
    .values({ terminal_id: terminalId })
    .onConflict(conflict => conflict.doNothing())
    .execute()

/**
 * A session begins: what the box says of itself, and in return what is wanted of it. A box that runs a newer revision than is
 * known here (the database was restored) raises the wanted one above it, so that it will take what it is sent. What it runs when
 * it comes for the first time was made for another place. `epoch` as the journal knows it.
 */
export const beginSession = (work: Work, terminalId: string, hello: Hello, epoch: number) =>
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

/** Did the box ever come to this place? */
export const hasCome = async (work: Work, terminalId: string): Promise<boolean> =>
  (await work.sql
    .selectFrom('terminal_links')
    .select('terminal_id')
    .where('terminal_id', '=', terminalId)
    .where('first_rev', 'is not', null)
    .executeTakeFirst()) !== undefined

/** A new box knows nothing, and nothing is known of it. */
export const forgetBox = (work: Work, terminalId: string) =>
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
      update_done: null,
      update_at: null,
      stalled_at: null,
      first_rev: null,
    })
    .where('terminal_id', '=', terminalId)
    .execute()

export const endSession = (work: Work, terminalId: string) =>
  work.sql.updateTable('terminal_links').set({ connected: false, sid: null }).where('terminal_id', '=', terminalId).execute()

/** Nobody is connected to a server that has just started. */
export const endAllSessions = (work: Work) =>
  work.sql.updateTable('terminal_links').set({ connected: false, sid: null }).where('connected', '=', true).execute()

export interface Heard {
  readonly terminalId: string
  readonly at: Date
}

export async function touchLinks(work: Work, heard: readonly Heard[]) {
  if (heard.length === 0) return
  await sql`update terminal_links set last_communication_at = heard.at
    from unnest(${heard.map(one => one.terminalId)}::bigint[], ${heard.map(one => one.at)}::timestamptz[]) heard (id, at)
    where terminal_id = heard.id and (last_communication_at is null or last_communication_at < heard.at)`.execute(work.sql)
}

/** A terminal that has its place, as audits name it. */
export const terminalName = (work: Work, terminalId: string) =>
  work.sql
    .selectFrom('terminals')
    .where(inScope(work, 'terminals.entity_id'))
    .where('id', '=', terminalId)
    .where('provision_status', '<>', 'NOT_PROVISIONED')
    .select(['id', 'entity_id as entityId', 'display_name as displayName'])
    .executeTakeFirst()

/** Terminals whose silence is watched, and since when each counts as silent. */
export const watched = (work: Work) =>
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

export const setSilent = (work: Work, terminalId: string, since: Date | null) =>
  work.sql.updateTable('terminal_links').set({ silent_since: since }).where('terminal_id', '=', terminalId).execute()

/** Raises the wanted revision; the row's lock puts those who change a configuration in order. */
export async function raiseRevision(work: Work, terminalId: string): Promise<number> {
  const { desired_rev: revision } = await work.sql
    .updateTable('terminal_links')
    .set(eb => ({ desired_rev: eb('desired_rev', '+', 1) }))
    .where('terminal_id', '=', terminalId)
    .returning('desired_rev')
    .executeTakeFirstOrThrow()
  return revision
}

export const revisionsOf = (work: Work, terminalId: string) =>
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

/** Answers the first revision that was made for this place. */
export const setReported = async (work: Work, terminalId: string, report: ShadowUp): Promise<number> => {
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

/** How the box of a terminal stands. */
export const boxById = (work: Work, terminalId: string) =>
  work.sql
    .selectFrom('boxes')
    .select(['provision_status as provisionStatus', 'retired_at as retiredAt'])
    .where('id', '=', terminalId)
    .executeTakeFirst()

/** Numbers a command; ascending for each box. */
export async function nextCommandNumber(work: Work, terminalId: string): Promise<number> {
  const { command_n: n } = await work.sql
    .updateTable('terminal_links')
    .set(eb => ({ command_n: eb('command_n', '+', '1') }))
    .where('terminal_id', '=', terminalId)
    .returning('command_n')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The next interface index of the terminal, given out once. */
export async function nextIndex(work: Work, terminalId: string): Promise<number> {
  const { next_ix: next } = await work.sql
    .updateTable('terminal_links')
    .set(eb => ({ next_ix: eb('next_ix', '+', 1) }))
    .where('terminal_id', '=', terminalId)
    .returning('next_ix')
    .executeTakeFirstOrThrow()
  return next - 1
}
