import type { Direction } from '@steading/contract/devices/categories'
import type { Virtual } from '@steading/contract/devices/virtual'
import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import { displayName, entityRef } from '../entities/index.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { isOfSensor, sensorFit } from '../platform/database/sql/search.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { inScope, within } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { samplingInterval } from '../readings/index.ts'

/** All interfaces in reach, those that were deleted too. Whoever sees one sees what box it hangs on, wherever that stands. */
const everInterfaces = (work: UnitOfWork) =>
  work.sql
    .selectFrom('interfaces')
    .innerJoin('boxes as terminals', 'terminals.id', 'interfaces.terminal_id')
    .leftJoin('terminal_links as link', 'link.terminal_id', 'interfaces.terminal_id')
    .leftJoin('last_values as last', 'last.interface_id', 'interfaces.id')
    .where(inScope(work, 'interfaces.entity_id'))
    .select([
      'interfaces.id',
      'interfaces.display_name as displayName',
      'interfaces.category',
      'interfaces.data_type as dataType',
      'interfaces.direction',
      'interfaces.min',
      'interfaces.max',
      'interfaces.history',
      'interfaces.history_seconds as historySeconds',
      samplingInterval.as('samplingInterval'),
      'interfaces.hidden',
      'interfaces.operation',
      'interfaces.modulus',
      'interfaces.max_rate as maxRate',
      'interfaces.capacity',
      'interfaces.safe_value as safeValue',
      'interfaces.version',
      'interfaces.deleted_at as deletedAt',
      'interfaces.entity_id as entityId',
      'interfaces.terminal_id as terminalId',
      sql<string>`terminals.display_name`.as('terminalName'),
      sql<number>`terminals.time_out`.as('timeOut'),
      'terminals.retired_at as retiredAt',
      'link.connected',
      'link.last_communication_at as heardAt',
      'last.ts as readAt',
      'last.value',
      'last.text',
      'last.flags',
      entityRef('entity_id', 'interfaces').as('entity'),
    ])

const interfaces = (work: UnitOfWork) => everInterfaces(work).where('interfaces.deleted_at', 'is', null)

/** Is the first entity one of the second ones, or below one? */
const isBelow = (entity: string, above: string | readonly string[]) =>
  sql<boolean>`exists (select 1 from entities below, entities above
    where below.id = ${sql.ref(entity)} and above.id = any (${[above].flat()}::bigint[]) and below.path <@ above.path)`

/** What rules there are of each interface, wherever they stand. */
const ruleCounts = sql<
  Record<'activeRules' | 'errorRules' | 'undeployedRules' | 'pendingRules', number>
>`count_rules_by_status(interfaces.id)`

/** The rules of each interface that the caller sees. */
const seenRules = (work: UnitOfWork) => sql<number>`(select count(distinct rules.id)::int from rule_interfaces used
  join rules on rules.id = used.rule_id and is_current_or_in_service(rules, used.body_version)
  where used.interface_id = interfaces.id and rules.deleted_at is null and ${within(work.actor, sql.ref('rules.entity_id'))})`

export interface InterfaceFilter {
  readonly search?: string | undefined
  readonly terminalId?: string | undefined
  readonly entityId?: string | undefined
  readonly entityIds?: readonly string[] | undefined
  readonly category?: string | undefined
  readonly historyConfiguration?: string | undefined
  readonly dataType?: string | undefined
  readonly hidden?: boolean | undefined
}

/** Interfaces in reach; of an entity with all below it. */
export function interfacesWhere(work: UnitOfWork, filter: InterfaceFilter) {
  let query = interfaces(work)
  if (filter.search) query = query.where(isOfSensor(filter.search))
  if (filter.terminalId) query = query.where('interfaces.terminal_id', '=', filter.terminalId)
  if (filter.entityId) query = query.where(isBelow('interfaces.entity_id', filter.entityId))
  if (filter.entityIds) query = query.where(isBelow('interfaces.entity_id', filter.entityIds))
  if (filter.category) query = query.where('interfaces.category', '=', filter.category)
  if (filter.historyConfiguration) query = query.where('interfaces.history', '=', filter.historyConfiguration)
  if (filter.dataType) query = query.where('interfaces.data_type', '=', filter.dataType)
  if (filter.hidden !== undefined) query = query.where('interfaces.hidden', '=', filter.hidden)
  return query
}

/**
 * The same, each with its rules. A retired box measures nothing any more: its own are found where one asks for that box.
 * `isRanked`: those that fit the search best stand first.
 */
