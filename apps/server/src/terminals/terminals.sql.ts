import type { ProvisionStatus, TerminalStatus } from '@steading/contract/devices/terminals'
import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import type { z } from 'zod'
import { entityRef } from '../entities/index.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { holds } from '../platform/database/sql/search.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { inScope } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

type Status = z.infer<typeof ProvisionStatus>

const terminals = (work: UnitOfWork) =>
  work.sql
    .selectFrom('terminals')
    .leftJoin('terminal_links as link', 'link.terminal_id', 'terminals.id')
    .where(inScope(work, 'terminals.entity_id'))
    .select([
      'terminals.id',
      'terminals.uid',
      'terminals.entity_id as entityId',
      'terminals.display_name as displayName',
      'terminals.profile',
      'terminals.provision_status as provisionStatus',
      'terminals.time_out as timeOut',
      'terminals.time_zone as timeZone',
      'terminals.retired_at as retiredAt',
      'terminals.deleted_at as deletedAt',
      'terminals.box',
      'terminals.version',
      'link.connected',
      'link.last_communication_at as lastCommunication',
      entityRef('entity_id', 'terminals').as('rootEntity'),
      sql<number>`(select count(*)::int from interfaces
        where interfaces.terminal_id = terminals.id and interfaces.deleted_at is null)`.as('interfaceCount'),
    ])

/** Is the first entity the second one, or below it? */
const isBelow = (entity: string, above: string) =>
  sql<boolean>`exists (select 1 from entities at, entities above
    where at.id = ${sql.ref(entity)} and above.id = ${above} and at.path <@ above.path)`

export interface TerminalFilter {
  readonly search?: string | undefined
  readonly entityId?: string | undefined
  readonly provisionStatus?: TerminalStatus | undefined
  readonly connected?: boolean | undefined
}

/** Terminals in reach that are in service, or those that were retired; of an entity with all below it. */
function terminalsWhere(work: UnitOfWork, filter: TerminalFilter) {
  const isRetired = filter.provisionStatus === 'RETIRED'
  let query = terminals(work).where('terminals.retired_at', isRetired ? 'is not' : 'is', null)
  // What was deleted is retired, too.
  if (isRetired) query = query.where('terminals.deleted_at', 'is', null)
  if (filter.search) query = query.where(holds('terminals', filter.search))
  if (filter.entityId) query = query.where(isBelow('terminals.entity_id', filter.entityId))
  if (filter.provisionStatus && !isRetired) query = query.where('terminals.provision_status', '=', filter.provisionStatus)
  if (filter.connected !== undefined)
    query = query.where(eb => eb(eb.fn.coalesce('link.connected', sql.lit(false)), '=', filter.connected!))
  return query
}

export function searchTerminals(work: UnitOfWork, pageQuery: PageQuery, filter: TerminalFilter) {
  const columns = {
    lastCommunicationTimestampUtc: 'link.last_communication_at',
    displayName: 'terminals.display_name',
    provisionStatus: 'terminals.provision_status',
    id: 'terminals.id',
  } as const
  return fetchPage(work, terminalsWhere(work, filter), pageQuery, columns, 'terminals.id', row => row)
}

/** For filters: the first thousand by name. */
export const terminalsBelow = (work: UnitOfWork, entityId: string) =>
  terminals(work)
    .where('terminals.retired_at', 'is', null)
    .where(isBelow('terminals.entity_id', entityId))
    .orderBy(collateNames('terminals.display_name'))
    .orderBy('terminals.id')
    .limit(1000)
    .execute()

export const terminalById = (work: UnitOfWork, id: string) => terminals(work).where('terminals.id', '=', id).executeTakeFirst()
export type TerminalRow = NonNullable<Awaited<ReturnType<typeof terminalById>>>

export const terminalDetails = (work: UnitOfWork, id: string) =>
  terminals(work)
    .where('terminals.id', '=', id)
    .select([
      'link.hello',
      'link.reported_rev as reportedRevision',
      'link.desired_rev as desiredRevision',
      // Of what it may still have, by its hello, what is not here yet.
      sql<number | null>`(select coalesce(sum(upper(part) - lower(part)), 0)::int from unnest(
        int8multirange(int8range((link.hello ->> 'head')::int8, greatest((link.hello ->> 'tail')::int8 + 1, (link.hello ->> 'head')::int8)))
        - coalesce((select stored from sequences where sequences.terminal_id = terminals.id and sequences.epoch = link.epoch), '{}')) part
        where link.hello is not null)`.as('waiting'),
      'terminals.created_at as createdAt',
      'terminals.updated_at as updatedAt',
      personReference('terminals.created_by').as('createdBy'),
      personReference('terminals.updated_by').as('updatedBy'),
      personReference('terminals.deleted_by').as('deletedBy'),
      sql<number>`(select count(*)::int from interfaces join readings on readings.interface_id = interfaces.id
        where interfaces.terminal_id = terminals.id and readings.ts > ${work.now}::timestamptz - interval '1 day')`.as(
        'readings24h',
      ),
      sql<{ active: number; error: number; undeployed: number; pending: number }>`(select json_build_object(
        'active', count(*) filter (where deployment_status = 'DEPLOYED'),
        'error', count(*) filter (where deployment_status = 'ERROR'),
        'undeployed', count(*) filter (where deployment_status = 'UNDEPLOYED'),
        'pending', count(*) filter (where deployment_status like 'PENDING%')) from rules where rules.terminal_id = terminals.id and rules.deleted_at is null)`.as(
        'ruleCounts',
      ),
    ])
    .executeTakeFirst()
