import type { DeploymentStatus, RuleKind } from '@steading/contract/rules/rules'
import type { EntityRef } from '@steading/contract/entities/entities'
import type { PageQuery } from '@steading/contract/http/paging'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { holds } from '../platform/database/sql/search.ts'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { wordingColumn } from '../platform/text/wording.ts'
import { samplingInterval } from '../readings/index.ts'
import type { RuleInterfaceRow } from './body.ts'
import type { Deployment } from './deployment/deployment.ts'
import type { FollowingInterface } from './following/fillFollowed.ts'
import type { BoundedInterface } from './authoring/rangeChecks.ts'

const PENDING: readonly DeploymentStatus[] = ['PENDING_DEPLOY', 'PENDING_UNDEPLOY']

/** The groups of a rule within the scope of the actor. */
const groupsOf = sql<{ id: string; displayName: string }[]>`coalesce((
  select json_agg(json_build_object('id', rule_groups.id::text, 'displayName', rule_groups.display_name) order by rule_groups.display_name collate names)
  from rule_group_members member join rule_groups on rule_groups.id = member.group_id where member.rule_id = rules.id), '[]'::json)`

const everyRow = (work: UnitOfWork) =>
  work.sql
    .selectFrom('rules')
    .leftJoin('boxes', 'boxes.id', 'rules.terminal_id')
    .leftJoin('terminal_links', 'terminal_links.terminal_id', 'rules.terminal_id')
    .selectAll('rules')
    .select([
      'boxes.display_name as terminalName',
      'boxes.time_zone as terminalZone',
      'boxes.provision_status as provisionStatus',
      'boxes.retired_at as terminalRetiredAt',
      'terminal_links.connected',
      entityRef('entity_id', 'rules').as('rootEntity'),
      entityRef('sector_id', 'rules').as('sector'),
      groupsOf.as('ruleGroups'),
    ])
    .where(inScope(work, 'rules.entity_id'))
/** Rules that are not deleted. */
const rows = (work: UnitOfWork) => everyRow(work).where('rules.deleted_at', 'is', null)
export type RuleRow = NonNullable<Awaited<ReturnType<typeof ruleById>>>

export const ruleById = (work: UnitOfWork, id: string) => rows(work).where('rules.id', '=', id).executeTakeFirst()