const interfacesWithRules = (work: UnitOfWork, filter: InterfaceFilter, isRanked: boolean) =>
  interfacesWhere(work, filter)
    .$if(!filter.terminalId, query => query.where('terminals.retired_at', 'is', null))
    .$if(isRanked && !!filter.search, query => query.orderBy(sensorFit(filter.search!)))
    .select(ruleCounts.as('ruleCounts'))

export function searchInterfaces(work: UnitOfWork, pageQuery: PageQuery, filter: InterfaceFilter) {
  const columns = {
    lastReadingTimestampUtc: 'last.ts',
    displayName: 'interfaces.display_name',
    category: 'interfaces.category',
    id: 'interfaces.id',
    match: 'interfaces.display_name',
  } as const
  const rows = interfacesWithRules(work, filter, pageQuery.sortProperty === 'match')
  return fetchPage(work, rows, pageQuery, columns, 'interfaces.id', row => row, ['lastReadingTimestampUtc'])
}

/** To choose from, of boxes in service, or of a box `onceThere`: the first thousand by name. */
export const listInterfaces = (work: UnitOfWork, filter: InterfaceFilter, onceThere = false) =>
  interfacesWhere(work, filter)
    .$if(!onceThere, query => query.where('terminals.retired_at', 'is', null))
    .orderBy(collateNames('interfaces.display_name'))
    .orderBy('interfaces.id')
    .limit(1000)
    .execute()

