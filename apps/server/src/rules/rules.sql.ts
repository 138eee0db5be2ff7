import type { DeploymentStatus, RuleKind } from '@steading/contract/rules'
import type { EntityRef } from '@steading/contract/entities'
import type { PageQuery } from '@steading/contract/paging'
import type { Engine } from '@steading/contract/rule-templates'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { holds } from '../platform/database/search.ts'
import { atOrBelow, inScope, within } from '../platform/database/work.ts'
import { who } from '../platform/database/who.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'
import { stored } from '../platform/wording.ts'
import type { Wired } from './body.ts'
import type { Deployment } from './deployment.ts'
import type { Bounded } from './range.ts'

const PENDING: readonly DeploymentStatus[] = ['PENDING_DEPLOY', 'PENDING_UNDEPLOY']

/** The groups that it is in, as far as the actor sees them. */
const groupsOf = sql<{ id: string; displayName: string }[]>`coalesce((
  select json_agg(json_build_object('id', rule_groups.id::text, 'displayName', rule_groups.display_name) order by rule_groups.display_name collate names)
  from rule_group_members member join rule_groups on rule_groups.id = member.group_id where member.rule_id = rules.id), '[]'::json)`

const everyRow = (work: Work) =>
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
/** Those that were not deleted. */
const rows = (work: Work) => everyRow(work).where('rules.deleted_at', 'is', null)
export type RuleRow = NonNullable<Awaited<ReturnType<typeof ruleById>>>

export const ruleById = (work: Work, id: string) => rows(work).where('rules.id', '=', id).executeTakeFirst()

