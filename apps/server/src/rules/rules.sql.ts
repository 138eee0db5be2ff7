import type { DeploymentStatus, RuleKind } from '@steading/contract/rules'
import type { PageQuery } from '@steading/contract/paging'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { inScope } from '../platform/database/work.ts'
import { who } from '../platform/database/who.ts'
import type { Work } from '../platform/database/work.ts'
import { contains, page } from '../platform/page.ts'
import { stored } from '../platform/wording.ts'
import type { Wired } from './body.ts'
import type { Deployment } from './deployment.ts'

const rows = (work: Work) =>
  work.sql
    .selectFrom('rules')
    .leftJoin('terminals', 'terminals.id', 'rules.terminal_id')
    .leftJoin('terminal_links', 'terminal_links.terminal_id', 'rules.terminal_id')
    .selectAll('rules')
    .select([
      'terminals.display_name as terminalName',
      'terminals.time_zone as terminalZone',
      'terminals.provision_status as provisionStatus',
      'terminal_links.connected',
      entityRef('entity_id', 'rules').as('rootEntity'),
      entityRef('sector_id', 'rules').as('sector'),
    ])
    .where(inScope(work, 'rules.entity_id'))
export type RuleRow = NonNullable<Awaited<ReturnType<typeof ruleById>>>

export const ruleById = (work: Work, id: string) => rows(work).where('rules.id', '=', id).executeTakeFirst()

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
    .select([who('rules.created_by').as('createdBy'), who('rules.updated_by').as('lastUpdatedBy')])
    .where('id', '=', id)
    .where(inScope(work, 'rules.entity_id'))
    .executeTakeFirst()

export interface RuleFilter {
  readonly kinds: readonly RuleKind[]
  readonly search?: string | undefined
  readonly entityId?: string | undefined
  readonly terminalId?: string | undefined
  readonly deploymentStatus?: readonly DeploymentStatus[] | undefined
}

const below = (entity: string) => sql<SqlBool>`exists (select 1 from entities place, entities top
  where place.id = coalesce(rules.sector_id, rules.entity_id) and top.id = ${entity} and place.path <@ top.path)`

export async function searchRules(work: Work, asked: PageQuery, filter: RuleFilter) {
  let query = rows(work).where('rules.kind', '=', sql<string>`any(${[...filter.kinds]}::text[])`)
  if (filter.search) query = query.where('rules.display_name', 'ilike', contains(filter.search))
  if (filter.entityId) query = query.where(below(filter.entityId))
  if (filter.terminalId) query = query.where('rules.terminal_id', '=', filter.terminalId)
  if (filter.deploymentStatus) query = query.where('rules.deployment_status', 'in', filter.deploymentStatus)
  const columns = {
    lastUpdateTimestampUtc: 'rules.updated_at',
    displayName: 'rules.display_name',
    deploymentStatus: 'rules.deployment_status',
    id: 'rules.id',
  } as const
  return page(work, query, asked, columns, 'rules.id', row => row)
}

export const interfacesOfRule = (work: Work, ruleId: string) =>
  work.sql
    .selectFrom('rule_interfaces')
    .innerJoin('interfaces', 'interfaces.id', 'rule_interfaces.interface_id')
    .select(['interfaces.id', 'interfaces.display_name as displayName', 'interfaces.category', 'rule_interfaces.role'])
    .where('rule_interfaces.rule_id', '=', ruleId)
    .where(inScope(work, 'interfaces.entity_id'))
    .orderBy('rule_interfaces.role')
    .orderBy('interfaces.id')
    .execute()

/** With an operation it is a virtual one, which no box knows. */
type Found = Wired & { readonly operation: string | null }

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
    ])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(inScope(work, 'interfaces.entity_id'))
    .where(
      sql<SqlBool>`exists (select 1 from entities place, entities top
        where place.id = interfaces.entity_id and top.id = ${entityId} and place.path <@ top.path)`,
    )
    .orderBy('id')
    .forShare()
    .execute()
}

/** The place of a rule: its entity, and its sector below it; undefined when either is out of reach. */
export async function placeFor(work: Work, entityId: string, sectorId: string | null) {
  return work.sql
    .selectFrom('entities')
    .select('entities.time_zone as timeZone')
    .where('entities.id', '=', entityId)
    .where(inScope(work, 'entities.id' as never)) // safe: the column is the entity itself
    .where(
      sql<SqlBool>`${sectorId}::bigint is null or exists (
        select 1 from entities sector where sector.id = ${sectorId} and sector.path <@ entities.path)`,
    )
    .executeTakeFirst()
}

export const terminalFor = (work: Work, id: string) =>
  work.sql
    .selectFrom('terminals')
    .select(['id', 'time_zone as timeZone'])
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .where(inScope(work, 'terminals.entity_id'))
    .executeTakeFirst()