/** Advisory lock: serializes copies of rules at an entity until the end of the transaction. */
export const lockNames = (work: UnitOfWork, entityId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('steading.rules'), hashtext(${entityId}))`.execute(work.sql)

/** Names of the rules of an entity. */
export async function namesAt(work: UnitOfWork, entityId: string): Promise<ReadonlySet<string>> {
  const found = await rows(work)
    .clearSelect()
    .select('rules.display_name as name')
    .where('rules.entity_id', '=', entityId)
    .execute()
  return new Set(found.map(one => one.name))
}

/** The rule, deleted or not. */
export const ruleEvenDeleted = (work: UnitOfWork, id: string) => everyRow(work).where('rules.id', '=', id).executeTakeFirst()

/** ruleById with a row lock until the end of the transaction. */
export async function lockRule(work: UnitOfWork, id: string) {
  await work.sql
    .selectFrom('rules')
    .select('id')
    .where('id', '=', id)
    .where(inScope(work, 'rules.entity_id'))
    .forUpdate()
    .execute()
  return ruleById(work, id)
}

export const authorsOf = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('rules')
    .select([
      personReference('rules.created_by').as('createdBy'),
      personReference('rules.updated_by').as('lastUpdatedBy'),
      personReference('rules.deleted_by').as('deletedBy'),
    ])
    .where('id', '=', id)
    .where(inScope(work, 'rules.entity_id'))
    .executeTakeFirst()

export interface RuleFilter {
  readonly kinds: readonly RuleKind[]
  readonly search?: string | undefined
  readonly entityId?: string | undefined
  /** At or below any of these. */
  readonly entities?: readonly string[] | undefined
  readonly terminalId?: string | undefined
  readonly category?: readonly Engine[] | undefined
  readonly deploymentStatus?: readonly DeploymentStatus[] | undefined
  readonly eventCategory?: readonly string[] | undefined
  readonly groupId?: string | undefined
  /** An interface that the rule reads or writes. */
  readonly interfaceId?: string | undefined
}

const grouped = (id: string) =>
  id === 'none'
    ? sql<SqlBool>`not exists (select 1 from rule_group_members member where member.rule_id = rules.id)`
    : sql<SqlBool>`exists (select 1 from rule_group_members member where member.rule_id = rules.id and member.group_id = ${id})`
const uses = (id: string) =>
  sql<SqlBool>`rules.id in (select used.rule_id from rule_interfaces used join rules own on own.id = used.rule_id
    where used.interface_id = ${id} and is_current_or_in_service(own, used.body_version))`

function narrowed(work: UnitOfWork, filter: RuleFilter) {
  let query = rows(work).where('rules.kind', '=', sql<RuleKind>`any(${[...filter.kinds]}::text[])`)
  if (filter.search) query = query.where(holds('rules', filter.search))
  for (const places of [filter.entityId, filter.entities])
    if (places) query = query.where(atOrBelow(sql`coalesce(rules.sector_id, rules.entity_id)`, places))
  if (filter.terminalId) query = query.where('rules.terminal_id', '=', filter.terminalId)
  if (filter.category) query = query.where('rules.template', 'in', filter.category)
  if (filter.deploymentStatus) query = query.where('rules.deployment_status', 'in', filter.deploymentStatus)
  if (filter.eventCategory) query = query.where(sql`rules.event ->> 'category'`, 'in', filter.eventCategory)
  if (filter.groupId) query = query.where(grouped(filter.groupId))
  if (filter.interfaceId) query = query.where(uses(filter.interfaceId))
  return query
}

export async function searchRules(work: UnitOfWork, asked: PageQuery, filter: RuleFilter) {
  const columns = {
    lastUpdateTimestampUtc: 'rules.updated_at',
    displayName: 'rules.display_name',
    deploymentStatus: 'rules.deployment_status',
    id: 'rules.id',
  } as const
  return fetchPage(work, narrowed(work, filter), asked, columns, 'rules.id', row => row)
}

const standing = (states: readonly DeploymentStatus[]) =>
  sql<number>`(count(*) filter (where rules.deployment_status = any(${[...states]}::text[])))::int`

/** Numbers of rules by deployment status and category. */
export const countRules = (work: UnitOfWork, filter: RuleFilter) =>
  narrowed(work, filter)
    .clearSelect()
    .select([
      'rules.template as category',
      standing(['DEPLOYED']).as('activeRules'),
      standing(['ERROR']).as('errorRules'),
      standing(['UNDEPLOYED']).as('undeployedRules'),
      standing(PENDING).as('pendingRules'),
    ])
    .groupBy('rules.template')
    .execute()

/** The roles in which these rules use an interface. */
export const rolesOf = (work: UnitOfWork, ids: readonly string[], interfaceId: string) =>
  work.sql
    .selectFrom('rule_interfaces')
    .innerJoin('rules', 'rules.id', 'rule_interfaces.rule_id')
    .select(['rule_id as id', 'role'])
    .distinct()
    .where('rule_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('interface_id', '=', interfaceId)
    .where(sql<SqlBool>`is_current_or_in_service(rules, rule_interfaces.body_version)`)
    .orderBy('role')
    .execute()

/** Farms and sectors at or below an entity that have rules of these kinds: each farm with its sectors. */
export async function placesWithRules(work: UnitOfWork, entityId: string, kinds: readonly RuleKind[]) {
  const { rows: found } = await sql<{ farm: EntityRef; sectors: EntityRef[] }>`
    select ${ref('farm')} as farm,
      coalesce(json_agg(distinct ${ref('sector', 'jsonb')}) filter (where sector.id is not null), '[]') as sectors
    from entities top
      join rules on ${inScope(work, 'rules.entity_id')} and rules.deleted_at is null and rules.kind = any(${[...kinds]}::text[])
      join entities place on place.id = coalesce(rules.sector_id, rules.entity_id) and place.path <@ top.path
      join lateral (select * from entities over where over.path @> place.path and over.type = 'FARM'
        order by nlevel(over.path) desc limit 1) farm on true
      left join entities sector on sector.id = rules.sector_id
    where top.id = ${entityId}
    group by farm.id, farm.name, farm.type, farm.display_name order by farm.name collate names, farm.id limit 1000`.execute(
    work.sql,
  )
  return found
}
const ref = (table: string, as: 'json' | 'jsonb' = 'json') =>
  sql.raw(
    `${as}_build_object('id', ${table}.id::text, 'name', ${table}.name, 'type', ${table}.type, 'displayName', ${table}.display_name)`,
  )

export const interfacesOfRule = (work: UnitOfWork, ruleId: string) =>
  work.sql
    .selectFrom('rule_interfaces')
    .innerJoin('rules', join =>
      join.onRef('rules.id', '=', 'rule_interfaces.rule_id').onRef('rules.body_version', '=', 'rule_interfaces.body_version'),
    )
    .innerJoin('interfaces', 'interfaces.id', 'rule_interfaces.interface_id')
    .innerJoin('boxes', 'boxes.id', 'interfaces.terminal_id')
    .select([
      'interfaces.id',
      'interfaces.display_name as displayName',
      'interfaces.category',
      'interfaces.data_type as dataType',
      'interfaces.safe_value as safeValue',
      'rule_interfaces.role',
      'interfaces.terminal_id as terminalId',
      sql<string>`boxes.display_name`.as('terminalName'),
      entityRef('entity_id', 'interfaces').as('entity'),
    ])
    .where('rule_interfaces.rule_id', '=', ruleId)
    .where(inScope(work, 'interfaces.entity_id'))
    .orderBy('rule_interfaces.role')
    .orderBy('interfaces.id')
    .execute()

type Found = RuleInterfaceRow & BoundedInterface & FollowingInterface

/** Those of these interfaces that are below the entity and within the scope, with a lock against their deletion. */
export async function lockInterfacesBelow(work: UnitOfWork, ids: readonly string[], entityId: string): Promise<Found[]> {
  return work.sql
    .selectFrom('interfaces')
    .select([
      'id',
      'terminal_id as terminalId',
      'category',
      'data_type as dataType',
      'history',
      samplingInterval.as('every'),
      'modulus',
      'max_rate',
      'operation',
      'min',
      'max',
      'entity_id as entityId',
      'capacity',
    ])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(inScope(work, 'interfaces.entity_id'))
    .where(atOrBelow(sql.ref('interfaces.entity_id'), entityId))
    .orderBy('id')
    .forShare()
    .execute()
}

/** Box of each interface. */
export async function boxesOf(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await work.sql
    .selectFrom('interfaces')
    .select(['id', 'terminal_id as terminalId'])
    .where('id', 'in', ids)
    .where(inScope(work, 'interfaces.entity_id'))
    .execute()
  return new Map(found.map(one => [one.id, one.terminalId]))
}

/** The entity of a rule, and its sector below it; undefined: one of them is out of scope. */
export async function placeFor(work: UnitOfWork, entityId: string, sectorId: string | null) {
  return work.sql
    .selectFrom('entities')
    .select('entities.time_zone as timeZone')
    .where('entities.id', '=', entityId)
    .where(inScope(work, 'entities.id' as never)) // safe: the column is the entity itself
    .where(
      sql<SqlBool>`(${sectorId}::bigint is null or exists (
        select 1 from entities sector where sector.id = ${sectorId} and sector.path <@ entities.path))`,
    )
    .executeTakeFirst()
}

/** The box of a rule; also a retired one, whose history can be rehearsed. */
export const terminalFor = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('terminals')
    .select(['id', 'display_name as displayName', 'time_zone as timeZone', 'profile', 'retired_at as retiredAt'])
    .where('id', '=', id)
    .where(inScope(work, 'terminals.entity_id'))
    .executeTakeFirst()

export async function setDeployment(
  work: UnitOfWork,
  row: Pick<RuleRow, 'id' | 'terminal_id' | 'running_version'>,
  to: Deployment,
  request?: { wantedVersion: number | null },
) {
  await work.sql
    .updateTable('rules')
    .set({
      deployment_status: to.status,
      desired: to.desired,
      desired_hash: to.desiredHash,
      running_version: to.runningVersion,
      running_hash: to.runningHash,
      awaited_rev: to.awaitedRev,
      waiting_since: to.waitingSince,
      deployment_message: to.message,
      deployment_wording: wordingColumn(to.wording),
      ...(request
        ? { requested_at: work.now, desired_version: request.wantedVersion, updated_at: work.now, updated_by: work.actor.id }
        : { reported_at: work.now }),
    })
    .where('id', '=', row.id)
    .execute()
  if (to.runningVersion !== row.running_version) await recordRun(work, row, to.runningVersion)
}

/** A global rule is in service while it is enabled. */
export async function setEnabled(work: UnitOfWork, row: Pick<RuleRow, 'id' | 'terminal_id' | 'body_version'>, enabled: boolean) {
  await work.sql
    .updateTable('rules')
    .set({
      status: enabled ? 'ENABLED' : 'DISABLED',
      deployment_status: enabled ? 'DEPLOYED' : 'UNDEPLOYED',
      desired: enabled,
      deployment_message: null,
      deployment_wording: null,
      requested_at: work.now,
      updated_at: work.now,
      updated_by: work.actor.id,
    })
    .where('id', '=', row.id)
    .execute()
  await recordRun(work, row, enabled ? row.body_version : null)
}

/** Does the present version of a rule run? */
export async function isRunning(work: UnitOfWork, { id, body_version }: Pick<RuleRow, 'id' | 'body_version'>): Promise<boolean> {
  const run = work.sql.selectFrom('rule_runs').select('rule_id').where('rule_id', '=', id).where('ended_at', 'is', null)
  return (await run.where('body_version', '=', body_version).executeTakeFirst()) !== undefined
}

/** Records which version runs from now on; null: none. */
async function recordRun(work: UnitOfWork, { id, terminal_id }: Pick<RuleRow, 'id' | 'terminal_id'>, version: number | null) {
  await work.sql
    .updateTable('rule_runs')
    .set({ ended_at: work.now })
    .where('rule_id', '=', id)
    .where('ended_at', 'is', null)
    .where('body_version', '<>', version ?? 0)
    .execute()
  if (version === null) return
  await work.sql
    .insertInto('rule_runs')
    .values({ rule_id: id, terminal_id, body_version: version, started_at: work.now })
    .onConflict(conflict => conflict.column('rule_id').where('ended_at', 'is', null).doNothing())
    .execute()
}

/** An interface of the rule that was deleted since it was saved. */
export const findDeletedInterface = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('rule_interfaces')
    .innerJoin('rules', join =>
      join.onRef('rules.id', '=', 'rule_interfaces.rule_id').onRef('rules.body_version', '=', 'rule_interfaces.body_version'),
    )
    .innerJoin('interfaces', 'interfaces.id', 'rule_interfaces.interface_id')
    .select('interfaces.display_name as displayName')
    .where('rule_interfaces.rule_id', '=', id)
    .where('interfaces.deleted_at', 'is not', null)
    .orderBy('interfaces.id')
    .limit(1)
    .executeTakeFirst()

/**
 * Advisory lock by output: of two rules that write the same and are undeployed at once, the second sees the first one undeployed.
 */
export const lockOutputs = (work: UnitOfWork, id: string) =>
  sql`select pg_advisory_xact_lock(hashtext('steading.outputs'), hashtext(output::text)) from (
    select distinct written.interface_id as output from rules own join rule_interfaces written on written.rule_id = own.id
    where own.id = ${id} and written.role = 'OUT' and is_current_or_in_service(own, written.body_version)
    order by written.interface_id) outputs`.execute(work.sql)

/**
 * Advisory lock: serializes requests to one box until the end of the transaction, so that limits of the box are checked one by
 * one.
 */
export const lockBoxOrders = (work: UnitOfWork, terminalId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('steading.box.orders'), hashtext(${terminalId}))`.execute(work.sql)