/** Nobody else copies a rule at this entity until the work ends. */
export const holdNames = (work: Work, entityId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('steading.rules'), hashtext(${entityId}))`.execute(work.sql)

/** What the rules of an entity are called. */
export async function namesAt(work: Work, entityId: string): Promise<ReadonlySet<string>> {
  const found = await rows(work)
    .clearSelect()
    .select('rules.display_name as name')
    .where('rules.entity_id', '=', entityId)
    .execute()
  return new Set(found.map(one => one.name))
}

/** Though it may be deleted. */
export const ruleOnce = (work: Work, id: string) => everyRow(work).where('rules.id', '=', id).executeTakeFirst()

/** As ruleById, and nobody else changes it before the work is done. */
export async function lockRule(work: Work, id: string) {
  await work.sql
    .selectFrom('rules')
    .select('id')
    .where('id', '=', id)
    .where(inScope(work, 'rules.entity_id'))
    .forUpdate()
    .execute()
  return ruleById(work, id)
}

export const authorsOf = (work: Work, id: string) =>
  work.sql
    .selectFrom('rules')
    .select([
      who('rules.created_by').as('createdBy'),
      who('rules.updated_by').as('lastUpdatedBy'),
      who('rules.deleted_by').as('deletedBy'),
    ])
    .where('id', '=', id)
    .where(inScope(work, 'rules.entity_id'))
    .executeTakeFirst()

export interface RuleFilter {
  readonly kinds: readonly RuleKind[]
  readonly search?: string | undefined
  readonly entityId?: string | undefined
  readonly terminalId?: string | undefined
  readonly category?: readonly Engine[] | undefined
  readonly deploymentStatus?: readonly DeploymentStatus[] | undefined
  readonly eventCategory?: readonly string[] | undefined
  readonly groupId?: string | undefined
  /** Read or written by it. */
  readonly interfaceId?: string | undefined
}

const grouped = (id: string) =>
  id === 'none'
    ? sql<SqlBool>`not exists (select 1 from rule_group_members member where member.rule_id = rules.id)`
    : sql<SqlBool>`exists (select 1 from rule_group_members member where member.rule_id = rules.id and member.group_id = ${id})`
const uses = (id: string) =>
  sql<SqlBool>`rules.id in (select used.rule_id from rule_interfaces used join rules own on own.id = used.rule_id
    where used.interface_id = ${id} and is_counted(own, used.body_version))`

function narrowed(work: Work, filter: RuleFilter) {
  let query = rows(work).where('rules.kind', '=', sql<string>`any(${[...filter.kinds]}::text[])`)
  if (filter.search) query = query.where(holds('rules', filter.search))
  if (filter.entityId) query = query.where(atOrBelow(sql`coalesce(rules.sector_id, rules.entity_id)`, filter.entityId))
  if (filter.terminalId) query = query.where('rules.terminal_id', '=', filter.terminalId)
  if (filter.category) query = query.where('rules.template', 'in', filter.category)
  if (filter.deploymentStatus) query = query.where('rules.deployment_status', 'in', filter.deploymentStatus)
  if (filter.eventCategory) query = query.where(sql`rules.event ->> 'category'`, 'in', filter.eventCategory)
  if (filter.groupId) query = query.where(grouped(filter.groupId))
  if (filter.interfaceId) query = query.where(uses(filter.interfaceId))
  return query
}

export async function searchRules(work: Work, asked: PageQuery, filter: RuleFilter) {
  const columns = {
    lastUpdateTimestampUtc: 'rules.updated_at',
    displayName: 'rules.display_name',
    deploymentStatus: 'rules.deployment_status',
    id: 'rules.id',
  } as const
  return page(work, narrowed(work, filter), asked, columns, 'rules.id', row => row)
}

const standing = (states: readonly DeploymentStatus[]) =>
  sql<number>`(count(*) filter (where rules.deployment_status = any(${[...states]}::text[])))::int`

/** How they stand, by category. */
export const countRules = (work: Work, filter: RuleFilter) =>
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

/** As what each of these rules uses an interface. */
export const rolesOf = (work: Work, ids: readonly string[], interfaceId: string) =>
  work.sql
    .selectFrom('rule_interfaces')
    .innerJoin('rules', 'rules.id', 'rule_interfaces.rule_id')
    .select(['rule_id as id', 'role'])
    .distinct()
    .where('rule_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('interface_id', '=', interfaceId)
    .where(sql<SqlBool>`is_counted(rules, rule_interfaces.body_version)`)
    .orderBy('role')
    .execute()

/** Farms and sectors at or below an entity that have rules of these kinds: each farm with its sectors. */
export async function placesWithRules(work: Work, entityId: string, kinds: readonly RuleKind[]) {
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

export const interfacesOfRule = (work: Work, ruleId: string) =>
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

/** With an operation it is a virtual one, which no box knows. */
type Found = Wired & Bounded & { readonly operation: string | null }

/** These interfaces, as far as they lie below the entity and within the actor's reach; held so that none goes meanwhile. */
export async function wiredBelow(work: Work, ids: readonly string[], entityId: string): Promise<Found[]> {
  return work.sql
    .selectFrom('interfaces')
    .select([
      'id',
      'terminal_id as terminalId',
      'category',
      'data_type as dataType',
      'history',
      'every',
      'modulus',
      'max_rate',
      'operation',
      'min',
      'max',
    ])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(inScope(work, 'interfaces.entity_id'))
    .where(atOrBelow(sql.ref('interfaces.entity_id'), entityId))
    .orderBy('id')
    .forShare()
    .execute()
}

/** By interface, its box. */
export async function boxesOf(work: Work, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await work.sql
    .selectFrom('interfaces')
    .select(['id', 'terminal_id as terminalId'])
    .where('id', 'in', ids)
    .where(inScope(work, 'interfaces.entity_id'))
    .execute()
  return new Map(found.map(one => [one.id, one.terminalId]))
}

/** The place of a rule: its entity, and its sector below it; undefined when either is out of reach. */
export async function placeFor(work: Work, entityId: string, sectorId: string | null) {
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

/** The box of a rule; a retired one, too, whose history can be tried on. */
export const terminalFor = (work: Work, id: string) =>
  work.sql
    .selectFrom('terminals')
    .select(['id', 'display_name as displayName', 'time_zone as timeZone', 'profile', 'retired_at as retiredAt'])
    .where('id', '=', id)
    .where(inScope(work, 'terminals.entity_id'))
    .executeTakeFirst()

export async function setDeployment(
  work: Work,
  row: Pick<RuleRow, 'id' | 'terminal_id' | 'running_version'>,
  to: Deployment,
  asked?: { wantedVersion: number | null },
) {
  await work.sql
    .updateTable('rules')
    .set({
      deployment_status: to.status,
      wanted: to.wanted,
      wanted_hash: to.wantedHash,
      running_version: to.runningVersion,
      running_hash: to.runningHash,
      awaited_rev: to.awaitedRev,
      waiting_since: to.waitingSince,
      deployment_message: to.message,
      deployment_wording: stored(to.wording),
      ...(asked
        ? { requested_at: work.now, wanted_version: asked.wantedVersion, updated_at: work.now, updated_by: work.actor.id }
        : { reported_at: work.now }),
    })
    .where('id', '=', row.id)
    .execute()
  if (to.runningVersion !== row.running_version) await keepRun(work, row, to.runningVersion)
}

/** A global rule is in service while it is enabled. */
export async function setEnabled(work: Work, row: Pick<RuleRow, 'id' | 'terminal_id' | 'body_version'>, enabled: boolean) {
  await work.sql
    .updateTable('rules')
    .set({
      status: enabled ? 'ENABLED' : 'DISABLED',
      deployment_status: enabled ? 'DEPLOYED' : 'UNDEPLOYED',
      wanted: enabled,
      deployment_message: null,
      deployment_wording: null,
      requested_at: work.now,
      updated_at: work.now,
      updated_by: work.actor.id,
    })
    .where('id', '=', row.id)
    .execute()
  await keepRun(work, row, enabled ? row.body_version : null)
}

/** Does the present version of a rule run? */
export async function isRunning(work: Work, { id, body_version }: Pick<RuleRow, 'id' | 'body_version'>): Promise<boolean> {
  const run = work.sql.selectFrom('rule_runs').select('rule_id').where('rule_id', '=', id).where('until_at', 'is', null)
  return (await run.where('body_version', '=', body_version).executeTakeFirst()) !== undefined
}

/** From now on this version runs; null: none. */
async function keepRun(work: Work, { id, terminal_id }: Pick<RuleRow, 'id' | 'terminal_id'>, version: number | null) {
  await work.sql
    .updateTable('rule_runs')
    .set({ until_at: work.now })
    .where('rule_id', '=', id)
    .where('until_at', 'is', null)
    .where('body_version', '<>', version ?? 0)
    .execute()
  if (version === null) return
  await work.sql
    .insertInto('rule_runs')
    .values({ rule_id: id, terminal_id, body_version: version, from_at: work.now })
    .onConflict(conflict => conflict.column('rule_id').where('until_at', 'is', null).doNothing())
    .execute()
}

/** An interface of the rule that was deleted since. */
export const goneInterface = (work: Work, id: string) =>
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

/** Of two that write the same and leave at once, the second one sees that the first has left. */
export const holdOutputs = (work: Work, id: string) =>
  sql`select pg_advisory_xact_lock(hashtext('steading.outputs'), hashtext(output::text)) from (
    select distinct written.interface_id as output from rules own join rule_interfaces written on written.rule_id = own.id
    where own.id = ${id} and written.role = 'OUT' and is_counted(own, written.body_version)
    order by written.interface_id) outputs`.execute(work.sql)

/** Serializes orders to one box until the end of the transaction: whether another fits beside the others is decided one by one. */
export const lockBoxOrders = (work: Work, terminalId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('steading.box.orders'), hashtext(${terminalId}))`.execute(work.sql)