export type DetailsRow = NonNullable<Awaited<ReturnType<typeof terminalDetails>>>

export interface NewTerminal {
  readonly entityId: string
  readonly uid: string
  readonly displayName: string
  readonly profile: string
  readonly timeOut: number
  readonly timeZone: string
}

/** Undefined if a terminal in service has this uid already, wherever it stands. */
export const insertTerminal = (work: UnitOfWork, terminal: NewTerminal) =>
  work.sql
    .insertInto('terminals')
    .values({
      entity_id: terminal.entityId,
      uid: terminal.uid,
      display_name: terminal.displayName,
      profile: terminal.profile,
      time_out: terminal.timeOut,
      time_zone: terminal.timeZone,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .onConflict(conflict => conflict.column('uid').where('retired_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()

/** What people change of a terminal, by its columns. */
export type TerminalChange = Partial<{
  display_name: string
  entity_id: string
  profile: string
  time_out: number
  time_zone: string
  uid: string
  box: number
  retired_at: Date
  deleted_at: Date
  deleted_by: string | null
}>

/** Writes what somebody edited; false if somebody else was faster. */
export const updateTerminal = async (
  work: UnitOfWork,
  { id, version }: { id: string; version: number },
  change: TerminalChange,
) => {
  const { numUpdatedRows } = await work.sql
    .updateTable('terminals')
    .set({ ...change, ...versionColumns(work) })
    .where(inScope(work, 'terminals.entity_id'))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const updateProvisionStatus = async (work: UnitOfWork, id: string, status: Status) => {
  const before = await work.sql
    .selectFrom('terminals')
    .select('provision_status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before || before.provision_status === status) return undefined
  await work.sql.updateTable('terminals').set({ provision_status: status }).where('id', '=', id).execute()
  return before.provision_status
}

/** Nobody else hangs something on it, or edits it, before the work is done. */
export const lockTerminal = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('terminals')
    .select('id')
    .where('id', '=', id)
    .where(inScope(work, 'terminals.entity_id'))
    .forUpdate()
    .execute()

/** What hangs on a terminal, also out of the caller's reach: each true or false. */
export async function hangingOn(work: UnitOfWork, id: string) {
  const { rows } = await sql<Record<'interfaces' | 'rules' | 'activeRules', boolean>>`
    select exists (select 1 from interfaces where terminal_id = ${id} and deleted_at is null) as interfaces,
      exists (select 1 from rules where terminal_id = ${id} and deleted_at is null) as rules,
      exists (select 1 from rules where terminal_id = ${id} and (desired or deployment_status = 'DEPLOYED'
        or deployment_status like 'PENDING%')) as "activeRules"`.execute(work.sql)
  return rows[0]!
}

/** Terminals at these entities that have a time zone and no rules. */
export async function ruleless(work: UnitOfWork, entityIds: readonly string[], zone: string): Promise<readonly string[]> {
  const { rows: found } = await sql<{ id: string }>`select id::text as id from terminals
    where entity_id = any (${[...entityIds]}::bigint[]) and time_zone = ${zone} and deleted_at is null and retired_at is null
      and not exists (select 1 from rules where terminal_id = terminals.id and rules.deleted_at is null)
    order by id`.execute(work.sql)
  return found.map(one => one.id)
}

/** Do rules of the terminal come from templates that are not for boxes of this profile? */
export async function needAnother(work: UnitOfWork, id: string, profile: string) {
  const { rows } = await sql<{ need: boolean }>`
    select exists (select 1 from rules join rule_templates template on template.id = rules.template_id
      where rules.terminal_id = ${id} and rules.deleted_at is null and cardinality(template.profiles) > 0
        and not ${profile} = any (template.profiles)) as need`.execute(work.sql)
  return rows[0]!.need
}

/** Would a move to this entity leave interfaces or rules of the terminal behind? Rules may stand above it, interfaces not. */
export async function wouldLeaveBehind(work: UnitOfWork, id: string, entityId: string) {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select 1 from interfaces join entities at on at.id = interfaces.entity_id, entities target
        where interfaces.terminal_id = ${id} and interfaces.deleted_at is null and target.id = ${entityId} and not at.path <@ target.path)
      or exists (select 1 from rules join entities at on at.id = rules.entity_id, entities target
        where rules.terminal_id = ${id} and rules.deleted_at is null and target.id = ${entityId} and not (at.path <@ target.path or at.path @> target.path)) as left`.execute(
    work.sql,
  )
  return rows[0]!.left
}

/** What works with a box: its rules that are in service or on their way, and its sensors and devices, by their names. */
export async function dependsOn(work: UnitOfWork, id: string) {
  const { rows } = await sql<Record<'rules' | 'interfaces', string[]>>`select
    array(select display_name from rules where terminal_id = ${id} and deleted_at is null and deployment_status <> 'UNDEPLOYED'
      order by display_name collate names, id) as rules,
    array(select display_name from interfaces where terminal_id = ${id} and deleted_at is null
      order by display_name collate names, id) as interfaces`.execute(work.sql)
  return rows[0]!
}

/** The rules of a box that act, or are ordered to: those in reach, by name. */
export async function rulesInService(work: UnitOfWork, id: string) {
  const rows = await work.sql
    .selectFrom('rules')
    .where(inScope(work, 'rules.entity_id'))
    .where('terminal_id', '=', id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(deployment_status = 'DEPLOYED' or deployment_status like 'PENDING%' or running_version is not null)`)
    .select(['id', 'display_name as displayName', 'kind'])
    .orderBy(collateNames('display_name'))
    .orderBy('id')
    .execute()
  return rows
}
