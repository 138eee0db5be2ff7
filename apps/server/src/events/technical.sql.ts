import type { Severity } from '@steading/contract/events'
import { sql } from 'kysely'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** The open fault of a sensor. */
export const openFault = (work: Work, interfaceId: string) =>
  work.sql
    .selectFrom('events')
    .select(['id', 'key', 'severity'])
    .where('status', '<>', 'CLOSED')
    .where('key', 'like', `fault:${interfaceId}:%`)
    .executeTakeFirst()

/** Faults of sensors that sent something good after: a reading from before an outage proves nothing. */
export async function recoveredFaults(work: Work) {
  const { rows } = await sql<{ id: string; at: Date }>`
    select events.id, last_values.ts as at from events
      join last_values on last_values.interface_id = split_part(events.key, ':', 2)::bigint
    where events.status <> 'CLOSED' and events.key like 'fault:%'
      and last_values.ts > events.open_date and last_values.flags & 1 = 0`.execute(work.sql)
  return rows
}

/** Is there no event of this key, or one that somebody closed before `quiet` though it lasts? */
const isUntold = (quiet: Date) => sql<boolean>`(event.id is null
  or (event.status = 'CLOSED' and event.closed_by is not null and event.close_date <= ${quiet}))`

/** Terminals past their time-out of which no event tells; `again`: since when none does. */
export async function newlySilent(work: Work, quiet: Date) {
  const { rows } = await sql<{ id: string; entityId: string; name: string; since: Date; again: Date | null }>`
    select terminals.id, terminals.entity_id as "entityId", terminals.display_name as name, links.silent_since as since,
      event.close_date as again
    from terminals join terminal_links links on links.terminal_id = terminals.id
      left join events event on event.key = 'silent:' || terminals.id || ':' || (extract(epoch from links.silent_since) * 1000)::bigint
    where links.silent_since is not null and terminals.retired_at is null and ${isUntold(quiet)}`.execute(work.sql)
  return rows
}

/** Faults that somebody closed before `quiet`, of sensors that have sent nothing good since they opened, while a rule needs them. */
export async function closedFaults(work: Work, quiet: Date) {
  const { rows } = await sql<{ key: string; entityId: string; severity: Severity; openDate: Date; sensor: string; again: Date }>`
    select event.key, event.entity_id as "entityId", event.severity, event.open_date as "openDate", interfaces.display_name as sensor,
      event.close_date as again
    from events event join interfaces on interfaces.id = split_part(event.key, ':', 2)::bigint and interfaces.deleted_at is null
      left join last_values said on said.interface_id = interfaces.id and said.ts > event.open_date and said.flags & 1 = 0
    where event.key like 'fault:%' and event.closed_by is not null and event.close_date > ${quiet}::timestamptz - interval '7 days'
      and ${isUntold(quiet)} and said.interface_id is null
      and exists (select 1 from rule_interfaces used join rules on rules.id = used.rule_id and rules.wanted
        where used.interface_id = interfaces.id)
      and not exists (select 1 from events open where open.status <> 'CLOSED'
        and open.key like 'fault:' || interfaces.id || ':%')`.execute(work.sql)
  return rows
}

/** Events of terminals that are heard again, or will never be. */
export async function silenceOver(work: Work) {
  const { rows } = await sql<{ id: string; at: Date | null }>`
    select events.id, links.last_communication_at as at from events
      join terminals on terminals.id = events.terminal_id
      left join terminal_links links on links.terminal_id = terminals.id
    where events.status <> 'CLOSED' and events.key like 'silent:%' and (terminals.retired_at is not null or links.silent_since is null
      or events.key <> 'silent:' || terminals.id || ':' || (extract(epoch from links.silent_since) * 1000)::bigint)`.execute(
    work.sql,
  )
  return rows
}

/** Terminals whose update stands still, of which no event tells; `again`: since when none does. */
export async function newlyStalled(work: Work, quiet: Date) {
  const { rows } = await sql<{ id: string; entityId: string; name: string; at: Date; again: Date | null }>`
    select terminals.id, terminals.entity_id as "entityId", terminals.display_name as name, links.stalled_at as at,
      event.close_date as again
    from terminals join terminal_links links on links.terminal_id = terminals.id
      left join events event on event.key = 'stalled:' || terminals.id || ':' || (extract(epoch from links.stalled_at) * 1000)::bigint
    where links.stalled_at is not null and terminals.retired_at is null and ${isUntold(quiet)}`.execute(work.sql)
  return rows
}

/** Events of updates that got on after all, or are over. */
export async function stallOver(work: Work) {
  const { rows } = await sql<{ id: string }>`
    select events.id from events
      join terminals on terminals.id = events.terminal_id
      left join terminal_links links on links.terminal_id = terminals.id
    where events.status <> 'CLOSED' and events.key like 'stalled:%' and (terminals.retired_at is not null or links.stalled_at is null
      or events.key <> 'stalled:' || terminals.id || ':' || (extract(epoch from links.stalled_at) * 1000)::bigint)`.execute(
    work.sql,
  )
  return rows
}

export const terminalNamed = (work: Work, id: string) =>
  work.sql
    .selectFrom('terminals')
    .select(['display_name as name', 'entity_id as entityId'])
    .where('id', '=', id)
    .where(inScope(work, 'terminals.entity_id'))
    .executeTakeFirst()

/** Open events of this trouble. */
export const openUnder = (work: Work, begin: string) =>
  work.sql.selectFrom('events').select('id').where('status', '<>', 'CLOSED').where('key', 'like', `${begin}:%`).execute()

/** Did somebody close one of this trouble since then? */
export async function closedUnder(work: Work, begin: string, since: Date): Promise<boolean> {
  const row = await work.sql
    .selectFrom('events')
    .select('id')
    .where('key', 'like', `${begin}:%`)
    .where('closed_by', 'is not', null)
    .where('close_date', '>', since)
    .executeTakeFirst()
  return row !== undefined
}