/**
 * Of rules that shall leave service together, which are needed: others in service read what only they write; of all counts what
 * runs and what is saved. Whether a device does as it was told, whoever told it, is no reading of this kind; the set-point that a
 * rule tells is nobody else's word. What runs goes only for another that runs and writes the same: an order under way may fail.
 */
export async function needsOf(work: Work, leaving: readonly string[]) {
  const ids = sql`${[...leaving]}::bigint[]`
  const needs = sql<{ id: string; needing: string; displayName: string; kind: RuleKind; place: string; inSight: boolean }>`
    select * from (select distinct own.id, reader.id as needing, reader.display_name as "displayName", reader.kind,
        (select display_name from entities where entities.id = coalesce(reader.sector_id, reader.entity_id)) as place,
        ${within(work.actor, sql.ref('reader.entity_id'))} as "inSight" from rules own
      join rule_interfaces written on written.rule_id = own.id and written.role = 'OUT' and is_counted(own, written.body_version)
      join rule_interfaces read on read.interface_id = written.interface_id and read.role = 'IN' and read.rule_id <> all(${ids})
      join rules reader on reader.id = read.rule_id and reader.wanted and is_counted(reader, read.body_version)
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
        and writer.wanted and case when own.running_version is null then in_service(writer, also.body_version)
          else also.body_version = writer.running_version end)
    ) needed order by "displayName" collate names, needing`
  // Whoever needs it counts, in sight or not.
  return (await work.beyond(whole => needs.execute(whole.sql))).rows
}