export const interfacesByIds = (work: UnitOfWork, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : interfaces(work).where('interfaces.id', 'in', ids).orderBy('interfaces.id').execute()
export type InterfaceRow = Awaited<ReturnType<typeof interfacesByIds>>[number]

/** Of these outputs in reach, those that a rule in service writes, wherever the rule stands. */
export async function drivenOf(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id::text from unnest(${ids}::bigint[]) as output (id) where is_rule_controlled(id)`.execute(work.sql)
  return new Set(rows.map(row => row.id))
}

/** The whole of one interface, also of one that was deleted. */
export const interfaceDetails = (work: UnitOfWork, id: string) =>
  everInterfaces(work)
    .where('interfaces.id', '=', id)
    .select([
      'interfaces.address',
      'interfaces.every',
      'interfaces.factor',
      'interfaces.shift',
      'interfaces.scale_a as scaleA',
      'interfaces.scale_b as scaleB',
      'interfaces.created_at as createdAt',
      'interfaces.updated_at as updatedAt',
      sql<string>`terminals.entity_id`.as('terminalEntityId'),
      sql<string | null>`case when ${within(work.actor, sql.ref('terminals.entity_id'))} then terminals.entity_id::text end`.as(
        'rootEntityId',
      ),
      sql<string>`terminals.provision_status`.as('provisionStatus'),
      ruleCounts.as('ruleCounts'),
      seenRules(work).as('seenRules'),
      sql<Record<'rules' | 'calculated' | 'places', number>>`count_interface_uses(interfaces.id)`.as('uses'),
      personReference('interfaces.created_by').as('createdBy'),
      personReference('interfaces.updated_by').as('updatedBy'),
      personReference('interfaces.deleted_by').as('deletedBy'),
      sql<string[]>`(select coalesce(json_agg(source_id::text order by rank), '[]') from interface_sources
        where interface_id = interfaces.id)`.as('sourceIds'),
      sql<string[]>`(select coalesce(json_agg(source.source_id::text order by source.rank), '[]') from interface_sources source
        join interfaces measured on measured.id = source.source_id
        where source.interface_id = interfaces.id and ${within(work.actor, sql.ref('measured.entity_id'))})`.as('seenSourceIds'),
      sql<{ id: string; displayName: string }[]>`(select coalesce(json_agg(json_build_object(
          'id', made.id::text, 'displayName', made.display_name) order by made.id), '[]')
        from interface_sources source join interfaces made on made.id = source.interface_id and made.deleted_at is null
        where source.source_id = interfaces.id and ${within(work.actor, sql.ref('made.entity_id'))})`.as('usedBy'),
      sql<{ id: string; displayName: string }[]>`(select coalesce(json_agg(json_build_object(
          'id', entities.id::text, 'displayName', ${displayName}) order by entities.id), '[]')
        from default_interfaces chosen join entities on entities.id = chosen.entity_id
        where chosen.interface_id = interfaces.id and terminals.retired_at is null
          and ${within(work.actor, sql.ref('entities.id'))})`.as('defaultOf'),
    ])
    .executeTakeFirst()
export type InterfaceDetailsRow = NonNullable<Awaited<ReturnType<typeof interfaceDetails>>>

/** The interface that a path names: of this terminal, at or below this entity. */
export const interfaceAt = (work: UnitOfWork, { e, t, i }: { e: string; t: string; i: string }) =>
  interfaces(work)
    .where('interfaces.id', '=', i)
    .where('interfaces.terminal_id', '=', t)
    .where(isBelow('interfaces.entity_id', e))
    .executeTakeFirst()

/** The terminal that an interface is to hang on, and whether the entity is its own or below. Nobody deletes it meanwhile. */
export const terminalFor = (work: UnitOfWork, terminalId: string, entityId: string) =>
  work.sql
    .selectFrom('terminals')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminals.id', '=', terminalId)
    .where('terminals.retired_at', 'is', null)
    .select([
      'terminals.provision_status as provisionStatus',
      sql<boolean>`exists (select 1 from entities below, entities above
        where below.id = ${entityId} and above.id = terminals.entity_id and below.path <@ above.path)`.as('reaches'),
      sql<number>`(select count(*)::int from interfaces
        where interfaces.terminal_id = terminals.id and interfaces.deleted_at is null)`.as('interfaces'),
    ])
    .forKeyShare('terminals')
    .executeTakeFirst()

export interface NewInterface {
  readonly terminalId: string
  readonly entityId: string
  readonly ix: number
  readonly displayName: string
  readonly category: string
  readonly dataType: string
  readonly direction: Direction
  readonly address: string
  readonly every: number
  readonly factor: number
  readonly offset: number
  readonly min: number | null
  readonly max: number | null
  readonly safeValue: number | null
  readonly modulus: number | null
  readonly maxRate: number | null
  readonly capacity: number | null
  readonly history: string
  readonly historySeconds: number | null
  readonly hidden: boolean
  readonly how: Virtual | null
}

async function setSources(work: UnitOfWork, id: string, sourceIds: readonly string[]) {
  await work.sql.deleteFrom('interface_sources').where('interface_id', '=', id).execute()
  await work.sql
    .insertInto('interface_sources')
    .values(sourceIds.map((source_id, rank) => ({ interface_id: id, source_id, rank })))
    .execute()
}

const howColumns = (how: Virtual | null) => ({
  operation: how?.operation ?? null,
  scale_a: how?.operation === 'SCALE' ? how.a : null,
  scale_b: how?.operation === 'SCALE' ? how.b : null,
})

export async function insertInterface(work: UnitOfWork, newInterface: NewInterface) {
  const { id } = await work.sql
    .insertInto('interfaces')
    .values({
      terminal_id: newInterface.terminalId,
      entity_id: newInterface.entityId,
      ix: newInterface.ix,
      display_name: newInterface.displayName,
      category: newInterface.category,
      data_type: newInterface.dataType,
      direction: newInterface.direction,
      address: newInterface.address,
      every: newInterface.every,
      factor: newInterface.factor,
      shift: newInterface.offset,
      min: newInterface.min,
      max: newInterface.max,
      safe_value: newInterface.safeValue,
      modulus: newInterface.modulus,
      max_rate: newInterface.maxRate,
      capacity: newInterface.capacity,
      history: newInterface.history,
      history_seconds: newInterface.historySeconds,
      hidden: newInterface.hidden,
      ...howColumns(newInterface.how),
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (newInterface.how) await setSources(work, id, newInterface.how.sourceIds)
  return id
}

/** What people change of an interface. */
export type InterfaceChange = Omit<NewInterface, 'terminalId' | 'ix' | 'dataType' | 'direction'>

/** Writes what somebody edited; false if somebody else was faster. */
export async function updateInterface(
  work: UnitOfWork,
  { id, version }: { id: string; version: number },
  to: InterfaceChange,
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('interfaces')
    .set({
      entity_id: to.entityId,
      display_name: to.displayName,
      category: to.category,
      address: to.address,
      every: to.every,
      factor: to.factor,
      shift: to.offset,
      min: to.min,
      max: to.max,
      safe_value: to.safeValue,
      modulus: to.modulus,
      max_rate: to.maxRate,
      capacity: to.capacity,
      history: to.history,
      history_seconds: to.historySeconds,
      hidden: to.hidden,
      ...howColumns(to.how),
      ...versionColumns(work),
    })
    .where(inScope(work, 'interfaces.entity_id'))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows > 0n && to.how) await setSources(work, id, to.how.sourceIds)
  return numUpdatedRows > 0n
}

/** It is gone for people; its history, and its index on the box, stay its own. */
export const markDeleted = (work: UnitOfWork, id: string) =>
  work.sql
    .updateTable('interfaces')
    .set({ deleted_at: work.now, deleted_by: work.actor.id })
    .where(inScope(work, 'interfaces.entity_id'))
    .where('id', '=', id)
    .execute()