export async function insertRule(
  work: Work,
  rule: {
    entityId: string
    sectorId: string | null
    terminalId: string | null
    kind: RuleKind
    template: string
    displayName: string
    event: unknown
    autoClose: boolean
    isSystem: boolean
  },
) {
  const { id } = await work.sql
    .insertInto('rules')
    .values({
      entity_id: rule.entityId,
      sector_id: rule.sectorId,
      terminal_id: rule.terminalId,
      kind: rule.kind,
      template: rule.template,
      display_name: rule.displayName,
      body: '{}',
      event: rule.event === null ? null : JSON.stringify(rule.event),
      auto_close: rule.autoClose,
      is_system: rule.isSystem,
      created_at: work.now,
      created_by: work.actor.id,
      updated_at: work.now,
      updated_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setBody = (work: Work, id: string, body: unknown) =>
  work.sql
    .updateTable('rules')
    .set({ body: JSON.stringify(body) })
    .where('id', '=', id)
    .execute()

export const connectRule = (work: Work, id: string, interfaces: readonly { id: string; role: 'IN' | 'OUT' }[]) =>
  work.sql
    .insertInto('rule_interfaces')
    .values(interfaces.map(one => ({ rule_id: id, interface_id: one.id, role: one.role })))
    .execute()

export const setDeployment = (work: Work, id: string, to: Deployment, asked?: { wantedVersion: number | null }) =>
  work.sql
    .updateTable('rules')
    .set({
      deployment_status: to.status,
      wanted: to.wanted,
      wanted_hash: to.wantedHash,
      running_version: to.runningVersion,
      running_hash: to.runningHash,
      waiting_since: to.waitingSince,
      deployment_message: to.message,
      deployment_wording: stored(to.wording),
      ...(asked
        ? { requested_at: work.now, wanted_version: asked.wantedVersion, updated_at: work.now, updated_by: work.actor.id }
        : { reported_at: work.now }),
    })
    .where('id', '=', id)
    .execute()

/** A global rule is in service while it is enabled. */
export const setEnabled = (work: Work, id: string, enabled: boolean) =>
  work.sql
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
    .where('id', '=', id)
    .execute()

/** Another control rule that is wanted on the same box and writes one of the outputs that this one writes. */
export async function outputUser(work: Work, id: string) {
  const { rows: found } = await sql<{ displayName: string }>`
    select other.display_name as "displayName" from rules own
      join rules other on other.terminal_id = own.terminal_id and other.id <> own.id and other.kind = 'CONTROL' and other.wanted
      join rule_interfaces mine on mine.rule_id = own.id and mine.role = 'OUT'
      join rule_interfaces theirs on theirs.rule_id = other.id and theirs.role = 'OUT' and theirs.interface_id = mine.interface_id
    where own.id = ${id} and own.kind = 'CONTROL' order by other.id limit 1`.execute(work.sql)
  return found[0]
}

/** An interface of the rule that was deleted since. */
export const goneInterface = (work: Work, id: string) =>
  work.sql
    .selectFrom('rule_interfaces')
    .innerJoin('interfaces', 'interfaces.id', 'rule_interfaces.interface_id')
    .select('interfaces.display_name as displayName')
    .where('rule_interfaces.rule_id', '=', id)
    .where('interfaces.deleted_at', 'is not', null)
    .orderBy('interfaces.id')
    .limit(1)
    .executeTakeFirst()

/** Does another rule in service read what only this one writes? */
export async function hasDependents(work: Work, id: string) {
  const { rows: found } = await sql`
    select 1 from rule_interfaces written
      join rule_interfaces read on read.interface_id = written.interface_id and read.role = 'IN' and read.rule_id <> written.rule_id
      join rules reader on reader.id = read.rule_id and reader.wanted
    where written.rule_id = ${id} and written.role = 'OUT' and not exists (
      select 1 from rule_interfaces also join rules writer on writer.id = also.rule_id
      where also.interface_id = written.interface_id and also.role = 'OUT' and also.rule_id <> written.rule_id and writer.wanted)
    limit 1`.execute(work.sql)
  return found.length > 0
}

export const rulesOfTerminal = (work: Work, terminalId: string) =>
  rows(work).where('rules.terminal_id', '=', terminalId).orderBy('rules.id').forUpdate('rules').execute()

/** What the box shall run. */
export const wantedOf = (work: Work, terminalId: string) =>
  work.sql
    .selectFrom('rules')
    .select(['id', 'body_version as ver', 'body'])
    .where('terminal_id', '=', terminalId)
    .where('wanted', '=', true)
    .where(inScope(work, 'rules.entity_id'))
    .orderBy('id')
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

const PENDING: readonly DeploymentStatus[] = ['PENDING_DEPLOY', 'PENDING_UNDEPLOY']

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