export const rulesOfTerminal = (work: Work, terminalId: string) =>
  rows(work).where('rules.terminal_id', '=', terminalId).orderBy('rules.id').forUpdate('rules').execute()

/** What the box shall run: each rule as it was when it was ordered, whatever was saved since. */
export const wantedOf = (work: Work, terminalId: string) =>
  work.sql
    .selectFrom('rules')
    .innerJoin('rule_versions', join =>
      join.onRef('rule_versions.rule_id', '=', 'rules.id').onRef('rule_versions.body_version', '=', 'rules.wanted_version'),
    )
    .select(['rules.id', 'rules.display_name as displayName', 'rule_versions.body_version as ver', 'rule_versions.body'])
    .where('rules.terminal_id', '=', terminalId)
    .where('rules.wanted', '=', true)
    .where(inScope(work, 'rules.entity_id'))
    .orderBy('rules.id')
    .execute()

/** What a box means by an id that it says: a rule, an interface, or neither. */
export async function namesOf(work: Work, id: string): Promise<{ readonly rule?: string; readonly device?: string }> {
  if (!/^[1-9]\d{0,17}$/.test(id)) return {}
  const rule = await work.sql.selectFrom('rules').select('display_name').where('id', '=', id).executeTakeFirst()
  const device = await work.sql.selectFrom('interfaces').select('display_name').where('id', '=', id).executeTakeFirst()
  return { ...(rule && { rule: rule.display_name }), ...(device && { device: device.display_name }) }
}

export const desiredRevision = async (work: Work, terminalId: string) => {
  const row = await work.sql
    .selectFrom('terminal_links')
    .select('desired_rev')
    .where('terminal_id', '=', terminalId)
    .executeTakeFirst()
  return row?.desired_rev ?? 0
}

/** A box that comes back has its whole time to answer. */
export const waitAnew = (work: Work, terminalId: string) =>
  work.sql
    .updateTable('rules')
    .set({ waiting_since: work.now })
    .where('terminal_id', '=', terminalId)
    .where('deployment_status', 'in', PENDING)
    .execute()

/** Rules whose connected box has owed an answer since before. */
export const unanswered = (work: Work, before: Date) =>
  rows(work)
    .where('rules.deployment_status', 'in', PENDING)
    .where('rules.waiting_since', '<', before)
    .where('terminal_links.connected', '=', true)
    .forUpdate('rules')
    .execute()
