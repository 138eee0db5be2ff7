import { sql } from 'kysely'
import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/**
 * An output of a terminal that has this address; inputs may read one register several times. Nobody gives one of this terminal
 * another address before the work is done.
 */
export async function outputAt(work: UnitOfWork, terminalId: string, address: string) {
  await work.sql.selectFrom('terminals').select('id').where('id', '=', terminalId).forNoKeyUpdate().execute()
  return work.sql
    .selectFrom('interfaces')
    .select(['id', 'display_name as displayName'])
    .where('terminal_id', '=', terminalId)
    .where('address', '=', address)
    .where('direction', '<>', 'IN')
    .where('operation', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
}

/** Nobody else changes it, or makes something depend on it, before the work is done. */
export const lockInterface = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('interfaces')
    .select('id')
    .where('id', '=', id)
    .where(inScope(work, 'interfaces.entity_id'))
    .forUpdate()
    .execute()

/** What needs an interface, also out of the caller's reach: each true or false. */
export async function needsOf(work: UnitOfWork, id: string) {
  const { rows } = await sql<Record<'rules' | 'defaults' | 'virtual', boolean>>`
    select exists (select 1 from rule_interfaces join rules on rules.id = rule_interfaces.rule_id
        where interface_id = ${id} and is_current_or_in_service(rules, rule_interfaces.body_version)
          and (desired or running_version is not null or deployment_status = 'DEPLOYED' or deployment_status like 'PENDING%')) as rules,
      exists (select 1 from default_interfaces chosen join interfaces on interfaces.id = chosen.interface_id
        join terminals on terminals.id = interfaces.terminal_id and terminals.retired_at is null
        where chosen.interface_id = ${id}) as defaults,
      exists (select 1 from interface_sources source join interfaces made on made.id = source.interface_id
        where source.source_id = ${id} and made.deleted_at is null) as virtual`.execute(work.sql)
  return rows[0]!
}

/** Would a move to this entity take an interface away from a rule that names it? */
export async function wouldLeaveRule(work: UnitOfWork, id: string, entityId: string) {
  const { rows } = await sql<{ leaves: boolean }>`
    select exists (select 1 from rule_interfaces join rules on rules.id = rule_interfaces.rule_id
      join entities home on home.id = rules.entity_id, entities target
      where interface_id = ${id} and is_current_or_in_service(rules, rule_interfaces.body_version)
        and rules.deleted_at is null and target.id = ${entityId} and not target.path <@ home.path) as leaves`.execute(work.sql)
  return rows[0]!.leaves
}

/** Is the entity the terminal's own, or below it? */
export async function isAtOrBelow(work: UnitOfWork, entityId: string, aboveId: string) {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select 1 from entities below, entities above
      where below.id = ${entityId} and above.id = ${aboveId} and below.path <@ above.path) as is`.execute(work.sql)
  return rows[0]!.is
}

/** Interfaces that others may be computed from, held so that none goes meanwhile. */
export const sourcesAt = (work: UnitOfWork, terminalId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : work.sql
        .selectFrom('interfaces')
        .where(inScope(work, 'interfaces.entity_id'))
        .where('terminal_id', '=', terminalId)
        .where('deleted_at', 'is', null)
        .where('operation', 'is', null)
        .where('id', 'in', ids)
        .select(['id', 'category', 'max', 'data_type as dataType'])
        .forShare()
        .execute()