/**
 * Which of the rules that leave service together are needed: other deployed rules read what only they write. Saved and running
 * versions count. A condition on the feedback of a device is no such dependency, as any writer serves it; a set-point has one
 * writer. A running rule is replaceable only by another running writer, since a pending deployment may fail.
 */
export async function needsOf(work: UnitOfWork, leaving: readonly string[]) {
  const ids = sql`${[...leaving]}::bigint[]`
  const needs = sql<{ id: string; needing: string; displayName: string; kind: RuleKind; place: string; inSight: boolean }>`
    select * from (select distinct own.id, reader.id as needing, reader.display_name as "displayName", reader.kind,
        (select display_name from entities where entities.id = coalesce(reader.sector_id, reader.entity_id)) as place,
        ${within(work.actor, sql.ref('reader.entity_id'))} as "inSight" from rules own
      join rule_interfaces written on written.rule_id = own.id and written.role = 'OUT' and is_current_or_in_service(own, written.body_version)
      join rule_interfaces read on read.interface_id = written.interface_id and read.role = 'IN' and read.rule_id <> all(${ids})
      join rules reader on reader.id = read.rule_id and reader.desired and is_current_or_in_service(reader, read.body_version)
      join rule_versions said on said.rule_id = reader.id and said.body_version = read.body_version
      join rule_versions told on told.rule_id = own.id and told.body_version = written.body_version
    where own.id = any(${ids}) and (read.interface_id::text in (told.body -> 'inputs' ->> 'setPointOut',
          told.body -> 'inputs' ->> 'heatSetPointOut', told.body -> 'inputs' ->> 'coolSetPointOut')
        or said.body -> 'inputs' -> 'sensors' ? read.interface_id::text
        or said.body -> 'inputs' ->> 'refSensor' = read.interface_id::text
        or not said.body -> 'interfaces' @> jsonb_build_array(jsonb_build_object('id', read.interface_id::text, 'kind', 'COMMAND')))
      and not exists (
      select 1 from rule_interfaces also join rules writer on writer.id = also.rule_id
      where also.interface_id = written.interface_id and also.role = 'OUT' and also.rule_id <> all(${ids})
        and writer.desired and case when own.running_version is null then is_in_service(writer, also.body_version)
          else also.body_version = writer.running_version end)
    ) needed order by "displayName" collate names, needing`
  // Dependent rules count within and outside the scope of the actor.
  return (await work.withSystemScope(whole => needs.execute(whole.sql))).rows
}

export const rulesOfTerminal = (work: UnitOfWork, terminalId: string) =>
  rows(work).where('rules.terminal_id', '=', terminalId).orderBy('rules.id').forUpdate('rules').execute()

/** The rules that a box shall run, each in the version that was requested. */
export const desiredRules = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .selectFrom('rules')
    .innerJoin('rule_versions', join =>
      join.onRef('rule_versions.rule_id', '=', 'rules.id').onRef('rule_versions.body_version', '=', 'rules.desired_version'),
    )
    .select(['rules.id', 'rules.display_name as displayName', 'rule_versions.body_version as ver', 'rule_versions.body'])
    .where('rules.terminal_id', '=', terminalId)
    .where('rules.desired', '=', true)
    .where(inScope(work, 'rules.entity_id'))
    .orderBy('rules.id')
    .execute()

/** The name behind an id that a box reports: of a rule, of an interface, or none. */
export async function namesOf(work: UnitOfWork, id: string): Promise<{ readonly rule?: string; readonly device?: string }> {
  if (!/^[1-9]\d{0,17}$/.test(id)) return {}
  const rule = await work.sql.selectFrom('rules').select('display_name').where('id', '=', id).executeTakeFirst()
  const device = await work.sql.selectFrom('interfaces').select('display_name').where('id', '=', id).executeTakeFirst()
  return { ...(rule && { rule: rule.display_name }), ...(device && { device: device.display_name }) }
}

export const desiredRevision = async (work: UnitOfWork, terminalId: string) => {
  const row = await work.sql
    .selectFrom('terminal_links')
    .select('desired_rev')
    .where('terminal_id', '=', terminalId)
    .executeTakeFirst()
  return row?.desired_rev ?? 0
}

/** Restarts the timeout for the answers of a box that reconnected. */
export const restartWaiting = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .updateTable('rules')
    .set({ waiting_since: work.now })
    .where('terminal_id', '=', terminalId)
    .where('deployment_status', 'in', PENDING)
    .execute()

/** Rules that have waited for an answer of their connected box since before a time. */
export const unanswered = (work: UnitOfWork, before: Date) =>
  rows(work)
    .where('rules.deployment_status', 'in', PENDING)
    .where('rules.waiting_since', '<', before)
    .where('terminal_links.connected', '=', true)
    .forUpdate('rules')
    .execute()
